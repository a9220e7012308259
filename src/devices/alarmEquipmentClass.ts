/** Alarm hosts: panels with zones that are armed and disarmed, and report burglary, fire and calls for help. */
import { defineDeviceClass } from '#model/device.ts'
import { arming } from './abilities/arming.ts'
import { common } from './abilities/common.ts'
import { zones } from './abilities/zones.ts'

export const alarmEquipmentClass = defineDeviceClass('alarmEquipmentClass', {
  label: ['报警主机', 'Alarm hosts'],
  icon: 'siren',
  category: 'alarm',
  abilities: [common, arming, zones],
  protocols: ['dc09', 'alink'],
  pages: ['equi', 'operateRecord', 'record'],
  lenses: { record: 'alarmRecord' },
})
