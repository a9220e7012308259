/** Limits of the HTTP listener for devices; each can be overridden when it is started. */
import { limitList } from '#model/limitList.ts'

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

/** Those for strangers, in the form of all other limits. */
export const deviceHttpLimits = limitList('deviceHttp', {
  headerBytes: [defaultHttpLimits.headerBytes, 'B', '请求头', 'Headers of a request'],
  bodyBytes: [defaultHttpLimits.bodyBytes, 'B', '请求体', 'Body of a request'],
  requestMs: [defaultHttpLimits.requestMs, 'ms', '收完一个请求的时限', 'Time to receive a whole request'],
  connections: [defaultHttpLimits.connections, '', '同时的连接', 'Connections at the same time'],
  connectionsPerAddress: [
    defaultHttpLimits.connectionsPerAddress,
    '',
    '一个地址尚未认证的连接，超出后断开最早的',
    'Connections of one address without an admitted device; beyond it the oldest ends',
  ],
  strangerMs: [defaultHttpLimits.strangerMs, 'ms', '完成认证的时限', 'Time until a device is admitted'],
  refusalsPerMin: [
    defaultHttpLimits.refusalsPerMin,
    '/ min',
    '一个地址被拒绝的呼叫，超出后不再判断',
    'Refused calls of one address; more are not judged',
  ],
})
