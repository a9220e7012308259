/** Refused calls at the gate: counted for each identity and address, not one row for each attempt. */
import { choice, instant, integer, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const refusal = defineNoun('refusal', {
  label: ['拒绝接入', 'Refused call'],
  api: '/api/device/refusal',
  table: 'devices.refusal',
  scope: 'platform',
  life: 'projection',
  name: 'identity',
  order: ['lastAt', 'desc'],
  verbs: ['list', 'export'],
  fields: {
    identity: text(['自称', 'Called itself'], { mono: true, find: 'contains', notNull: true }),
    reason: choice(
      ['原因', 'Reason'],
      {
        unknownDevice: ['unknownDevice', '没有这台设备', 'No such device'],
        badSecret: ['badSecret', '密钥不对', 'Wrong secret'],
        disabled: ['disabled', '设备已禁用', 'Disabled'],
        flapping: ['flapping', '反复连接', 'Connects over and over'],
        busy: ['busy', '网关繁忙', 'Gateway busy'],
        unapproved: ['unapproved', '地址待批准', 'Address not approved'],
        replayed: ['replayed', '签名已用过', 'Signature used before'],
        onlyBehind: ['onlyBehind', '只能经由网关', 'Through a gateway only'],
        notGateway: ['notGateway', '所经设备不是网关', 'Not behind a gateway'],
        otherApplication: ['otherApplication', '与网关不在同一应用', 'In another application than its gateway'],
        nestedGateway: ['nestedGateway', '网关不能经由网关', 'A gateway behind a gateway'],
        gatewayFull: ['gatewayFull', '网关下的设备已满', 'The gateway is full'],
        stale: ['stale', '签名已过时', 'Signature out of time'],
      },
      { find: 'among', dictionary: ['refusal_reason', '拒绝接入', 'Refused call'], notNull: true },
    ),
    address: text(['地址', 'Address'], { mono: true, find: 'equal', notNull: true }),
    protocol: text(['协议', 'Protocol'], { notNull: true }),
    tries: integer(['次数', 'Times'], { sort: true, notNull: true }),
    firstAt: instant(['首次', 'First'], { notNull: true }),
    lastAt: instant(['最近', 'Last'], { sort: true, find: 'range', notNull: true }),
  },
})

export const refusalLens = defineLens('refusal', {
  path: '/gatewayManage/onlineDevice',
  label: ['拒绝接入', 'Refused calls'],
  of: 'refusal',
  columns: ['identity', 'reason', 'address', 'protocol', 'tries', 'firstAt', 'lastAt'],
  filters: ['identity', 'reason', 'address', 'lastAt'],
})
