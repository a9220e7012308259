/** All limits of the MQTT server; each can be overridden when it is started. */
import { BEHIND_MAX } from '#model/gate.ts'

export interface Limits {
  /** Bytes that an unauthenticated client may send before it is admitted. */
  connectBytes: number
  /** Time for a complete CONNECT. With one sweep a second, no unauthenticated client stays over 10 s (P08). */
  connectMs: number
  /** Time for the platform to decide, including the queue of admission. */
  openMs: number
  /** Largest packet of a known device, header included. */
  packetBytes: number
  /** Publishes of one socket that are not stored yet; reading stops there. */
  unackedMax: number
  /** Receive Maximum announced to clients of 5. */
  receiveMaximum: number
  /** QoS 1 publishes to one device without PUBACK; a client's own Receive Maximum lowers it. */
  outflightMax: number
  /** Downlinks that wait for a PUBACK, and how long one waits. */
  queueMax: number
  queueMs: number
  /**
   * Bytes waiting in a socket because its device does not read. Above this, nothing is read from it; at eight times
   * this, sending fails.
   */
  backlogBytes: number
  subscriptionsMax: number
  /** Publishes outside its rights after which a client of 5 is closed; one of 3.1.1 is closed at the first. */
  trespassesMax: number
  /** Devices logged in behind one gateway, and logins on one connection; a device that is announced counts as a login. */
  childrenMax: number
  childLoginsPerMin: number
  /** Announced to clients of 5 that request none or more. */
  keepAliveMaxS: number
  /** CONNECTs passed to the platform per second, and how many may wait. */
  connectsPerS: number
  connectsWaitingMax: number
  /** Period of the one timer that all sockets share. */
  sweepMs: number
  /** Time for the last bytes of a closing socket. */
  closeMs: number
}

export const defaultLimits: Limits = {
  connectBytes: 8 * 1024,
  connectMs: 9_000,
  openMs: 30_000,
  packetBytes: 256 * 1024,
  unackedMax: 64,
  receiveMaximum: 64,
  outflightMax: 1024,
  queueMax: 256,
  queueMs: 10_000,
  backlogBytes: 128 * 1024,
  subscriptionsMax: 64,
  trespassesMax: 16,
  childrenMax: BEHIND_MAX,
  childLoginsPerMin: 256,
  keepAliveMaxS: 1200,
  connectsPerS: 300,
  connectsWaitingMax: 3000,
  sweepMs: 1000,
  closeMs: 2000,
}
