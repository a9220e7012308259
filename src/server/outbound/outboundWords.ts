/** Messages for failed outbound calls, by Node's error code where there is one. */
import type { Text } from '#base/text.ts'

export const BROKEN_CALLS: Record<string, Text> = {
  ECONNREFUSED: ['对方拒绝连接', 'The connection was refused'],
  ECONNRESET: ['对方在应答完成前断开了连接', 'The connection was broken off before the answer was complete'],
  EPIPE: ['对方在应答完成前断开了连接', 'The connection was broken off before the answer was complete'],
  ETIMEDOUT: ['连接超时', 'The connection timed out'],
  EHOSTUNREACH: ['对方主机不可达', 'The host cannot be reached'],
  ENETUNREACH: ['对方网络不可达', 'The network cannot be reached'],
  HPE_HEADER_OVERFLOW: ['应答头过大', 'The header of the answer is too large'],
}
export const NOT_HTTP: Text = ['应答不是有效的 HTTP', 'The answer is not valid HTTP']
export const NO_CALL: Text = ['连接失败', 'The call failed']
export const SILENT_CALL: Text = ['15 秒内没有完整的应答', 'No complete answer within 15 s']
export const WRONG_SCHEME: Text = ['地址必须以 http 或 https 开头', 'The address must start with http or https']
export const WITH_CREDENTIALS: Text = [
  '地址不能包含用户名或密码',
  'The address must not contain a user name or password',
]
/** `{}` is the host, or the host with its port. */
export const NO_SUCH_HOST: Text = ['域名 {} 无法解析', 'The name {} cannot be resolved']
export const NOT_ALLOWED: Text = [
  '不允许访问 {}：不是公网地址或端口，可由 PORTICO_CALLBACK_ALLOW 放行',
  '{} may not be reached: not a public address or port; PORTICO_CALLBACK_ALLOW can allow it',
]

export const outboundWords: readonly Text[] = [
  ...Object.values(BROKEN_CALLS),
  NOT_HTTP,
  NO_CALL,
  SILENT_CALL,
  WRONG_SCHEME,
  WITH_CREDENTIALS,
  NO_SUCH_HOST,
  NOT_ALLOWED,
]
