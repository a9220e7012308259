/** Alink over MQTT in WebSockets, for devices that only pass through proxies and firewalls for the web. */
import { defineProtocol } from '#model/protocol.ts'
import { startMqttWs } from './startMqttWs.ts'

export const protocol = defineProtocol('alinkWs', {
  label: ['MQTT over WebSocket', 'MQTT over WebSocket'],
  transport: 'WebSocket',
  carries: 'alink',
  listens: { variable: 'MQTT_WS', port: 8083, onDemand: true },
  approves: false,
  start: startMqttWs,
})
