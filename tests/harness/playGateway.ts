/** Runs the session of a gateway in tests: logs devices in, and lists what each receives. */
import { createHmac } from 'node:crypto'
import type { DeviceIdentity } from '#model/gate.ts'
import type { Limits } from '#protocols/mqtt/limits.ts'
import type { Version } from '#protocols/mqtt/packet.ts'
import { playSession } from './playSession.ts'

export const SESSION = '/ext/session/pk/dn/combine'
export const LOGIN_REPLY = `> publish q0 ${SESSION}/login_reply`
export const ERROR = '/ext/error/pk/dn'
export const TOPOLOGY = '/sys/pk/dn/thing/topo'
export const post = (name: string): string => `/sys/pkc/${name}/thing/event/property/post`
export const childIdentity = (name: string): DeviceIdentity => ({
  deviceId: `id of ${name}`,
  serial: name,
  productKey: 'pkc',
  deviceName: name,
  deviceClass: 'bollardDevice',
})
export const body = (params: unknown): Buffer => Buffer.from(JSON.stringify({ id: '1', params }))
export const signed = (name: string, more: Record<string, unknown> = {}) => ({
  productKey: 'pkc',
  deviceName: name,
  clientId: 'c',
  timestamp: '5',
  signMethod: 'hmacSha256',
  sign: createHmac('sha256', 'secret').update(`clientIdcdeviceName${name}productKeypkctimestamp5`).digest('hex'),
  ...more,
})

export function playGateway(version: Version = 4, limits: Partial<Limits> = {}) {
  const game = playSession(version, limits).online()
  let messageId = 100
  const login = (name: string, more: Record<string, unknown> = {}) =>
    game.publish({ topic: `${SESSION}/login`, payload: body(signed(name, more)), messageId: (messageId += 1) })
  return {
    ...game,
    get state() {
      return game.state
    },
    login,
    admit: (no: number, name: string) => game.feed({ kind: 'childOpened', no, identity: childIdentity(name) }),
    logout: (name: string) =>
      game.publish({
        topic: `${SESSION}/logout`,
        payload: body({ productKey: 'pkc', deviceName: name }),
        messageId: 9,
      }),
    /** Two devices, numbered 1 and 2. */
    withTwo() {
      for (const [no, name] of [
        [1, 'a'],
        [2, 'b'],
      ] as const) {
        login(name)
        game.feed({ kind: 'childOpened', no, identity: childIdentity(name) })
      }
      return this
    },
    commandTo: (child: number, token: number) =>
      game.feed({
        kind: 'send',
        token,
        child,
        downlink: { kind: 'command', commandId: String(token), identifier: 'rise', params: {}, expiresAt: 1e15 },
      }),
  }
}
