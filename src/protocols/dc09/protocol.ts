/** Alarm hosts that report by SIA DC-09, by TCP or UDP. */
import { defineProtocol } from '#model/protocol.ts'
import { dc09Limits } from './limits.ts'
import { startDc09 } from './startDc09.ts'

export const protocol = defineProtocol('dc09', {
  label: ['SIA DC-09', 'SIA DC-09'],
  transport: 'TCP and UDP',
  listens: { variable: 'ALARM', port: 12_000, onDemand: true, tls: 'ALARM_TLS' },
  approves: true,
  knows: [],
  limits: dc09Limits,
  start: startDc09,
})
