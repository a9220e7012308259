/** The limits of the MQTT server for anonymous clients, in the form of all other limits. */
import { defaultLimits } from '#protocols/mqtt/limits.ts'
import { limitList } from '#server/limitList.ts'

export const mqttLimits = limitList('mqtt', {
  connectBytes: [defaultLimits.connectBytes, 'B', '登录前等待的字节', 'Bytes that wait before a CONNECT is whole'],
  connectMs: [defaultLimits.connectMs, 'ms', '收完 CONNECT', 'Until a CONNECT is whole'],
  connectsPerS: [defaultLimits.connectsPerS, '/ s', '交平台判断的 CONNECT', 'CONNECTs handed to the platform'],
  connectsWaiting: [defaultLimits.connectsWaitingMax, '', '排队的 CONNECT', 'CONNECTs that wait for that'],
})
