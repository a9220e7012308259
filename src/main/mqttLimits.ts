/** The limits of the MQTT server for anonymous clients, in the form of all other limits. */
import { TOPOLOGY_MAX } from '#protocols/alink/topology.ts'
import { defaultLimits } from '#protocols/mqtt/limits.ts'
import { limitList } from '#server/limitList.ts'

export const mqttLimits = limitList('mqtt', {
  connectBytes: [defaultLimits.connectBytes, 'B', '登录前等待的字节', 'Bytes buffered before a CONNECT is complete'],
  connectMs: [defaultLimits.connectMs, 'ms', '收完 CONNECT 的时限', 'Time to receive a whole CONNECT'],
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
})
