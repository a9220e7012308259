/** Commands given to devices, with each instant of their life. */
import { choice, instant, integer, json, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import type { RowOf } from '#model/row.ts'
import { staffNames } from '#modules/identity/account/staffNames.rules.ts'
import { commandWords, SET_LABEL, SET_PROPERTIES } from './commandWords.rules.ts'

const GIVEN = {
  deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true }),
  component: text(['部件', 'Part'], { max: 32 }),
  identifier: text(['指令', 'Command'], { required: true, max: 64, pattern: 'code' }),
  reason: text(['原因', 'Reason'], { max: 100 }),
}

export const command = defineNoun('command', {
  label: ['指令', 'Command'],
  api: '/api/device/control',
  table: 'devices.command',
  scope: 'application',
  places: ['list', 'view', 'export', 'send', 'force', 'setProperties', 'cancel'],
  life: 'projection',
  name: 'identifier',
  verbs: ['list', 'view', 'export'],
  builtIn: {
    message: commandWords,
    reason: [
      ['联动：{}', 'Linkage: {}'],
      ['到期自动恢复', 'Its time was over'],
    ],
    userName: [...staffNames, ['同步', 'Sync'], ['核对', 'Comparison'], ['到期恢复', 'Ended at its time']],
  },
  fields: {
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal', notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal', notNull: true }),
    component: text(['部件', 'Part'], { keyOf: 'part', notNull: true }),
    identifier: text(['指令', 'Command'], {
      find: 'equal',
      keyOf: 'command',
      known: { setProperties: [SET_PROPERTIES, ...SET_LABEL] },
      notNull: true,
    }),
    params: json(['参数', 'Parameters'], { notNull: true, schema: { type: 'object' } }),
    reason: text(['原因', 'Reason']),
    origin: choice(
      ['来源', 'Origin'],
      {
        console: ['console', '控制台', 'Console'],
        linkage: ['linkage', '联动', 'Linkage'],
        sync: ['sync', '同步', 'Sync'],
        api: ['api', '接口', 'API'],
        test: ['test', '测试', 'Test'],
      },
      { find: 'among', dictionary: ['command_origin', '指令来源', 'Origin of a command'], notNull: true },
    ),
    userName: text(['操作人', 'By']),
    state: choice(
      ['状态', 'State'],
      {
        queued: [0, '排队', 'Queued'],
        sent: [1, '已发送', 'Sent'],
        acknowledged: [2, '设备确认', 'Acknowledged'],
        done: [3, '完成', 'Done'],
        failed: [4, '失败', 'Failed'],
        timedOut: [5, '超时', 'Timed out'],
        cancelled: [6, '已取消', 'Cancelled'],
      },
      { find: 'among', dictionary: ['command_state', '指令状态', 'Command state'], notNull: true },
    ),
    code: integer(['返回码', 'Code']),
    message: text(['说明', 'Message']),
    queuedAt: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    sentAt: instant(['发送', 'Sent']),
    ackedAt: instant(['确认', 'Acknowledged']),
    provenAt: instant(['状态证明', 'Proven by its state']),
    finishedAt: instant(['结束', 'Finished']),
    expiresAt: instant(['到期', 'Expires'], { notNull: true }),
    proof: json(['凭据', 'Proof']),
    data: json(['返回', 'Answer'], { schema: { type: 'object' } }),
  },
  actions: {
    send: {
      on: 'noun',
      label: ['远程控制', 'Remote control'],
      input: { ...GIVEN, params: json(['参数', 'Parameters']) },
    },
    // Overrides a reason that the class allows to be overridden, for example a loop that is stuck.
    force: { on: 'noun', label: ['强制控制', 'Forced control'], danger: true, input: GIVEN },
    setProperties: {
      on: 'noun',
      label: ['设置属性', 'Set properties'],
      input: {
        deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true }),
        component: text(['部件', 'Part'], { max: 32 }),
        values: json(['属性', 'Properties'], { required: true }),
        until: instant(['到期', 'Until'], {
          help: ['使所有人都能通过的状态必须有到期时间', 'Required for a state that lets everybody pass'],
        }),
        reason: text(['原因', 'Reason'], { max: 100 }),
      },
    },
    cancel: {
      on: 'row',
      label: ['取消', 'Cancel'],
      where: { state: [0] },
      because: ['指令已发出，不能取消', 'It was sent already and cannot be cancelled'],
    },
  },
})

/** What the devices of an application were asked to do, of all classes. */
export const commandLens = defineLens('command', {
  path: '/apply/command',
  label: ['指令记录', 'Commands'],
  of: 'command',
  empty: ['发给设备的指令和它们的结果', 'Commands to devices, with their outcome'],
  columns: [
    'queuedAt',
    'deviceId',
    'deviceClass',
    'component',
    'identifier',
    'origin',
    'userName',
    'reason',
    'state',
    'message',
  ],
  essential: ['queuedAt', 'deviceId', 'identifier', 'state'],
  filters: ['queuedAt', 'deviceId', 'deviceClass', 'identifier', 'origin', 'state'],
  actions: ['cancel'],
  live: true,
})

declare module '#model/live.ts' {
  interface LiveMessages {
    command: Pick<RowOf<typeof command>, 'deviceId' | 'deviceClass'> & { commandId: RowOf<typeof command>['id'] }
  }
}
