/** Cameras that capture faces, plates and bodies. */
import { defineDeviceClass } from '#model/device.ts'
import { capturing } from './abilities/capturing.ts'
import { common } from './abilities/common.ts'

export const captureDevice = defineDeviceClass('captureDevice', {
  label: ['抓拍机', 'Capture cameras'],
  icon: 'camera',
  category: 'video',
  abilities: [common, capturing],
  protocols: ['alink', 'isapi'],
  pages: ['equiSum', 'equi', 'callback', 'event'],
  lenses: { event: 'captureEvent' },
})
