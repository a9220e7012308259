/** Limits of every listener of frames over TCP. A protocol may be stricter; each can be overridden when it is started. */
import { mostOf, type Limits } from '#model/limit.ts'

export const tcpLimits = {
  connections: [5000, '', '同时的连接', 'Connections at the same time'],
  connectionsPerAddress: [
    64,
    '',
    '一个地址尚未认证的连接，超出后断开最早的',
    'Connections of one address without an admitted device; beyond it the oldest ends',
  ],
  strangerMs: [9000, 'ms', '完成认证的时限', 'Time until a device is admitted, whatever is sent meanwhile'],
  frameMs: [5000, 'ms', '收完一帧的时限', 'Time for a whole frame to arrive after its first byte'],
  idleMs: [180_000, 'ms', '已认证的连接无数据的时限', 'Time without any byte on the connection of an admitted device'],
  refusalsPerMin: [60, '/ min', '一个地址被拒绝的次数，超出后不再判断', 'Refusals of one address; more are not judged'],
} as const satisfies Limits

/** `sweepMs`: how often connections are looked at for the two times above. */
export type TcpLimits = Record<keyof typeof tcpLimits | 'sweepMs', number>
export const defaultTcpLimits: TcpLimits = { ...mostOf(tcpLimits), sweepMs: 1000 }
