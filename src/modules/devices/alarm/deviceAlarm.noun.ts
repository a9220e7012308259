/** Alarms: opened by a device, a rule or a person; cleared by the device; acknowledged, worked on and closed by people. */
import { choice, computed, file, flag, instant, integer, json, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'
import type { RowOf } from '#model/row.ts'
import { ALARM_LEVELS } from './alarmLevels.rules.ts'
import { staffNames } from '#modules/identity/account/staffNames.rules.ts'

/** What was done about an alarm; only part of a single one, not of a list. */
const STEPS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      at: { type: 'string', format: 'date-time' },
      act: { type: 'string' },
      actorName: { type: ['string', 'null'] },
      remark: { type: ['string', 'null'] },
    },
    required: ['at', 'act', 'actorName', 'remark'],
    additionalProperties: false,
  },
} as const

/** The rules that it started, filled by the module of rules; only part of a single one. */
const RUNS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'int64' },
      at: { type: 'string', format: 'date-time' },
      name: { type: 'string' },
      /** 0 running, 1 succeeded, 2 failed, 3 skipped */
      state: { type: 'integer' },
      /** What was done with each device, in words. */
      actions: { type: 'array', items: { type: 'string' } },
    },
    required: ['id', 'at', 'name', 'state', 'actions'],
    additionalProperties: false,
  },
} as const

const REMARK = text(['备注', 'Remark'], { max: 200, lines: 3 })

export const deviceAlarm = defineNoun('deviceAlarm', {
  label: ['告警', 'Alarm'],
  api: '/api/device/alarm',
  table: 'devices.alarm',
  scope: 'application',
  places: ['list', 'view', 'export', 'acknowledge', 'claim', 'assign', 'close', 'falseAlarm', 'comment', 'raise'],
  name: 'name',
  verbs: ['list', 'view', 'export'],
  order: ['lastAt', 'desc'],
  builtIn: { closedName: staffNames, acknowledgedName: staffNames, assigneeName: staffNames },
  fields: {
    name: text(['告警', 'Alarm'], { by: 'system', notNull: true }),
    level: choice(['级别', 'Level'], ALARM_LEVELS, {
      by: 'system',
      find: 'among',
      dictionary: ['alarm_level', '告警级别', 'Level of an alarm'],
      notNull: true,
    }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { by: 'system', find: 'equal', notNull: true }),
    deviceName: text(['设备名称', 'Device name'], { by: 'system', notNull: true }),
    deviceClass: text(['类型', 'Type'], { by: 'system', keyOf: 'deviceClass', find: 'equal', notNull: true }),
    siteId: ref(['站点', 'Site'], 'site', { by: 'system', find: 'equal' }),
    component: text(['部件', 'Part'], { by: 'system', keyOf: 'part', notNull: true }),
    kind: text(['类型', 'Kind'], { by: 'system', keyOf: 'event', find: 'equal', mono: true, notNull: true }),
    repeats: integer(['次数', 'Times'], { by: 'system', sort: true, notNull: true }),
    openedAt: instant(['发生时间', 'Opened'], { by: 'system', find: 'range', sort: true, notNull: true }),
    lastAt: instant(['最近一次', 'Last'], { by: 'system', sort: true, notNull: true }),
    clearedAt: instant(['设备恢复', 'Cleared by the device'], { by: 'system' }),
    open: computed(
      flag(['未结束', 'Open'], { find: 'equal', help: ['没有消警，也不是误报', 'Neither closed nor a false alarm'] }),
    ),
    origin: choice(
      ['来源', 'Opened by'],
      { device: [1, '设备', 'Device'], rule: [2, '规则', 'Rule'], person: [3, '人工', 'Person'] },
      { by: 'system', find: 'among', dictionary: ['alarm_origin', '告警来源', 'Origin of an alarm'], notNull: true },
    ),
    originName: text(['来源名称', 'Opened by'], { by: 'system' }),
    pictures: file(['图片', 'Pictures'], { accept: 'image', by: 'system', notNull: true }),
    acknowledgedAt: instant(['确认时间', 'Acknowledged'], { by: 'system' }),
    acknowledgedName: text(['确认人', 'Acknowledged by'], { by: 'system' }),
    assigneeId: ref(['处理人', 'Assigned to'], 'user', { by: 'system', find: 'among' }),
    // Kept with the alarm: the names of accounts cannot be read within an application.
    assigneeName: text(['处理人', 'Assigned to'], { by: 'system' }),
    closedAt: instant(['结束时间', 'Closed'], { by: 'system', find: 'range' }),
    closedName: text(['结束人', 'Closed by'], { by: 'system' }),
    measures: text(['处理措施', 'Measures'], { by: 'system', max: 500, lines: 3 }),
    factId: text(['事件编号', 'Number of the event'], { by: 'system', mono: true }),
    steps: computed(json(['经过', 'Steps'], { notNull: true, schema: STEPS })),
    runs: computed(json(['联动', 'Linkage'], { schema: RUNS })),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      {
        raised: [0, '报警中', 'Active'],
        acknowledged: [1, '已确认', 'Acknowledged'],
        working: [2, '处理中', 'In work'],
        closed: [3, '已消警', 'Closed'],
        false: [4, '误报', 'False alarm'],
      },
      'raised',
      {},
      { dictionary: ['alarm_state', '告警状态', 'State of an alarm'] },
    ),
  },
  actions: {
    acknowledge: { on: 'rows', label: ['确认', 'Acknowledge'], from: ['raised'] },
    claim: { on: 'row', label: ['接手', 'Take it'], from: ['raised', 'acknowledged'] },
    assign: {
      on: 'row',
      label: ['指派', 'Assign'],
      from: ['raised', 'acknowledged', 'working'],
      input: { assigneeId: ref(['处理人', 'Assign to'], 'user', { required: true }), remark: REMARK },
    },
    close: {
      on: 'rows',
      label: ['消警', 'Close'],
      from: ['raised', 'acknowledged', 'working'],
      input: { measures: text(['处理措施', 'Measures'], { max: 500, lines: 3 }) },
    },
    falseAlarm: {
      on: 'rows',
      label: ['误报', 'False alarm'],
      from: ['raised', 'acknowledged', 'working'],
      input: { remark: REMARK },
    },
    comment: {
      on: 'row',
      label: ['备注', 'Comment'],
      input: { remark: text(['备注', 'Remark'], { required: true, max: 200, lines: 3 }) },
    },
    raise: {
      on: 'noun',
      label: ['人工报警', 'Raise an alarm'],
      input: {
        deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true }),
        name: text(['告警', 'What happened'], { required: true, max: 50 }),
        level: choice(['级别', 'Level'], ALARM_LEVELS, { required: true }),
        remark: REMARK,
        photos: file(['照片', 'Photos'], { accept: 'image' }),
      },
    },
  },
})

