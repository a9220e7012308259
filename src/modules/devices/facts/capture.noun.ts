/** Captures: faces, plates and bodies that cameras saw, one for each track. */
import { AGE_BANDS, CAPTURE_KINDS, COLOURS, SEXES } from '#devices/abilities/seen.ts'
import { choice, computed, file, flag, instant, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const deviceCapture = defineNoun('deviceCapture', {
  label: ['抓拍', 'Capture'],
  api: '/api/device/capture',
  table: 'devices.capture',
  scope: 'application',
  places: ['list', 'view', 'export'],
  life: 'fact',
  name: 'name',
  order: ['time', 'desc'],
  fields: {
    time: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal', notNull: true }),
    deviceName: text(['设备名称', 'Device name'], { notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal', notNull: true }),
    component: text(['部件', 'Part'], { keyOf: 'part', notNull: true }),
    name: text(['抓拍', 'Capture'], { notNull: true }),
    identifier: text(['标识符', 'Identifier'], { keyOf: 'event', mono: true, notNull: true, hiddenIn: ['view'] }),
    kind: choice(['种类', 'Kind'], CAPTURE_KINDS, {
      find: 'among',
      dictionary: ['capture_kind', '抓拍种类', 'Kind of capture'],
    }),
    plate: text(['车牌', 'Plate'], { find: 'prefix' }),
    colour: choice(['颜色', 'Colour'], COLOURS, {
      find: 'among',
      dictionary: ['capture_colour', '抓拍颜色', 'Colour in a capture'],
    }),
    sex: choice(['性别', 'Sex'], SEXES, { find: 'among', dictionary: ['capture_sex', '抓拍性别', 'Sex in a capture'] }),
    age: choice(['年龄段', 'Age'], AGE_BANDS, {
      find: 'among',
      dictionary: ['capture_age', '年龄段', 'Age in a capture'],
    }),
    mask: flag(['口罩', 'Mask'], { find: 'equal' }),
    glasses: flag(['眼镜', 'Glasses'], { find: 'equal' }),
    quality: integer(['质量', 'Quality'], { unit: '%' }),
    photoFile: text(['抓拍图', 'Picture'], { hiddenIn: ['view'] }),
    // Strangers: an export of them needs a new proof of identity.
    pictures: computed(file(['图片', 'Pictures'], { accept: 'portrait', count: 9, by: 'system' })),
    clockOff: flag(['时钟异常', 'Clock off'], { notNull: true }),
    receivedAt: instant(['接收时间', 'Received'], { notNull: true }),
  },
})

export const captureEventLens = defineLens('captureEvent', {
  path: '/:deviceClass/event',
  label: ['抓拍记录', 'Captures'],
  empty: [
    '摄像机看到的人脸、车牌与人体，同一轨迹一条；照片到期自动删除',
    'Faces, plates and bodies that the cameras saw, one for each track; their pictures are removed after their period',
  ],
  of: 'deviceCapture',
  columns: [
    ...['photoFile', 'name', 'deviceName', 'plate', 'colour', 'sex', 'age', 'mask', 'glasses', 'quality', 'time'],
  ],
  essential: ['photoFile', 'name', 'deviceName', 'time'],
  filters: ['time', 'kind', 'deviceId', 'plate', 'colour', 'sex', 'age', 'mask', 'glasses'],
  tags: ['kind'],
  wall: { picture: 'photoFile', first: true },
  tabs: ['event'],
  live: ['fact'],
})
