/** The limits of the listener for display boards, in the form of all other limits. */
import { defaultLedLimits as most } from '#protocols/ledTcp/limits.ts'
import { limitList } from '#server/limitList.ts'

export const ledTcpLimits = limitList('ledTcp', {
  registerBytes: [most.registerBytes, 'B', '注册包', 'The line that registers a board'],
  registerMs: [most.registerMs, 'ms', '完成注册的时限', 'Time until a board is admitted'],
  connections: [most.connections, '', '同时的连接', 'Connections at the same time'],
  connectionsPerAddress: [
    most.connectionsPerAddress,
    '',
    '一个地址尚未注册的连接，超出后断开最早的',
    'Connections of one address without an admitted board; beyond it the oldest ends',
  ],
  refusalsPerMin: [
    most.refusalsPerMin,
    '/ min',
    '一个地址被拒绝的注册，超出后不再判断',
    'Refused registrations of one address; more are not judged',
  ],
})
