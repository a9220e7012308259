/** A box that watches the pictures of several cameras: each algorithm has an alert of its own, with the place of what it found. */
import type { Text } from '#base/text.ts'
import { picture } from '#devices/fields/picture.ts'
import type { Ability, EventSpec } from '#model/device.ts'
import { integer, text } from '#model/field.ts'
import { channelLook, channelProperties, CHANNELS, channelLost, snapshotOfChannel } from './channels.ts'

/** The place of what was found: left, top, width and height in thousandths of the picture. */
const box = text(['目标框', 'Box'], {
  max: 24,
  matches: '\\d{1,4}(,\\d{1,4}){3}',
  technical: true,
  example: '412,220,180,360',
})
const FOUND = {
  guid: text(['流水号', 'Guid'], { max: 64, mono: true, example: '5f0c2a9e-11' }),
  score: integer(['置信度', 'Confidence'], { min: 0, max: 100, unit: '%', example: 87 }),
  box,
  photo: picture(['告警图', 'Picture']),
}
const alert = (zh: string, en: string): EventSpec => ({
  ...{ label: [zh, en], level: 'alert', record: 'event', per: 'channel' },
  fields: FOUND,
})
/** What boxes look for. Fire is an alarm until somebody ends it; the others are judged one by one. */
export const ALGORITHMS = {
  helmet: alert('未戴安全帽', 'No helmet'),
  intrusion: alert('区域入侵', 'Intrusion'),
  loiter: alert('徘徊', 'Loitering'),
  crowd: alert('人员聚集', 'Crowd'),
  absent: alert('离岗', 'Post left'),
  leftBehind: alert('遗留物', 'Object left behind'),
  wrongWay: alert('逆行', 'Wrong way'),
  bikeInLift: alert('电动车进梯', 'Electric bike in a lift'),
  smoking: alert('抽烟', 'Smoking'),
  phone: alert('玩手机', 'Phone in use'),
  noMask: alert('未戴口罩', 'No mask'),
  smokeFire: { ...alert('烟火', 'Smoke or fire'), level: 'urgent', record: 'alarm' },
} as const satisfies Readonly<Record<string, EventSpec>>
export type Algorithm = keyof typeof ALGORITHMS

const share = (label: Text) =>
  ({ field: integer(label, { min: 0, max: 100, unit: '%' }), unit: '%', access: 'r' }) as const

export const analysis: Ability = {
  name: 'analysis',
  faults: ['recognition'],
  components: CHANNELS,
  properties: {
    cpu: share(['处理器', 'Processor']),
    npu: share(['算力', 'Accelerator']),
    memory: share(['内存', 'Memory']),
    disk: share(['存储', 'Storage']),
    temperature: { field: integer(['温度', 'Temperature'], { unit: '℃' }), unit: '℃', access: 'r' },
    ...channelProperties,
  },
  look: channelLook,
  commands: { snapshot: snapshotOfChannel },
  events: {
    ...ALGORITHMS,
    channelLost,
    licenceExpires: {
      ...{ label: ['授权即将到期', 'Licence expires soon'], level: 'alert', record: 'event' },
      fields: { days: integer(['剩余天数', 'Days left'], { min: 0, max: 3660 }) },
    },
  },
  figures: 'events',
}
