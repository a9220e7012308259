/** Face terminals at one door: they store people and portraits and recognise them by themselves. */
import { defineDeviceClass } from '#model/device.ts'
import { apps } from './abilities/apps.ts'
import { common } from './abilities/common.ts'
import { doors } from './abilities/doors.ts'
import { faces } from './abilities/faces.ts'
import { screen } from './abilities/screen.ts'

export const faceEqui = defineDeviceClass('faceEqui', {
  label: ['人脸设备', 'Face terminals'],
  icon: 'scan-face',
  category: 'access',
  abilities: [common, doors(1), faces, apps, screen],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'authorize', 'person', 'discern', 'callback'],
})
