/** Messages of devices that could not be stored because of their content: kept with the reason, and stored again on demand. */
import { choice, computed, instant, integer, json, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const deadMessage = defineNoun('deadMessage', {
  label: ['未保存的报文', 'Message not stored'],
  api: '/api/device/deadMessage',
  table: 'devices.dead_message',
  scope: 'source',
  life: 'projection',
  name: 'what',
  order: ['receivedAt', 'desc'],
  verbs: ['list', 'view', 'export'],
  // The content may include personal data: cards, numbers, names.
  proof: ['export'],
  fields: {
    receivedAt: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    deviceId: ref(['设备', 'Device'], 'device', { find: 'equal' }),
    what: text(['内容', 'Message content'], { mono: true, find: 'contains' }),
    reason: choice(
      ['原因', 'Reason'],
      {
        text: ['text', '含有无法保存的字符', 'Characters that cannot be stored'],
        range: ['range', '数值或时间超出范围', 'A number or time out of range'],
        value: ['value', '数据格式不正确', 'Data of the wrong form'],
        rule: ['rule', '违反数据规则', 'Breaks a rule of the data'],
        size: ['size', '内容过大或嵌套过深', 'Too large or nested too deeply'],
        other: ['other', '其他', 'Something else'],
      },
      { find: 'among', notNull: true },
    ),
    error: text(['数据库提示', 'Database error'], { mono: true, lines: 3, notNull: true }),
    bytes: integer(['大小', 'Size'], { unit: 'B' }),
    state: choice(
      ['状态', 'State'],
      { aside: [0, '未保存', 'Not stored'], stored: [1, '已补存', 'Stored after all'] },
      { find: 'among', notNull: true },
    ),
    tries: integer(['重试次数', 'Times tried again'], { notNull: true }),
    triedAt: instant(['最近重试', 'Last tried']),
    storedAt: instant(['补存时间', 'Stored at']),
    dropped: computed(integer(['该设备更早的已清除条数', 'Older ones of the device, only counted'])),
    message: computed(json(['报文', 'Message'])),
  },
  actions: {
    again: {
      on: 'rows',
      label: ['重新保存', 'Store again'],
      where: { state: [0] },
      because: ['已补存', 'It is stored already'],
    },
  },
})

export const deadMessageLens = defineLens('deadMessage', {
  path: '/gatewayManage/onlineDevice',
  label: ['未保存的报文', 'Messages not stored'],
  of: 'deadMessage',
  columns: ['receivedAt', 'deviceId', 'what', 'reason', 'error', 'bytes', 'state', 'tries'],
  filters: ['receivedAt', 'deviceId', 'reason', 'state'],
})
