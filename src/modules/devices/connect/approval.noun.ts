/** Addresses from which a device calls without a proof: nothing it says counts until somebody approves the address. */
import { protocol } from '#devices/fields/protocol.ts'
import { choice, instant, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

const STATES = {
  waiting: [0, '待批准', 'To approve'],
  approved: [1, '已批准', 'Approved'],
  refused: [2, '已拒绝', 'Refused'],
} as const

export const approval = defineNoun('approval', {
  label: ['接入批准', 'Approval'],
  api: '/api/device/approval',
  table: 'devices.approval',
  scope: 'source',
  life: 'projection',
  name: 'address',
  order: ['firstAt', 'desc'],
  verbs: ['list', 'export'],
  fields: {
    deviceId: ref(['设备', 'Device'], 'device', { find: 'equal', notNull: true }),
    address: text(['地址', 'Address'], { mono: true, find: 'equal', notNull: true }),
    protocol: protocol(['协议', 'Protocol'], { notNull: true }),
    state: choice(['状态', 'State'], STATES, { find: 'among', notNull: true }),
    firstAt: instant(['首次', 'First'], { find: 'range', notNull: true }),
    decidedAt: instant(['处理时间', 'Decided']),
  },
  actions: {
    approve: {
      on: 'row',
      label: ['批准', 'Approve'],
      unless: { state: [STATES.approved[0]] },
      because: ['该地址已批准', 'The address is approved'],
      confirm: [
        '此地址的设备不出示证明，批准后它报告的内容都会被记录并标为未认证',
        'The device at this address proves nothing. Once approved, what it reports is recorded and marked as unproven',
      ],
    },
    refuse: {
      on: 'row',
      label: ['拒绝', 'Refuse'],
      danger: true,
      unless: { state: [STATES.refused[0]] },
      because: ['该地址已拒绝', 'The address is refused'],
    },
  },
})

export const approvalLens = defineLens('approval', {
  path: '/gatewayManage/onlineDevice',
  label: ['接入批准', 'Approvals'],
  empty: [
    '只报序列号、不出示证明的设备，批准后才能接入',
    'Devices that prove nothing but a serial number connect once approved',
  ],
  of: 'approval',
  columns: ['deviceId', 'address', 'protocol', 'state', 'firstAt', 'decidedAt'],
  filters: ['deviceId', 'address', 'state', 'firstAt'],
})
