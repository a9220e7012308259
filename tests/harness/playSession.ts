/** Runs a session in tests: feeds inputs, and describes each output in one line. */
import mqttPacket, { type IPublishPacket, type Packet } from 'mqtt-packet'
import { expect } from 'vitest'
import type { DeviceIdentity, PictureUpload } from '#model/gate.ts'
import type { Downlink } from '#model/message.ts'
import { defaultLimits, type Limits } from '#protocols/mqtt/limits.ts'
import type { ClientPacket, ConnectPacket, PublishPacket, Version } from '#protocols/mqtt/packet.ts'
import { step } from '#protocols/mqtt/step.ts'
import { freshState, type Input, type Output, type State } from '#protocols/mqtt/state.ts'

export const identity: DeviceIdentity = {
  deviceId: '1',
  serial: 'SN1',
  productKey: 'pk',
  deviceName: 'dn',
  deviceClass: 'bollardDevice',
}
export const POST = '/sys/pk/dn/thing/event/property/post'
export const versions: Version[] = [4, 5]

/** Packets are decoded by mqtt-packet. */
export function playSession(version: Version, limits: Partial<Limits> = {}, asks?: (identifier: string) => boolean) {
  const shared = { limits: { ...defaultLimits, ...limits }, ...(asks && { asks }) }
  let state: State = freshState(shared, undefined, 0)
  let now = 0
  const feed = (input: Input): string[] => {
    const before = snapshotOf(state)
    const [next, outputs] = step(state, input, now)
    // Pure: the given state is not modified.
    expect(snapshotOf(state)).toBe(before)
    state = next
    return outputs.map(output => lineOf(output, version))
  }
  const game = {
    feed,
    get state() {
      return state
    },
    at(ms: number) {
      now = ms
      return game
    },
    receive: (packet: ClientPacket) => feed({ kind: 'packet', packet }),
    connect: (more: Partial<ConnectPacket> = {}) =>
      game.receive({
        cmd: 'connect',
        version,
        clean: true,
        keepAliveS: 60,
        clientId: 'c',
        username: 'SN1',
        password: Buffer.from('s'),
        properties: {},
        ...more,
      }),
    online(more: Partial<ConnectPacket> = {}) {
      game.connect(more)
      feed({ kind: 'opened', identity })
      return game
    },
    publish: (more: Partial<PublishPacket> = {}) =>
      game.receive({
        cmd: 'publish',
        topic: POST,
        payload: Buffer.from('{"id":"1","sys":{"ack":0},"params":{"a":1}}'),
        qos: 1,
        dup: false,
        retain: false,
        messageId: 10,
        ...more,
      }),
    stored: (seq: number, answers: Downlink[] = [], misfits: string[] = [], uploads: PictureUpload[] = []) =>
      feed({ kind: 'stored', seq, answers, misfits, uploads }),
    command: (token: number, commandId = String(token)) =>
      feed({
        kind: 'send',
        token,
        downlink: { kind: 'command', commandId, identifier: 'rise', params: {}, expiresAt: 1e15 },
      }),
  }
  return game
}

const snapshotOf = (state: State): string =>
  JSON.stringify(state, (_, value: unknown) => (value instanceof Map || value instanceof Set ? [...value] : value))

const of = (child: number | undefined): string => (child === undefined ? '' : ` of ${child}`)

function lineOf(output: Output, version: Version): string {
  if (output.kind === 'store')
    return `store ${output.seq} ${output.messages.map(m => m.kind).join()}${of(output.child)}`
  if (output.kind === 'unused') return `unused${of(output.child)}`
  if (output.kind === 'openChild') return `openChild ${output.no} ${output.claim.deviceName}`
  if (output.kind === 'closedChild') return `closedChild ${output.no} ${output.reason}`
  if (output.kind === 'topology') return `topology ${output.call.kind}`
  if (output.kind === 'closed' || output.kind === 'refused') return `${output.kind} ${output.reason}`
  if (output.kind === 'sent') return `sent ${output.token}`
  if (output.kind === 'unsent') return `unsent ${output.token} ${output.why}`
  if (output.kind === 'end') return `end ${output.how}`
  if (output.kind !== 'write') return output.kind
  const lines: string[] = []
  const parser = mqttPacket.parser({ protocolVersion: version })
  parser.on('packet', (packet: Packet) => {
    const p = packet as IPublishPacket & { granted?: number[]; returnCode?: number; reasonCode?: number }
    const id = p.messageId ? ` #${p.messageId}` : ''
    const code = p.granted
      ? ` ${p.granted.join()}`
      : (p.returnCode ?? p.reasonCode)
        ? ` ${p.returnCode ?? p.reasonCode}`
        : ''
    lines.push(packet.cmd === 'publish' ? `publish q${p.qos}${id} ${p.topic}` : `${packet.cmd}${id}${code}`)
  })
  parser.parse(output.bytes)
  return `> ${lines.join()}`
}
