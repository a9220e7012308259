/** Codes that people show at readers: issued ones as rows, and the personal one that is shown for a minute; and the log of scans. */
import { PASS_RESULTS, REFUSAL_CHOICES } from '#devices/abilities/passage.ts'
import { choice, computed, flag, instant, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const CODE_STATES = {
  valid: [1, '有效', 'Valid'],
  early: [2, '未生效', 'Not valid yet'],
  used: [3, '已用完', 'Used up'],
  over: [4, '已过期', 'Expired'],
  revoked: [5, '已作废', 'Revoked'],
} as const
const { used: USED_UP, over: OVER, revoked: REVOKED } = CODE_STATES
export const CODE_KINDS = { issued: [1, '签发码', 'Issued'], personal: [2, '人员码', 'Personal'] } as const

const USES = integer(['可用次数', 'Uses'], { min: 1, max: 1000, help: ['不填为不限', 'Empty: any number'] })
const PURPOSE = text(['用途', 'Purpose'], { max: 50 })

export const passCode = defineNoun('passCode', {
  label: ['通行码', 'Pass code'],
  api: '/api/person/code',
  table: 'codes.code',
  scope: 'application',
  life: 'projection',
  name: 'purpose',
  order: ['createdAt', 'desc'],
  verbs: ['list', 'export'],
  fields: {
    personId: ref(['人员', 'Person'], 'person', { find: 'equal', ofPeople: true, notNull: true }),
    purpose: PURPOSE,
    doorIds: ref(['通行点', 'Doors'], 'door', { many: true, virtual: true }),
    validFrom: instant(['生效时间', 'Valid from']),
    validTo: instant(['失效时间', 'Valid until'], { find: 'range', notNull: true }),
    mostUses: USES,
    used: integer(['已用次数', 'Used'], { notNull: true }),
    signedDoors: integer(['离线可用的门', 'Doors without network']),
    lastUsedAt: instant(['最近使用', 'Last used']),
    revokedAt: instant(['作废时间', 'Revoked']),
    createdAt: instant(['签发时间', 'Issued'], { find: 'range', sort: true, notNull: true }),
    state: computed(
      choice(['状态', 'State'], CODE_STATES, { dictionary: ['code_state', '码状态', 'State of a code'] }),
    ),
  },
  actions: {
    issue: {
      on: 'noun',
      label: ['签发通行码', 'Issue a code'],
      input: {
        personId: ref(['人员', 'Person'], 'person', { required: true }),
        doorIds: ref(['通行点', 'Doors'], 'door', {
          many: true,
          help: ['不选为该人员可通行的所有门', 'None: every door that the person may pass'],
        }),
        validFrom: instant(['生效时间', 'Valid from']),
        validTo: instant(['失效时间', 'Valid until'], { required: true }),
        mostUses: USES,
        purpose: PURPOSE,
        offline: flag(['断网可用', 'Works without network'], {
          help: [
            '最长 8 小时，只用于离线或混合模式的读头',
            'At most 8 hours; at readers in offline or mixed mode only',
          ],
        }),
      },
    },
    show: {
      on: 'noun',
      label: ['出示人员码', 'Show a personal code'],
      input: { personId: ref(['人员', 'Person'], 'person', { required: true }) },
    },
    revoke: {
      on: 'row',
      label: ['作废', 'Revoke'],
      unless: { state: [USED_UP[0], OVER[0], REVOKED[0]] },
      because: ['该码已不能使用', 'It cannot be used any more'],
      danger: true,
      confirm: ['作废后立即失效，无法恢复', 'It is refused at once, and cannot be restored'],
    },
    replaceKey: {
      on: 'noun',
      proof: true,
      label: ['更换签名密钥', 'Replace the signing key'],
      confirm: [
        '之后签发的断网可用的码使用新密钥，读头在线后收到新公钥',
        'Codes issued from now on are signed with a new key, which readers receive when they are online',
      ],
      input: {
        atOnce: flag(['旧密钥立即失效', 'End the old key at once'], {
          help: [
            '不选时，已签发的码到期前仍可断网使用',
            'Otherwise codes that are out stay usable without network until they expire',
          ],
        }),
      },
    },
  },
})

export const scanRecord = defineNoun('scanRecord', {
  label: ['扫码记录', 'Scan'],
  api: '/api/person/scan',
  table: 'devices.passage',
  scope: 'application',
  life: 'fact',
  name: 'personName',
  order: ['time', 'desc'],
  verbs: ['list', 'export'],
  fields: {
    time: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal', notNull: true }),
    deviceName: text(['设备名称', 'Device name'], { notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal', notNull: true }),
    component: text(['部件', 'Part'], { keyOf: 'part', notNull: true }),
    code: computed(text(['码值', 'Code'], { mono: true })),
    kind: computed(choice(['码类型', 'Kind'], CODE_KINDS, { dictionary: ['code_kind', '码类型', 'Kind of code'] })),
    personId: ref(['人员', 'Person'], 'person', { find: 'equal', ofPeople: true }),
    personName: text(['持码人', 'Holder'], { find: 'prefix' }),
    result: choice(['结果', 'Result'], PASS_RESULTS, { find: 'among', dictionary: 'pass_result', notNull: true }),
    reason: text(['失败原因', 'Reason'], { find: 'equal', known: REFUSAL_CHOICES, dictionary: 'pass_fail' }),
    local: computed(flag(['读头判定', 'Decided by the reader'])),
    unproven: computed(flag(['未认证', 'Unproven'])),
  },
})

export const scanLens = defineLens('log', {
  path: '/:deviceClass/log',
  label: ['扫码日志', 'Scans'],
  of: 'scanRecord',
  columns: ['personName', 'deviceName', 'kind', 'code', 'result', 'reason', 'local', 'unproven', 'time'],
  essential: ['personName', 'deviceName', 'result', 'time'],
  filters: ['time', 'deviceId', 'personName', 'result', 'reason'],
  tags: ['result'],
  tabs: ['passCode'],
  live: true,
})

export const passCodeLens = defineLens('passCode', {
  path: '/:deviceClass/log',
  label: ['通行码', 'Codes'],
  of: 'passCode',
  columns: ['personId', 'purpose', 'doorIds', 'state', 'used', 'mostUses', 'signedDoors', 'validFrom', 'validTo'],
  essential: ['personId', 'state', 'validTo'],
  filters: ['personId', 'createdAt', 'validTo'],
  actions: ['issue', 'replaceKey', 'revoke'],
  empty: ['签发给人员或访客的通行码', 'Codes issued to people and visitors'],
})
