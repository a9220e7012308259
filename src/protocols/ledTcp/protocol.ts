/** Display boards that dial in by TCP, alone or behind a serial server, and speak the frame of boards for lanes. */
import { defineProtocol } from '#model/protocol.ts'
import { ledLimits } from './limits.ts'
import { startLedTcp } from './startLedTcp.ts'

export const protocol = defineProtocol('ledTcp', {
  label: ['TCP（显示屏）', 'TCP (display boards)'],
  transport: 'TCP',
  listens: { variable: 'LED_TCP', port: 8096, onDemand: true, tls: 'LED_TLS' },
  approves: false,
  limits: ledLimits,
  start: startLedTcp,
})
