/** The platform's sessions on one connection: the device's own, and those of the devices behind it when it is a gateway. */
import type { Claim, CloseReason, ConnectInfo, DeviceLink, DeviceSession, Topology } from '#model/gate.ts'
import type { Downlink } from '#model/message.ts'
import type { Outcome, TopologyCall } from '#protocols/alink/topology.ts'
import type { Publish } from '#protocols/alink/reply.ts'
import type { Front, Member } from './front.ts'
import { NO_TOPOLOGY_CODE, topologyCode } from './reason.ts'
import type { Input, Output, State } from './state.ts'

type Asked<Kind extends Output['kind']> = Extract<Output, { kind: Kind }>
type Claimed = Asked<'open'>['claim']

/** The connection that they share. */
export interface Carrier extends DeviceLink, Member {
  readonly state: State
  readonly remoteAddress: string
  send(downlink: Downlink, child?: number): Promise<void>
  feed(input: Input): void
}

export class Sessions {
  private readonly front: Front
  private readonly carrier: Carrier
  private own: DeviceSession | undefined
  private children: Map<number, DeviceSession> | undefined

  constructor(front: Front, carrier: Carrier) {
    this.front = front
    this.carrier = carrier
  }

  /** The session of the device, or of one behind it by number. */
  of(child?: number): DeviceSession | undefined {
    return child === undefined ? this.own : this.children?.get(child)
  }

  open({ claim, clientId, keepAliveS }: Asked<'open'>): void {
    const ask = (): boolean => {
      if (this.carrier.state.phase !== 'opening') return false
      void this.ask(claim, { clientId, keepAliveS })
      return true
    }
    if (!this.front.admission.enter(ask)) this.carrier.feed({ kind: 'refused', reason: 'busy' })
  }

  openChild({ no, claim, clientId }: Asked<'openChild'>): void {
    const ask = (): boolean => {
      if (this.carrier.state.phase !== 'connected' || !this.own) return false
      void this.askChild(no, claim, { clientId, keepAliveS: 0, gateway: this.own.identity.deviceId })
      return true
    }
    if (!this.front.admission.enter(ask)) this.carrier.feed({ kind: 'childRefused', no, reason: 'busy' })
  }

  closed(why: CloseReason): void {
    const { own, front } = this
    if (!own) return
    if (front.byDevice.get(own.identity.deviceId) === this.carrier) front.byDevice.delete(own.identity.deviceId)
    this.own = undefined
    own.closed(why)
  }

  closedChild({ no, reason }: Asked<'closedChild'>): void {
    const session = this.children?.get(no)
    this.children?.delete(no)
    session?.closed(reason)
  }

  async topology({ call }: Asked<'topology'>): Promise<void> {
    const { carrier, front, own } = this
    if (!own) return
    const { protocol } = front
    try {
      const publish = await askTopology(own.topology, call, { protocol, remoteAddress: carrier.remoteAddress })
      if (publish) carrier.feed({ kind: 'answered', publish })
    } catch (error) {
      front.fault(error, 'the devices behind a gateway could not be judged')
      carrier.feed({ kind: 'answered', publish: call.refuse(...topologyCode.unavailable) })
    }
  }

  private async ask(claim: Claimed, info: ConnectInfo): Promise<void> {
    const { carrier, front } = this
    try {
      const { protocol, gate } = front
      const answer = await gate.open({ ...claim, protocol, remoteAddress: carrier.remoteAddress }, carrier, info)
      if ('refused' in answer) carrier.feed({ kind: 'refused', reason: answer.refused })
      else {
        this.own = answer
        carrier.feed({ kind: 'opened', identity: answer.identity })
      }
    } catch (error) {
      front.fault(error, 'a device could not be judged')
      carrier.feed({ kind: 'refused', reason: 'unavailable' })
    }
    carrier.pump()
  }

  private async askChild(no: number, claim: Claimed, info: ConnectInfo): Promise<void> {
    const { carrier, front } = this
    const link: DeviceLink = {
      send: downlink => carrier.send(downlink, no),
      reset: reason => carrier.feed({ kind: 'childClose', no, reason, how: 'reset' }),
      close: reason => carrier.feed({ kind: 'childClose', no, reason }),
    }
    try {
      const { protocol, gate } = front
      const answer = await gate.open({ ...claim, protocol, remoteAddress: carrier.remoteAddress }, link, info)
      if ('refused' in answer) return carrier.feed({ kind: 'childRefused', no, reason: answer.refused })
      this.children ??= new Map()
      this.children.set(no, answer)
      carrier.feed({ kind: 'childOpened', no, identity: answer.identity })
    } catch (error) {
      front.fault(error, 'a device behind a gateway could not be judged')
      carrier.feed({ kind: 'childRefused', no, reason: 'unavailable' })
    }
  }
}

async function askTopology(
  topology: Topology,
  call: TopologyCall,
  from: Pick<Claim, 'protocol' | 'remoteAddress'>,
): Promise<Publish | undefined> {
  switch (call.kind) {
    case 'add': {
      const refused = await topology.add(call.claims.map(claim => ({ ...claim, ...from })))
      return call.answer(refused.map((why): Outcome => why && topologyCode[why]))
    }
    case 'delete': {
      const removed = await topology.remove(call.names)
      return call.answer(removed.map((was): Outcome => (was ? null : NO_TOPOLOGY_CODE)))
    }
    case 'get':
      return call.answer(await topology.list())
  }
}
