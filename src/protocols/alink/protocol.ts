/** Alink over MQTT: the protocol of our own devices, and of those written for its cloud. */
import { defineProtocol } from '#model/protocol.ts'
import { startMqtt } from '#protocols/mqtt/adapter.ts'

export const protocol = defineProtocol('alink', {
  label: ['MQTT（Alink）', 'MQTT (Alink)'],
  transport: 'MQTT',
  listens: { variable: 'MQTT', port: 1883, tls: 'MQTTS' },
  approves: false,
  start: startMqtt,
})
