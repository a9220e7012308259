/** Recorders that recognise faces: cameras behind them capture, and they compare with the libraries that they store. */
import { defineDeviceClass } from '#model/device.ts'
import { common } from './abilities/common.ts'
import { libraries } from './abilities/libraries.ts'
import { recorder } from './abilities/recorder.ts'

export const nvrDevice = defineDeviceClass('nvrDevice', {
  label: ['人脸录像机', 'Face recorders'],
  icon: 'video',
  category: 'video',
  abilities: [common, recorder, libraries],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'authorize', 'person', 'discern', 'callback', 'capture'],
  lenses: { authorize: 'faceArming', discern: 'faceMatch', capture: 'channelCapture' },
})
