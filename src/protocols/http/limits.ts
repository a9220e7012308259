/** Limits of the HTTP listener for devices; each can be overridden when it is started. */
export interface HttpLimits {
  headerBytes: number
  bodyBytes: number
  /** Time for a whole request to arrive. */
  requestMs: number
  /** Time that the idle connection of a known device stays open. */
  idleMs: number
  connections: number
  /** Connections of one address on which no device was admitted yet; beyond it the oldest ends. */
  connectionsPerAddress: number
  /** Time until a device is admitted, whatever is sent meanwhile. */
  strangerMs: number
  /** Refused calls of one address in a minute; more are answered without being judged. */
  refusalsPerMin: number
  /** Period of the timer that ends slow requests. */
  sweepMs: number
}

export const defaultHttpLimits: HttpLimits = {
  headerBytes: 8 * 1024,
  bodyBytes: 16 * 1024,
  requestMs: 5000,
  idleMs: 15_000,
  connections: 5000,
  connectionsPerAddress: 64,
  strangerMs: 9000,
  refusalsPerMin: 60,
  sweepMs: 1000,
}
