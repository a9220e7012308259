/** Door controllers: up to four doors with card readers; the cards are stored on the device. */
import { defineDeviceClass } from '#model/device.ts'
import { cards } from './abilities/cards.ts'
import { common } from './abilities/common.ts'
import { doors } from './abilities/doors.ts'
import { doorSettings } from './abilities/doorSettings.ts'

export const accessControlDevice = defineDeviceClass('accessControlDevice', {
  label: ['门禁控制器', 'Door controllers'],
  icon: 'door-closed',
  category: 'access',
  abilities: [common, doors('model'), cards, doorSettings],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'discern', 'callback', 'union', 'event'],
})
