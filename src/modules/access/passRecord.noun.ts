/** Passage records: who went through which door, when, how, and why not. */
import { DIRECTIONS, PASS_METHODS, PASS_RESULTS, REFUSAL_CHOICES } from '#devices/abilities/passage.ts'
import { choice, flag, instant, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { person } from '#modules/people/person.noun.ts'

export const passRecord = defineNoun('passRecord', {
  label: ['通行记录', 'Passage'],
  api: '/api/person/passRecord',
  table: 'devices.passage',
  scope: 'application',
  places: ['list', 'view', 'export'],
  life: 'fact',
  name: 'personName',
  order: ['time', 'desc'],
  fields: {
    time: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    personId: ref(['人员', 'Person'], 'person', { find: 'equal', ofPeople: true }),
    personName: text(['姓名', 'Name'], { find: 'prefix' }),
    personType: choice(['人员类型', 'Type'], person.fields.personType.values, {
      find: 'among',
      dictionary: 'person_type',
    }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal', notNull: true }),
    deviceName: text(['设备名称', 'Device name'], { notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal', notNull: true }),
    component: text(['部件', 'Part'], { keyOf: 'part', notNull: true }),
    method: choice(['方式', 'Method'], PASS_METHODS, {
      find: 'among',
      dictionary: ['pass_method', '通行方式', 'Way of passing'],
    }),
    direction: choice(['方向', 'Direction'], DIRECTIONS, { find: 'among', dictionary: 'direction' }),
    result: choice(['结果', 'Result'], PASS_RESULTS, {
      find: 'among',
      dictionary: ['pass_result', '结果', 'Result of a passage'],
      notNull: true,
    }),
    reason: text(['原因', 'Reason'], {
      find: 'equal',
      known: REFUSAL_CHOICES,
      dictionary: ['pass_fail', '失败原因', 'Reason of refusal'],
    }),
    score: integer(['相似度', 'Score']),
    cardNo: text(['卡号', 'Card'], { find: 'equal', mono: true }),
    plateNo: text(['车牌', 'Plate'], { find: 'equal', mono: true }),
    photoFile: text(['抓拍', 'Photo']),
    offline: flag(['离线补传', 'Sent later'], { notNull: true }),
    clockOff: flag(['时钟异常', 'Clock off'], { notNull: true }),
    receivedAt: instant(['接收时间', 'Received'], { notNull: true }),
  },
})
const COLUMNS = [
  'photoFile',
  'personName',
  'personType',
  'deviceName',
  'component',
  'method',
  'direction',
  'score',
  'result',
  'reason',
  'time',
]
const ESSENTIAL = ['personName', 'deviceName', 'result', 'time']

export const discernLens = defineLens('discern', {
  path: '/:deviceClass/discern',
  label: ['识别记录', 'Records'],
  of: 'passRecord',
  columns: COLUMNS,
  essential: ESSENTIAL,
  filters: ['time', 'personName', 'deviceId', 'method', 'result', 'direction'],
  tags: ['result'],
  wall: { picture: 'photoFile' },
  live: true,
})
/** Whom devices refused, strangers among them, as their pictures. */
export const passageCaptureLens = defineLens('passageCapture', {
  path: '/:deviceClass/capture',
  label: ['抓拍记录', 'Captures'],
  of: 'passRecord',
  where: { result: PASS_RESULTS.refused[0] },
  columns: ['photoFile', 'personName', 'reason', 'deviceName', 'method', 'score', 'time'],
  essential: ['personName', 'reason', 'deviceName', 'time'],
  filters: ['time', 'reason', 'personName', 'deviceId', 'method', 'direction'],
  wall: { picture: 'photoFile', first: true },
  live: true,
})
export const recordQueryLens = defineLens('recordQuery', {
  path: '/apply/recordQuery',
  label: ['记录查询', 'Records'],
  of: 'passRecord',
  columns: COLUMNS,
  essential: ESSENTIAL,
  filters: ['time', 'personName', 'deviceId', 'deviceClass', 'method', 'result', 'direction'],
  tags: ['result'],
  wall: { picture: 'photoFile' },
  live: true,
})
