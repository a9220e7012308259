/** Alarm hosts that report by SIA DC-09, by TCP or UDP. */
import { defineProtocol } from '#model/protocol.ts'
import { startDc09 } from './startDc09.ts'

export const protocol = defineProtocol('dc09', {
  label: ['SIA DC-09', 'SIA DC-09'],
  transport: 'TCP and UDP',
  listens: { variable: 'ALARM', port: 12_000, onDemand: true },
  approves: true,
  oneWay: true,
  start: startDc09,
})
