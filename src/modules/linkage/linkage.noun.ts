/** Linkage: what happens at one device, a time or an alarm lets others act. */
import { choice, computed, flag, group, instant, integer, json, list, ref, text, type Choices } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { LONGEST_S } from '#modules/devices/command/mustEnd.rules.ts'
import { CONDITION_CHOICES, CONDITION_FIELDS, STARTED_BY, TRIGGER_CHOICES, TRIGGER_FIELDS } from './generated/kinds.ts'

export const linkage = defineNoun('linkage', {
  label: ['联动规则', 'Linkage'],
  api: '/api/device/linkage',
  table: 'linkage.rule',
  scope: 'application',
  name: 'name',
  fields: {
    name: text(['规则名称', 'Name'], { required: true, max: 50, unique: true, find: 'contains' }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', max: 32, find: 'equal' }),
    triggerDeviceIds: json(['触发设备', 'Trigger devices'], {
      by: 'user',
      schema: { type: 'array', items: { type: 'string', format: 'int64' } },
      notNull: true,
    }),
    triggerKind: choice(['触发方式', 'Trigger'], TRIGGER_CHOICES, {
      find: 'among',
      notNull: true,
      dictionary: ['linkage_trigger', '联动触发方式', 'What starts a linkage'],
    }),
    triggerEvent: text(['触发事件', 'Trigger event'], { max: 64, pattern: 'code', keyOf: 'event' }),
    trigger: group(['触发条件', 'Trigger details'], TRIGGER_FIELDS, { notNull: true }),
    conditions: list(
      ['条件', 'Conditions'],
      { what: choice(['条件', 'Condition'], CONDITION_CHOICES, { required: true, as: 'select' }), ...CONDITION_FIELDS },
      { max: 8, notNull: true },
    ),
    actions: list(
      ['动作', 'Actions'],
      {
        deviceId: ref(['执行设备', 'Device'], 'deviceBind'),
        component: text(['部件', 'Part'], { max: 32 }),
        identifier: text(['指令', 'Command'], { required: true, max: 64, pattern: 'code' }),
        params: json(['参数', 'Parameters'], { by: 'user', schema: { type: 'object' } }),
        delayMs: integer(['延时', 'Delay'], { min: 0, max: 60_000, unit: 'ms' }),
        /** A state that lets everybody pass ends so long after the rule began it. */
        endAfterS: integer(['多久后恢复', 'Ends after'], { min: 1, max: LONGEST_S, unit: 's' }),
      },
      { max: 16, required: true },
    ),
    mode: choice(
      ['执行方式', 'Mode'],
      { parallel: [0, '并行', 'In parallel'], serial: [1, '串行', 'One after another'] },
      { required: true },
    ),
    silentS: integer(['静默', 'Silent for'], { min: 0, max: 86_400, unit: 's', notNull: true }),
    state: choice(
      ['状态', 'State'],
      { on: [1, '启用', 'On'], off: [0, '停用', 'Off'] },
      { required: true, initial: 1, find: 'among' },
    ),
    nextAt: instant(['下次执行', 'Next run'], { by: 'system' }),
    lastRunAt: instant(['最近触发', 'Last run'], { by: 'system' }),
    okCount: integer(['成功', 'Succeeded'], { by: 'system', notNull: true }),
    failedCount: integer(['失败', 'Failed'], { by: 'system', notNull: true }),
    /** Who last saved it has lost a permission that it needs. */
    heldBack: computed(text(['未执行原因', 'Why it does not act'])),
  },
  actions: {
    test: { on: 'row', label: ['测试执行', 'Test run'], reason: true },
    turnOn: {
      on: 'rows',
      label: ['启用', 'Turn on'],
      undo: 'turnOff',
      where: { state: [0] },
      because: ['规则已启用', 'The rule is on already'],
    },
    turnOff: {
      on: 'rows',
      label: ['停用', 'Turn off'],
      undo: 'turnOn',
      where: { state: [1] },
      because: ['规则已停用', 'The rule is off already'],
    },
  },
})
export const unionLens = defineLens('union', {
  path: '/:deviceClass/union',
  label: ['联动管理', 'Linkage'],
  empty: ['一处发生事件时，让另一处设备动作的规则', 'Rules that let one device act when something happens at another'],
  of: 'linkage',
  columns: [
    ...['name', 'trigger', 'actions', 'state', 'lastRunAt', 'okCount', 'triggerKind', 'nextAt', 'mode', 'silentS'],
    'updatedAt',
  ],
  essential: ['name', 'actions'],
  filters: ['name', 'triggerKind', 'state'],
  segments: 'state',
  actions: ['turnOn', 'turnOff'],
  buttons: { view: false, import: false },
  live: true,
})

/** The actions of a run in order, and the progress of each. */
const STEPS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      deviceId: { type: ['string', 'null'], format: 'int64' },
      deviceName: { type: 'string' },
      component: { type: ['string', 'null'] },
      identifier: { type: 'string' },
      params: { type: ['object', 'null'], additionalProperties: {} },
      delayMs: { type: ['integer', 'null'] },
      endAfterS: { type: ['integer', 'null'] },
      state: { enum: ['waiting', 'sent', 'done', 'failed'] },
      dueAt: { type: 'string', format: 'date-time' },
      commandId: { type: 'string', format: 'int64' },
      ref: { type: 'string' },
      safety: { type: 'boolean' },
      /** Keys of the pictures that the device answered with. */
      pictures: { type: 'array', items: { type: 'string' } },
      message: { type: ['string', 'null'] },
    },
    required: ['deviceName', 'identifier', 'state', 'dueAt'],
    additionalProperties: false,
  },
} as const

