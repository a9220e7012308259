/** Limits of the listener for display boards; each can be overridden when it is started. */
import { limitList } from '#model/limitList.ts'

export interface LedLimits {
  /** The line with which a board registers. */
  registerBytes: number
  /** Time until a board is admitted, whatever is sent meanwhile. */
  registerMs: number
  /** Time without any byte after which a board counts as gone: two and a half heartbeats. */
  silentMs: number
  /** Time that a board may take to answer a frame. */
  answerMs: number
  connections: number
  /** Connections of one address on which no board was admitted yet; beyond it the oldest ends. */
  connectionsPerAddress: number
  /** Refused registrations of one address in a minute; more are closed without being judged. */
  refusalsPerMin: number
}

export const defaultLedLimits: LedLimits = {
  registerBytes: 160,
  registerMs: 5000,
  silentMs: 75_000,
  answerMs: 3000,
  connections: 5000,
  connectionsPerAddress: 64,
  refusalsPerMin: 60,
}

/** Those for strangers, in the form of all other limits. */
export const ledTcpLimits = limitList('ledTcp', {
  registerBytes: [defaultLedLimits.registerBytes, 'B', '注册包', 'The line that registers a board'],
  registerMs: [defaultLedLimits.registerMs, 'ms', '完成注册的时限', 'Time until a board is admitted'],
  connections: [defaultLedLimits.connections, '', '同时的连接', 'Connections at the same time'],
  connectionsPerAddress: [
    defaultLedLimits.connectionsPerAddress,
    '',
    '一个地址尚未注册的连接，超出后断开最早的',
    'Connections of one address without an admitted board; beyond it the oldest ends',
  ],
  refusalsPerMin: [
    defaultLedLimits.refusalsPerMin,
    '/ min',
    '一个地址被拒绝的注册，超出后不再判断',
    'Refused registrations of one address; more are not judged',
  ],
})
