/** Limits of the HTTP listener for devices; each path has its own for its bodies, and all can be overridden when it is started. */
import { mostOf, type Limits } from '#model/limit.ts'
import { tcpLimits } from '#protocols/tcp/limits.ts'

const { connections, connectionsPerAddress, strangerMs, refusalsPerMin } = tcpLimits
const MIB = 1024 * 1024

export const httpLimits = {
  headerBytes: [8 * 1024, 'B', '请求头', 'Headers of a request'],
  bodiesBytes: [64 * MIB, 'B', '内存中的全部请求体', 'All bodies in memory'],
  bodiesOfAddressBytes: [
    16 * MIB,
    'B',
    '内存中一个地址尚未认证的请求体',
    'Bodies in memory of one address without an admitted device',
  ],
  requestMs: [
    5000,
    'ms',
    '收完请求头的时限，也是检查请求体速度的周期',
    'Time for the headers of a request, and how often the speed of its body is looked at',
  ],
  bytesPerS: [16 * 1024, '/ s', '请求体每秒至少的字节，低于此速度即断开', 'Bytes of a body below which it is cut'],
  idleMs: [15_000, 'ms', '已认证的连接无请求的时限', 'Time that the idle connection of a known device stays open'],
  ...{ connections, connectionsPerAddress, strangerMs, refusalsPerMin },
} as const satisfies Limits

/** `sweepMs`: how often slow requests are looked for. */
export type HttpLimits = Record<keyof typeof httpLimits | 'sweepMs', number>
export const defaultHttpLimits: HttpLimits = { ...mostOf(httpLimits), sweepMs: 1000 }
