/** Rising bollards: they sink when let, and rise when the car has passed. */
import { defineDeviceClass } from '#model/device.ts'
import { common } from './abilities/common.ts'
import { riseAndFall } from './abilities/motion.ts'

export const bollardDevice = defineDeviceClass('bollardDevice', {
  label: ['升降柱', 'Bollards'],
  icon: 'cylinder',
  category: 'vehicle',
  abilities: [common, riseAndFall],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'discern', 'callback', 'union', 'event'],
})
