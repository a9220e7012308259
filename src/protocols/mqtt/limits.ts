/** All limits of the MQTT server; each can be overridden when it is started. */
import { BEHIND_MAX } from '#model/gate.ts'
import type { Limits as LimitsShown } from '#model/limit.ts'
import { TOPOLOGY_MAX } from '#protocols/alink/topology.ts'

export interface Limits {
  /** Bytes that an unauthenticated client may send before it is admitted. */
  connectBytes: number
  /** Time for a complete CONNECT. With one sweep a second, no unauthenticated client stays over 10 s (P08). */
  connectMs: number
  /**
   * Connections of one address without a whole CONNECT; beyond it the oldest ends. Many, because all devices of a site may
   * come back at once; those with a CONNECT are limited by `connectsWaitingMax`.
   */
  connectionsPerAddress: number
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
  connectionsPerAddress: 1024,
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

/** Those for anonymous clients and for one session, for the reference. */
export const mqttLimits = {
  connectBytes: [defaultLimits.connectBytes, 'B', '登录前等待的字节', 'Bytes buffered before a CONNECT is complete'],
  connectMs: [defaultLimits.connectMs, 'ms', '收完 CONNECT 的时限', 'Time to receive a whole CONNECT'],
  connectionsPerAddress: [
    defaultLimits.connectionsPerAddress,
    '',
    '一个地址未收完 CONNECT 的连接，超出后断开最早的',
    'Connections of one address without a whole CONNECT; beyond it the oldest ends',
  ],
  connectsPerS: [
    defaultLimits.connectsPerS,
    '/ s',
    '每秒交平台判断的 CONNECT',
    'CONNECTs handed to the platform for a decision',
  ],
  children: [defaultLimits.childrenMax, '', '一台网关下的设备', 'Devices behind one gateway'],
  announced: [TOPOLOGY_MAX, '', '网关一次添加的子设备', 'Devices that a gateway announces in one message'],
  childLogins: [
    defaultLimits.childLoginsPerMin,
    '/ min',
    '一条连接上子设备的登录与添加',
    'Devices that a gateway logs in or announces, on one connection',
  ],
  connectsWaiting: [defaultLimits.connectsWaitingMax, '', '排队的 CONNECT', 'CONNECTs waiting for a decision'],
} as const satisfies LimitsShown
