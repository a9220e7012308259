/** Events and messages of devices, commands, and connections: facts and views, never edited. */
import { protocol } from '#devices/fields/protocol.ts'
import { choice, computed, file, flag, instant, integer, json, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import type { RowOf } from '#model/row.ts'
import { staffNames } from '#modules/identity/account/staffNames.rules.ts'
import { FRAME_KINDS } from './frameKinds.ts'

const LEVEL = choice(
  ['级别', 'Level'],
  {
    info: [0, '信息', 'Info'],
    alert: [1, '告警', 'Alert'],
    fault: [2, '故障', 'Fault'],
    urgent: [3, '紧急', 'Urgent'],
  },
  { find: 'among', dictionary: ['event_level', '事件级别', 'Event level'], notNull: true },
)

export const deviceEvent = defineNoun('deviceEvent', {
  label: ['事件', 'Event'],
  api: '/api/device/event',
  table: 'devices.event',
  scope: 'application',
  places: ['list', 'view', 'export', 'handle'],
  life: 'fact',
  name: 'name',
  builtIn: { name: [['报文无法保存', 'A message could not be stored']], handler: staffNames },
  order: ['time', 'desc'],
  fields: {
    time: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal', notNull: true }),
    deviceName: text(['设备名称', 'Device name'], { notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal', notNull: true }),
    component: text(['部件', 'Part'], { keyOf: 'part', notNull: true }),
    name: text(['事件', 'Event'], { notNull: true }),
    identifier: text(['事件', 'Event'], { keyOf: 'event', find: 'equal', mono: true, notNull: true }),
    level: LEVEL,
    params: json(['内容', 'Content'], { notNull: true, schema: { type: 'object' } }),
    clockOff: flag(['时钟异常', 'Clock off'], { notNull: true }),
    receivedAt: instant(['接收时间', 'Received'], { notNull: true }),
    handleState: computed(
      choice(
        ['处理', 'Handled'],
        {
          none: [0, '无需处理', 'None needed'],
          open: [1, '待处理', 'Open'],
          handled: [2, '已处理', 'Handled'],
          false: [3, '误报', 'False alarm'],
        },
        { dictionary: ['handle_state', '处理状态', 'Handling of an event'], notNull: true },
      ),
    ),
    alarmId: computed(text(['告警编号', 'Number of the alarm'], { mono: true })),
    handler: computed(text(['处理人', 'Handled by'])),
    handleRemark: computed(text(['处理备注', 'Remark'])),
    pictures: computed(file(['图片', 'Pictures'], { accept: 'image', by: 'system' })),
    // The ticket made of it that is not closed; filled by the module of repairs.
    ticketNo: computed(text(['报修工单', 'Repair ticket'])),
  },
  actions: {
    handle: {
      on: 'rows',
      label: ['处理', 'Handle'],
      unless: { handleState: [0, 2, 3] },
      because: ['该事件无需处理或已处理', 'Nothing needs to be done about it, or it has been done'],
      input: {
        state: choice(
          ['结果', 'Result'],
          { handled: [2, '已处理', 'Handled'], false: [3, '误报', 'False alarm'] },
          { required: true },
        ),
        remark: text(['备注', 'Remark'], { max: 200, lines: 3 }),
      },
    },
  },
})
export const eventLens = defineLens('event', {
  path: '/:deviceClass/event',
  label: ['事件记录', 'Events'],
  of: 'deviceEvent',
  columns: ['name', 'params', 'level', 'deviceName', 'component', 'handleState', 'time'],
  essential: ['name', 'deviceName', 'handleState', 'time'],
  filters: ['time', 'deviceId', 'identifier', 'level'],
  tags: ['level'],
  live: true,
})

declare module '#model/live.ts' {
  interface LiveMessages {
    /** The log of a device has new lines. */
    log: Record<never, never>
    /** `family`: its number in `model/families.ts`. */
    fact: Pick<RowOf<typeof deviceEvent>, 'deviceId' | 'deviceClass' | 'identifier' | 'level'> & {
      factId: RowOf<typeof deviceEvent>['id']
      family: number
    }
  }
}

export const deviceLog = defineNoun('deviceLog', {
  label: ['设备日志', 'Device log'],
  api: '/api/device/log',
  table: 'devices.frame',
  scope: 'source',
  places: ['list', 'view', 'export'],
  life: 'fact',
  name: 'identifier',
  order: ['at', 'desc'],
  fields: {
    at: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    deviceId: ref(['设备', 'Device'], 'device', { find: 'equal', notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal', notNull: true }),
    kind: choice(['类别', 'Kind'], FRAME_KINDS, {
      find: 'among',
      dictionary: ['device_log_type', '日志类型', 'Kind of log entry'],
      notNull: true,
    }),
    upstream: flag(['方向', 'Direction'], {
      find: 'equal',
      words: { true: ['上行', 'Up'], false: ['下行', 'Down'] },
      dictionary: 'log_dir',
      notNull: true,
    }),
    identifier: text(['标识符', 'Identifier'], { find: 'equal', mono: true }),
    content: json(['报文', 'Content'], { find: 'contains', findWith: 'deviceId' }),
    code: integer(['返回码', 'Code']),
    requestId: text(['请求编号', 'Request'], { find: 'equal', mono: true, technical: true }),
    bytes: integer(['字节', 'Bytes'], { unit: 'B' }),
  },
})
export const deviceLogLens = defineLens('deviceLog', {
  path: '/hardwareManage/deviceLog',
  label: ['设备日志', 'Device log'],
  of: 'deviceLog',
  columns: ['at', 'deviceId', 'kind', 'upstream', 'identifier', 'content', 'code', 'bytes'],
  essential: ['at', 'deviceId', 'kind', 'content'],
  filters: ['at', 'deviceId', 'kind', 'upstream', 'identifier', 'content', 'requestId'],
  live: ['log'],
})

export const session = defineNoun('session', {
  label: ['在线设备', 'Device online'],
  api: '/api/device/session',
  table: 'devices.session',
  scope: 'source',
  places: ['list', 'export'],
  life: 'view',
  name: 'sn',
  called: 'deviceName',
  order: ['openedAt', 'desc'],
  verbs: ['list', 'export'],
  fields: {
    sn: text(['序列号', 'Serial number'], { find: 'prefix', identity: 'serial', mono: true, scanned: true }),
    deviceName: text(['设备名称', 'Device'], { find: 'contains' }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal' }),
    appId: ref(['应用', 'Application'], 'application', { find: 'among' }),
    protocol: protocol(['协议', 'Protocol']),
    gatewayId: ref(['经由网关', 'Through gateway'], 'device', { find: 'equal' }),
    address: text(['地址', 'Address'], { find: 'contains', mono: true }),
    node: text(['节点', 'Node'], { find: 'equal', mono: true }),
    keepAliveS: integer(['心跳', 'Keep-alive'], { unit: 's' }),
    openedAt: instant(['上线时间', 'Connected'], { find: 'range', sort: true }),
    lastSeenAt: instant(['最后心跳', 'Last seen']),
    epoch: text(['会话号', 'Epoch'], { mono: true }),
  },
  actions: {
    kick: {
      on: 'row',
      label: ['断开', 'Disconnect'],
      danger: true,
      confirm: ['设备会立即断开，随后可重新连接', 'It is disconnected at once and may connect again'],
    },
  },
})
export const onlineDeviceLens = defineLens('onlineDevice', {
  path: '/gatewayManage/onlineDevice',
  label: ['在线设备', 'Devices online'],
  empty: ['设备连上平台后显示在这里，断开后离开', 'Devices are here while they are connected'],
  of: 'session',
  columns: [
    'sn',
    'deviceName',
    'deviceClass',
    'appId',
    'protocol',
    'openedAt',
    'gatewayId',
    'address',
    'node',
    'keepAliveS',
    'lastSeenAt',
  ],
  filters: ['sn', 'deviceName', 'deviceClass', 'appId', 'gatewayId', 'node', 'address', 'openedAt'],
  tabs: ['approval', 'refusal', 'deadMessage'],
  live: true,
})
