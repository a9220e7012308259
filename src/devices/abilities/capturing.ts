/** A camera that takes a picture of each face, plate or body that it follows. */
import { picture } from '#devices/fields/picture.ts'
import type { Ability } from '#model/device.ts'
import { choice, flag, integer, text } from '#model/field.ts'
import { captureEvents } from './seen.ts'

/** Which picture of a track is sent: the best of all, or that of a moment. */
export const TRIGGERS = {
  best: [1, '轨迹择优', 'The best of a track'],
  entering: [2, '进入即抓', 'On entering'],
  leaving: [3, '离开时抓', 'On leaving'],
} as const

export const capturing: Ability = {
  name: 'capturing',
  faults: ['recognition'],
  properties: {
    resolution: { field: text(['分辨率', 'Resolution'], { mono: true, example: '2560x1440' }), access: 'r' },
    trigger: { field: choice(['抓拍方式', 'Taken'], TRIGGERS), access: 'rw' },
    leastQuality: {
      field: integer(['最低质量', 'Least quality'], { min: 0, max: 100, unit: '%' }),
      unit: '%',
      access: 'rw',
    },
    exposureMs: {
      field: integer(['最长曝光', 'Longest exposure'], { min: 1, max: 40, unit: 'ms' }),
      unit: 'ms',
      access: 'rw',
    },
    fillLight: { field: flag(['补光灯', 'Light']), access: 'rw' },
  },
  look: {
    label: ['抓拍', 'Captures'],
    states: [{ when: {}, glyph: 'plain', tone: 'quiet', word: 'trigger', facts: [{ property: 'leastQuality' }] }],
    legend: [
      { glyph: 'plain', word: ['工作中', 'At work'] },
      { glyph: 'unknown', word: ['未知', 'Unknown'] },
    ],
  },
  commands: {
    snap: {
      label: ['立即抓拍', 'Take a picture'],
      input: {},
      output: { photo: picture(['抓拍图', 'Picture']) },
      ...{ ttlS: 15, offline: 'refuse', risk: 'none', lane: 'now', atHand: true, inert: true },
    },
  },
  events: {
    ...captureEvents(),
    covered: {
      label: ['镜头遮挡', 'Lens covered'],
      ...{ level: 'alert', record: 'alarm', ends: true },
      fields: { on: flag(['状态', 'On'], { required: true }) },
    },
  },
  figures: 'captures',
}
