/** Limits of the receiver for alarm hosts; each can be overridden when it is started. */
import { limitList } from '#model/limitList.ts'

export interface Dc09Limits {
  /** Time for a whole frame to arrive after its first byte. */
  frameMs: number
  /** Time that the connection of a known host may be idle between frames. */
  idleMs: number
  connections: number
  /** Connections of one address on which no host was admitted yet; beyond it the oldest ends. */
  connectionsPerAddress: number
  /** Time until a host is admitted, whatever is sent meanwhile. */
  strangerMs: number
  /** Datagrams that are being answered; further ones are dropped, and their senders repeat them. */
  datagrams: number
  /** Refused frames of one address in a minute; more are neither judged nor answered. */
  refusalsPerMin: number
  /** Answers that are kept for frames that are sent again. */
  keptAnswers: number
  sweepMs: number
}

export const defaultDc09Limits: Dc09Limits = {
  frameMs: 5000,
  idleMs: 180_000,
  connections: 5000,
  connectionsPerAddress: 64,
  strangerMs: 9000,
  datagrams: 500,
  refusalsPerMin: 60,
  keptAnswers: 10_000,
  sweepMs: 1000,
}

/** In the form of all other limits. */
export const dc09Limits = limitList('dc09', {
  frameMs: [defaultDc09Limits.frameMs, 'ms', '收完一帧的时限', 'Time to receive a whole frame'],
  idleMs: [defaultDc09Limits.idleMs, 'ms', '已认证主机两帧之间的间隔', 'Time between two frames of an admitted host'],
  connections: [defaultDc09Limits.connections, '', '同时的连接', 'Connections at the same time'],
  connectionsPerAddress: [
    defaultDc09Limits.connectionsPerAddress,
    '',
    '一个地址尚未认证的连接，超出后断开最早的',
    'Connections of one address without an admitted host; beyond it the oldest ends',
  ],
  strangerMs: [defaultDc09Limits.strangerMs, 'ms', '完成认证的时限', 'Time until a host is admitted'],
  datagrams: [
    defaultDc09Limits.datagrams,
    '',
    '同时处理的数据报，超出后不予理会',
    'Datagrams being answered; more are dropped',
  ],
  refusalsPerMin: [
    defaultDc09Limits.refusalsPerMin,
    '/ min',
    '一个地址被拒绝的帧，超出后不再判断',
    'Refused frames of one address; more are not judged',
  ],
  keptAnswers: [
    defaultDc09Limits.keptAnswers,
    '',
    '为重发的帧保留的应答',
    'Answers that are kept for frames that are sent again',
  ],
})