export const alarmLens = defineLens('alarm', {
  path: '/apply/alarm',
  label: ['告警', 'Alarms'],
  empty: [
    '设备、规则或人员报出的告警，从发生到结束',
    'Alarms of devices, rules and people, from their beginning to their end',
  ],
  of: 'deviceAlarm',
  columns: [
    ...['name', 'level', 'state', 'deviceName', 'lastAt', 'component', 'repeats'],
    ...['clearedAt', 'assigneeId', 'openedAt', 'origin'],
  ] as const,
  essential: ['name', 'state', 'deviceName'],
  filters: ['openedAt', 'open', 'state', 'level', 'deviceClass', 'deviceId', 'siteId', 'kind', 'origin', 'assigneeId'],
  tags: ['level'],
  live: ['alarm'],
})

/** The alarms of one class of devices. */
export const alarmRecordLens = defineLens('alarmRecord', {
  path: '/:deviceClass/record',
  label: ['报警记录', 'Alarm records'],
  empty: ['这类设备报出的告警，从发生到结束', 'Alarms of these devices, from their beginning to their end'],
  of: 'deviceAlarm',
  columns: [
    'name',
    'level',
    'state',
    'deviceName',
    'lastAt',
    'component',
    'repeats',
    'openedAt',
    'clearedAt',
    'measures',
  ],
  essential: ['name', 'state', 'deviceName'],
  filters: ['openedAt', 'open', 'state', 'level', 'deviceId', 'siteId', 'kind', 'assigneeId'],
  tags: ['level'],
  live: ['alarm'],
})

declare module '#model/live.ts' {
  interface LiveMessages {
    /** An alarm was opened, repeated, or changed; without the id where the change came from a device. */
    alarm: Partial<Pick<RowOf<typeof deviceAlarm>, 'id'>> & {
      level?: number
      /** Accounts that an escalation calls. */
      calls?: readonly string[]
    }
  }
}
