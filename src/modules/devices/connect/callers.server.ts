/** Devices that keep no connection: one session from the first call until calls stay away, and a link that holds what was fetched. */
import type { Call, CallRefusal, CallerSession, CloseReason, DeviceLink, DeviceSession } from '#model/gate.ts'
import type { Order } from '#model/message.ts'
import type { Ports } from '#server/ports.ts'
import { sendNext } from '../command/dispatch.server.ts'
import type { LinkBook } from './linkBook.server.ts'

interface Caller {
  session: DeviceSession
  /** What the session was opened with; a call with anything else opens another one. */
  by: string
  intervalS: number
  lastCallMs: number
  fetched: Order[]
}
interface Opening {
  intervalS: number
  /** Of its application now. */
  zone: string
  open(link: DeviceLink): Promise<DeviceSession | { refused: CallRefusal }>
}

const LOOK_MS = 1000
/** Calls that stayed away, in intervals, before the device counts as offline. */
const AWAY = 2.5

export class Callers {
  private readonly ports: Ports
  private readonly links: LinkBook
  private readonly byDevice = new Map<string, Caller>()
  private readonly opening = new Map<string, Promise<Caller | { refused: CallRefusal }>>()

  constructor(ports: Ports, links: LinkBook) {
    this.ports = ports
    this.links = links
    const timer = setInterval(() => this.sweep(performance.now()), LOOK_MS).unref()
    ports.stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
  }

  /** The session of a device that was admitted with this claim, opened where there is none. */
  async session(deviceId: string, claim: Call, opening: Opening): Promise<CallerSession | { refused: CallRefusal }> {
    const by = `${claim.protocol} ${claim.remoteAddress} ${claim.proves !== null}`
    const held = this.byDevice.get(deviceId)
    const caller = held?.by === by ? held : await this.openOnce(deviceId, by, opening)
    if ('refused' in caller) return caller
    caller.lastCallMs = performance.now()
    caller.session.alive()
    return this.sessionOf(deviceId, caller, opening.zone)
  }

  /** Ends every session of this process. */
  end(): void {
    for (const deviceId of [...this.byDevice.keys()]) this.close(deviceId, 'serverStop')
  }

  /** Calls that arrive together open one session. */
  private openOnce(deviceId: string, by: string, opening: Opening): Promise<Caller | { refused: CallRefusal }> {
    const key = `${deviceId} ${by}`
    const open = this.opening.get(key) ?? this.open(deviceId, by, opening).finally(() => this.opening.delete(key))
    this.opening.set(key, open)
    return open
  }

  private async open(
    deviceId: string,
    by: string,
    { intervalS, open }: Opening,
  ): Promise<Caller | { refused: CallRefusal }> {
    const fetched: Order[] = []
    let caller: Caller | undefined
    const end = (reason: CloseReason): void => {
      if (caller && this.byDevice.get(deviceId) === caller) this.close(deviceId, reason)
    }
    const session = await open({
      send: async downlink => void ((downlink.kind === 'command' || downlink.kind === 'set') && fetched.push(downlink)),
      reset: end,
      close: end,
    })
    if ('refused' in session) return session
    // The session before was opened from another address, or with another proof.
    this.close(deviceId, 'takenOver')
    caller = { session, by, intervalS, lastCallMs: performance.now(), fetched }
    this.byDevice.set(deviceId, caller)
    return caller
  }

  private sessionOf(deviceId: string, { session, fetched }: Caller, zone: string): CallerSession {
    const { identity, store, unused } = session
    return {
      ...{ identity, zone, store, unused },
      next: async () => {
        const entry = this.links.get(deviceId)
        if (entry?.polls) await sendNext(this.ports, this.links, entry)
        return fetched.shift() ?? null
      },
    }
  }

  private close(deviceId: string, reason: CloseReason): void {
    const caller = this.byDevice.get(deviceId)
    this.byDevice.delete(deviceId)
    caller?.session.closed(reason)
  }

  private sweep(nowMs: number): void {
    for (const [deviceId, { lastCallMs, intervalS }] of this.byDevice)
      if (nowMs - lastCallMs > intervalS * AWAY * 1000) this.close(deviceId, 'keepAlive')
  }
}
