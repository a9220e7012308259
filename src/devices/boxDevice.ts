/** Analysis boxes: they watch the pictures of several cameras, and alert by algorithm. */
import { defineDeviceClass } from '#model/device.ts'
import { analysis } from './abilities/analysis.ts'
import { common } from './abilities/common.ts'

export const boxDevice = defineDeviceClass('boxDevice', {
  label: ['智能分析盒', 'Analysis boxes'],
  icon: 'cpu',
  category: 'video',
  abilities: [common, analysis],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'callback', 'event'],
})
