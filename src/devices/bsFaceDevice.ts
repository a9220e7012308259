/** Face terminals that control a door: they store people, portraits, cards and PINs, and what their door does. */
import { defineDeviceClass } from '#model/device.ts'
import { cardsBesidePeople } from './abilities/cards.ts'
import { common } from './abilities/common.ts'
import { doors } from './abilities/doors.ts'
import { terminalDoorSettings } from './abilities/doorSettings.ts'
import { facesAtSetDoors } from './abilities/faces.ts'
import { pins } from './abilities/pins.ts'
import { tempPins } from './abilities/tempPins.ts'

export const bsFaceDevice = defineDeviceClass('bsFaceDevice', {
  label: ['BS人脸一体机', 'Face door terminals'],
  icon: 'scan-face',
  category: 'access',
  abilities: [common, doors(1), facesAtSetDoors, cardsBesidePeople, pins, terminalDoorSettings, tempPins],
  protocols: ['alink', 'zkPush'],
  pages: ['equiSum', 'equi', 'authorize', 'person', 'discern', 'callback', 'accessControl', 'capture', 'pswOrder'],
  lenses: { capture: 'passageCapture' },
})
