/** Sync tasks: what is in flight to devices, and failures. */
import { HELD } from '#model/device.ts'
import { choice, instant, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import type { RowOf } from '#model/row.ts'
import { commandWords } from '#modules/devices/command/commandWords.rules.ts'

export const syncTask = defineNoun('syncTask', {
  label: ['同步任务', 'Sync task'],
  api: '/api/device/syncTask',
  table: 'sync.exception',
  scope: 'source',
  places: ['list', 'export', 'stat'],
  life: 'view',
  name: 'subjectName',
  order: ['lastAt', 'desc'],
  verbs: ['list', 'export'],
  staffWrites: true,
  builtIn: { message: [...commandWords, ['设备的答复中没有此人', "The device's answer did not name this person"]] },
  fields: {
    deviceId: ref(['设备', 'Device'], 'device', { find: 'among', notNull: true }),
    deviceName: text(['设备', 'Device']),
    deviceSn: text(['序列号', 'Serial'], { find: 'prefix', mono: true }),
    item: choice(
      ['对象类型', 'Kind'],
      { ...HELD.items, ...HELD.documents },
      { find: 'among', dictionary: HELD.dictionary },
    ),
    subjectName: text(['对象', 'Subject'], { find: 'contains' }),
    put: choice(['动作', 'Action'], { send: [1, '下发', 'Send'], remove: [0, '删除', 'Remove'] }, { find: 'among' }),
    state: choice(
      ['状态', 'State'],
      {
        sending: ['sending', '下发中', 'Under way'],
        waiting: ['waiting', '等待下发', 'Waiting'],
        failed: ['failed', '失败', 'Failed'],
        cancelled: ['cancelled', '已取消', 'Cancelled'],
      },
      { find: 'among', dictionary: ['sync_state', '同步任务', 'Sync task'] },
    ),
    kind: choice(
      ['原因', 'Reason'],
      {
        refused: ['refused', '设备拒绝', 'Refused by the device'],
        busy: ['busy', '设备忙', 'Device busy'],
        full: ['full', '设备已满', 'Device full'],
        lost: ['lost', '无应答', 'No answer'],
        drift: ['drift', '与设备不一致', 'Differs from the device'],
        queued: ['queued', '排队', 'Queued'],
        cancelled: ['cancelled', '已取消', 'Cancelled'],
      },
      { find: 'among', dictionary: ['sync_reason', '原因', 'Reason of a sync task'] },
    ),
    tries: integer(['次数', 'Tries']),
    code: text(['返回码', 'Code'], { mono: true }),
    message: text(['说明', 'Message']),
    lastAt: instant(['更新时间', 'Updated'], { find: 'range', sort: true }),
    nextAt: instant(['下次', 'Next']),
    commandId: text(['请求编号', 'Request'], { mono: true, technical: true }),
  },
  actions: {
    retry: { on: 'rows', label: ['重新同步', 'Send again'] },
    cancel: {
      on: 'rows',
      label: ['取消下发', 'Cancel sending'],
      danger: true,
      confirm: [
        '不再下发，直到权限变更或重新同步；删除任务不会被取消',
        'Nothing more is sent until the rights change or it is sent again; removals are not cancelled',
      ],
    },
    stat: { on: 'noun', label: ['统计', 'Statistics'], method: 'GET' },
  },
})
declare module '#model/live.ts' {
  interface LiveMessages {
    sync: Pick<RowOf<typeof syncTask>, 'deviceId'>
  }
}

export const syncTaskLens = defineLens('syncTask', {
  path: '/hardwareManage/syncTask',
  label: ['同步任务', 'Sync tasks'],
  of: 'syncTask',
  columns: [
    'deviceName',
    'item',
    'subjectName',
    'put',
    'state',
    'kind',
    'message',
    'nextAt',
    'tries',
    'code',
    'deviceSn',
    'lastAt',
  ],
  essential: ['deviceName', 'subjectName', 'state', 'message'],
  filters: ['deviceId', 'deviceSn', 'item', 'subjectName', 'put', 'state', 'kind', 'lastAt'],
  live: true,
})
