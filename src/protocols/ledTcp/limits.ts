/** Limits of the listener for display boards; each can be overridden when it is started. */
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