/** What starts a rule when no event of a device does. */
const STARTS = { test: ['test', '测试', 'Test'], ...STARTED_BY } satisfies Choices

/** What each condition asked for and saw, in both languages. */
const WORDS = { type: 'array', items: { type: 'string' } } as const
const CHECKS = {
  type: 'array',
  items: {
    type: 'object',
    properties: { label: WORDS, held: { type: 'boolean' }, saw: WORDS },
    required: ['label', 'held', 'saw'],
    additionalProperties: false,
  },
} as const

export const linkageRun = defineNoun('linkageRun', {
  label: ['联动记录', 'Linkage run'],
  api: '/api/device/linkageRun',
  table: 'linkage.run',
  scope: 'application',
  life: 'projection',
  name: 'linkageName',
  verbs: ['list', 'view', 'export'],
  fields: {
    at: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal' }),
    linkageId: ref(['规则', 'Rule'], 'linkage', { find: 'equal', notNull: true }),
    linkageName: text(['规则名称', 'Rule'], { notNull: true }),
    deviceName: text(['触发设备', 'Trigger device']),
    event: text(['触发事件', 'Event'], { keyOf: 'event', known: STARTS, notNull: true }),
    cause: json(['触发原因', 'Cause'], { schema: WORDS }),
    checks: json(['条件', 'Conditions'], { schema: CHECKS, notNull: true }),
    factId: text(['来源记录', 'Source'], { mono: true }),
    test: flag(['方式', 'Way'], { words: { true: ['测试', 'Test'], false: ['触发', 'Triggered'] }, notNull: true }),
    actions: json(['动作', 'Actions'], { notNull: true, schema: STEPS }),
    state: choice(
      ['结果', 'Result'],
      {
        running: [0, '执行中', 'Running'],
        ok: [1, '成功', 'Succeeded'],
        failed: [2, '失败', 'Failed'],
        skipped: [3, '未执行', 'Skipped'],
      },
      { find: 'among', dictionary: ['linkage_state', '联动结果', 'Result of a linkage'], notNull: true },
    ),
    reason: text(['原因', 'Reason']),
  },
})
export const linkageRunLens = defineLens('linkageRun', {
  path: '/:deviceClass/union',
  label: ['联动记录', 'Linkage runs'],
  of: 'linkageRun',
  columns: ['linkageName', 'actions', 'state', 'at', 'deviceName', 'event', 'test', 'reason'],
  essential: ['linkageName', 'actions', 'state', 'at'],
  filters: ['linkageId', 'state', 'at'],
  segments: 'state',
  buttons: { view: false },
  live: true,
})
