/** Limits of the receiver for alarm hosts; each can be overridden when it is started. */
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
