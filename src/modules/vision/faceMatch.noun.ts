/** Whom cameras found in a library, with the score. */
import { choice, computed, instant, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { LIBRARY_KINDS } from './faceLibrary.noun.ts'

export const faceMatch = defineNoun('faceMatch', {
  label: ['比对命中', 'Face match'],
  api: '/api/vision/match',
  table: 'vision.match',
  scope: 'application',
  life: 'projection',
  name: 'personName',
  order: ['time', 'desc'],
  verbs: ['list', 'view', 'export'],
  fields: {
    time: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    personId: ref(['人员', 'Person'], 'person', { find: 'equal', ofPeople: true, notNull: true }),
    personName: text(['姓名', 'Name'], { find: 'contains', notNull: true }),
    libraryId: ref(['人脸库', 'Library'], 'faceLibrary', { find: 'equal', notNull: true }),
    libraryName: text(['人脸库', 'Library'], { notNull: true, hiddenIn: ['view'] }),
    kind: choice(['类型', 'Kind'], LIBRARY_KINDS, { find: 'among', dictionary: 'library_kind', notNull: true }),
    score: integer(['相似度', 'Similarity'], { unit: '%' }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal', notNull: true }),
    deviceName: text(['设备名称', 'Device name'], { notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal', notNull: true }),
    component: text(['通道', 'Channel'], { keyOf: 'part', notNull: true }),
    captureId: text(['抓拍', 'Capture'], { hiddenIn: ['view'], technical: true }),
    alarmId: text(['告警', 'Alarm'], { hiddenIn: ['view'], technical: true }),
    photoFile: computed(text(['抓拍图', 'Capture'])),
    // Only for those who may read people.
    portraitFile: computed(text(['底库照', 'Portrait'])),
    receivedAt: instant(['接收时间', 'Received'], { notNull: true }),
  },
})
export const faceMatchLens = defineLens('faceMatch', {
  path: '/:deviceClass/discern',
  label: ['识别记录', 'Matches'],
  empty: ['通道比对到库中人员时显示在这里', 'Whom the cameras found in their libraries'],
  of: 'faceMatch',
  columns: [
    'photoFile',
    'portraitFile',
    'personName',
    'score',
    'libraryName',
    'kind',
    'deviceName',
    'component',
    'time',
  ],
  essential: ['photoFile', 'personName', 'score', 'time'],
  filters: ['time', 'personName', 'kind', 'libraryId', 'deviceId'],
  tags: ['kind'],
  wall: { picture: 'photoFile' },
  live: ['faceMatch'],
})

declare module '#model/live.ts' {
  interface LiveMessages {
    /** Somebody was found in a library. */
    faceMatch: { deviceId: string; deviceClass: string }
  }
}
