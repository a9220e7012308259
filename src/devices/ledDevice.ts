/** LED displays: lines of text and voice at lanes and lots, by programme or for a moment. */
import { defineDeviceClass } from '#model/device.ts'
import { board } from './abilities/board.ts'
import { common } from './abilities/common.ts'

export const ledDevice = defineDeviceClass('ledDevice', {
  label: ['LED 显示屏', 'LED displays'],
  icon: 'monitor',
  category: 'display',
  abilities: [common, board],
  protocols: ['alink', 'ledTcp'],
  pages: ['equiSum', 'equi', 'discern', 'callback', 'union'],
})
