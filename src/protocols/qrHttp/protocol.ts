/** QR readers that post codes by HTTP and open by the answer, in both wires that are widespread. */
import { defineProtocol } from '#model/protocol.ts'
import { startQrHttp } from './startQrHttp.ts'

export const protocol = defineProtocol('qrHttp', {
  label: ['HTTP（扫码）', 'HTTP (QR readers)'],
  transport: 'HTTP',
  listens: { variable: 'DEVICE_HTTP', port: 8090, onDemand: true },
  approves: true,
  start: startQrHttp,
})
