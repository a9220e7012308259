/** The limits of the HTTP listener for devices, in the form of all other limits. */
import { defaultHttpLimits as most } from '#protocols/http/limits.ts'
import { limitList } from '#server/limitList.ts'

export const deviceHttpLimits = limitList('deviceHttp', {
  headerBytes: [most.headerBytes, 'B', '请求头', 'Headers of a request'],
  bodyBytes: [most.bodyBytes, 'B', '请求体', 'Body of a request'],
  requestMs: [most.requestMs, 'ms', '收完一个请求的时限', 'Time to receive a whole request'],
  connections: [most.connections, '', '同时的连接', 'Connections at the same time'],
  connectionsPerAddress: [
    most.connectionsPerAddress,
    '',
    '一个地址尚未认证的连接，超出后断开最早的',
    'Connections of one address without an admitted device; beyond it the oldest ends',
  ],
  strangerMs: [most.strangerMs, 'ms', '完成认证的时限', 'Time until a device is admitted'],
  refusalsPerMin: [
    most.refusalsPerMin,
    '/ min',
    '一个地址被拒绝的呼叫，超出后不再判断',
    'Refused calls of one address; more are not judged',
  ],
})
