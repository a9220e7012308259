/** What people did with devices, in one list: commands that they gave here, and what they did at the device itself. */
import { choice, instant, json, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { staffNames } from '#modules/identity/account/staffNames.rules.ts'
import { command } from '../command/command.noun.ts'
import { commandWords } from '../command/commandWords.rules.ts'

/** Of a command; what was done at the device has been done. */
export const OPERATE_RESULTS = {
  pending: [0, '进行中', 'In progress'],
  done: [1, '完成', 'Done'],
  failed: [2, '失败', 'Failed'],
  cancelled: [3, '已取消', 'Cancelled'],
} as const
export const AT_DEVICE = 'device'

export const deviceOperation = defineNoun('deviceOperation', {
  label: ['操作记录', 'Operation'],
  api: '/api/device/operate',
  table: 'devices.command',
  scope: 'application',
  places: ['list', 'export'],
  life: 'view',
  name: 'name',
  verbs: ['list', 'export'],
  order: ['time', 'desc'],
  builtIn: { message: commandWords, who: [...staffNames, ['用户 {}', 'User {}']] },
  fields: {
    time: instant(['时间', 'Time'], { find: 'range', sort: true }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal' }),
    deviceName: text(['设备名称', 'Device name']),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal' }),
    component: text(['部件', 'Part'], { keyOf: 'part' }),
    name: text(['操作', 'Operation']),
    identifier: text(['标识符', 'Identifier'], { mono: true, hiddenIn: ['view'] }),
    params: json(['内容', 'Content'], { schema: { type: 'object' } }),
    who: text(['操作人', 'By'], { find: 'contains' }),
    source: choice(
      ['来源', 'Origin'],
      { ...command.fields.origin.values, device: [AT_DEVICE, '设备本地', 'At the device'] },
      { find: 'among', dictionary: ['operate_source', '操作来源', 'Origin of an operation'] },
    ),
    result: choice(['结果', 'Result'], OPERATE_RESULTS, {
      find: 'among',
      dictionary: ['operate_result', '操作结果', 'Result of an operation'],
    }),
    message: text(['说明', 'Message']),
  },
})

export const operateRecordLens = defineLens('operateRecord', {
  path: '/:deviceClass/operateRecord',
  label: ['操作记录', 'Operations'],
  empty: [
    '谁在平台或设备上操作了设备，以及结果',
    'Who operated the devices, here or at the devices themselves, with the outcome',
  ],
  of: 'deviceOperation',
  columns: ['name', 'component', 'params', 'deviceName', 'who', 'source', 'result', 'message', 'time'],
  essential: ['name', 'deviceName', 'who', 'time'],
  filters: ['time', 'deviceId', 'who', 'source', 'result'],
  tags: ['result'],
  live: ['command', 'fact'],
})
