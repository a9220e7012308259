/** Limits of the listener for display boards beyond those of every listener over TCP; each can be overridden when it is started. */
import { mostOf, type Limits } from '#model/limit.ts'
import { defaultTcpLimits, type TcpLimits } from '#protocols/tcp/limits.ts'

export const ledLimits = {
  registerBytes: [160, 'B', '注册包', 'The line that registers a board'],
  strangerMs: [5000, 'ms', '完成注册的时限', 'Time until a board is admitted, whatever is sent meanwhile'],
  idleMs: [
    75_000,
    'ms',
    '显示屏无数据的时限：两个半心跳',
    'Time without any byte of a board: two and a half heartbeats',
  ],
  answerMs: [3000, 'ms', '显示屏答复一帧的时限', 'Time that a board may take to answer a frame'],
} as const satisfies Limits

export type LedLimits = Record<keyof typeof ledLimits, number> & TcpLimits
export const defaultLedLimits: LedLimits = { ...defaultTcpLimits, ...mostOf(ledLimits) }
