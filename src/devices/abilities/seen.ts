/** What cameras see: a face, a plate or a body, and what they say of it. */
import { picture } from '#devices/fields/picture.ts'
import type { EventSpec } from '#model/device.ts'
import { choice, decimal, flag, integer, text } from '#model/field.ts'

export const CAPTURE_KINDS = {
  face: [1, '人脸', 'Face'],
  plate: [2, '车牌', 'Plate'],
  body: [3, '人体', 'Body'],
} as const
export const SEXES = { male: [1, '男', 'Male'], female: [2, '女', 'Female'] } as const
export const AGE_BANDS = {
  child: [1, '儿童', 'Child'],
  youth: [2, '少年', 'Teenager'],
  young: [3, '青年', 'Young adult'],
  middle: [4, '中年', 'Middle-aged'],
  old: [5, '老年', 'Elderly'],
} as const
export const COLOURS = {
  blue: [1, '蓝', 'Blue'],
  yellow: [2, '黄', 'Yellow'],
  green: [3, '绿', 'Green'],
  white: [4, '白', 'White'],
  black: [5, '黑', 'Black'],
  red: [6, '红', 'Red'],
  grey: [7, '灰', 'Grey'],
  brown: [8, '棕', 'Brown'],
} as const

/** Of all captures. `trackId`: the number by which the camera follows one thing; what it sees of it again joins the first. */
const OF_ALL = {
  guid: text(['流水号', 'Guid'], { max: 64, mono: true, example: '5f0c2a9e-11' }),
  trackId: text(['轨迹编号', 'Track'], { max: 64, mono: true, example: '20417' }),
  quality: integer(['质量', 'Quality'], { min: 0, max: 100, unit: '%', example: 86 }),
  photo: picture(['抓拍图', 'Picture']),
  scene: picture(['场景图', 'Scene']),
}
const OF_PEOPLE = {
  sex: choice(['性别', 'Sex'], SEXES, { dictionary: 'capture_sex' }),
  age: choice(['年龄段', 'Age'], AGE_BANDS, { dictionary: 'capture_age' }),
}
const OF_FACES = { ...OF_PEOPLE, mask: flag(['口罩', 'Mask']), glasses: flag(['眼镜', 'Glasses']) }
const colour = (label: readonly [string, string]) => choice(label, COLOURS, { dictionary: 'capture_colour' })

const seen = (kind: keyof typeof CAPTURE_KINDS, label: EventSpec['label'], fields: EventSpec['fields']): EventSpec => ({
  ...{ label, level: 'info', record: 'capture', seen: CAPTURE_KINDS[kind][0] },
  fields: { ...OF_ALL, ...fields },
})
/** `per`: the kind of part that sees it, where a device has several cameras. */
export const captureEvents = (per?: string): Readonly<Record<string, EventSpec>> =>
  Object.fromEntries(
    Object.entries({
      faceSnap: seen('face', ['人脸抓拍', 'Face'], OF_FACES),
      plateSnap: seen('plate', ['车牌抓拍', 'Plate'], {
        plate: text(['车牌', 'Plate'], { identity: 'plate', max: 16, example: '浙A12345' }),
        colour: colour(['颜色', 'Colour']),
        confidence: decimal(['置信度', 'Confidence'], { scale: 1, unit: '%' }),
      }),
      bodySnap: seen('body', ['人体抓拍', 'Body'], { ...OF_PEOPLE, colour: colour(['颜色', 'Colour']) }),
    }).map(([name, event]) => [name, per ? { ...event, per } : event]),
  )
