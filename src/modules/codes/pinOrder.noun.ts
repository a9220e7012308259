/** Temporary PINs: four to eight digits made by us for a person or a visitor, at some doors, for some time and a number of uses. */
import { choice, computed, instant, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const PIN_KINDS = {
  once: [1, '一次性', 'Once'],
  period: [2, '限时', 'For a time'],
  weekdays: [3, '周期', 'By weekdays'],
  count: [4, '限次', 'A number of times'],
} as const

const LIVE = ['asked', 'queued', 'active', 'failed'] as const

export const pinOrder = defineNoun('pinOrder', {
  label: ['临时密码', 'Temporary PIN'],
  api: '/api/person/pinOrder',
  table: 'codes.pin_order',
  scope: 'application',
  name: 'purpose',
  order: ['createdAt', 'desc'],
  verbs: ['list', 'view', 'add', 'export'],
  fields: {
    kind: choice(['类型', 'Kind'], PIN_KINDS, {
      ...{ required: true, find: 'among', initial: PIN_KINDS.once[0] },
      dictionary: ['pin_kind', '密码类型', 'Kind of a PIN'],
    }),
    personId: ref(['使用人', 'Holder'], 'person', {
      ...{ find: 'equal', ofPeople: true, filledBy: 'visitorName', notNull: true },
      help: ['不选则填写访客的姓名和手机号', 'None: give the name and phone of a visitor'],
    }),
    visitorName: text(['访客姓名', 'Name of the visitor'], { max: 32, virtual: true, hiddenIn: ['view'] }),
    visitorPhone: text(['访客手机号', 'Phone of the visitor'], {
      ...{ pattern: 'phone', virtual: true, personal: true, hiddenIn: ['view'] },
    }),
    phone: computed(text(['手机号', 'Phone'])),
    doorIds: ref(['通行点', 'Doors'], 'door', { many: true, max: 50, required: true, virtual: true }),
    validFrom: instant(['生效时间', 'Valid from']),
    validTo: instant(['失效时间', 'Valid until'], { required: true, find: 'range' }),
    timePlanId: ref(['时间计划', 'Time plan'], 'timePlan', {
      help: ['周期密码只在这些时段有效', 'By weekdays it opens in these hours only'],
      none: ['全天', 'Any time'],
    }),
    mostUses: integer(['可用次数', 'Uses'], { min: 1, max: 1000, none: ['不限', 'No limit'] }),
    digits: integer(['位数', 'Digits'], { min: 4, max: 8, initial: 6, virtual: true, hiddenIn: ['view'] }),
    purpose: text(['用途', 'Purpose'], { max: 50 }),
    used: integer(['已用次数', 'Used'], { by: 'system', notNull: true }),
    lastUsedAt: instant(['最近使用', 'Last used'], { by: 'system' }),
    makerName: text(['创建人', 'Maker'], { by: 'system', notNull: true }),
    createdAt: instant(['创建时间', 'Made'], { by: 'system', find: 'range', sort: true, notNull: true }),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      {
        asked: [1, '待审核', 'To be approved'],
        queued: [2, '待下发', 'To be delivered'],
        active: [3, '生效', 'In force'],
        used: [4, '已使用', 'Used'],
        over: [5, '已过期', 'Expired'],
        revoked: [6, '已作废', 'Revoked'],
        failed: [7, '下发失败', 'Delivery failed'],
      },
      'asked',
      {
        approve: { from: ['asked'], to: 'queued', label: ['通过', 'Approve'] },
        resend: { from: ['failed'], to: 'queued', label: ['重发', 'Send again'] },
        revoke: {
          ...{ from: LIVE, to: 'revoked', label: ['作废', 'Revoke'], danger: true, reason: true },
          confirm: ['作废后设备上的密码会被删除，无法恢复', 'It is removed from the devices, for good'],
        },
        activate: { from: ['queued', 'failed'], to: 'active', label: ['生效', 'In force'], by: 'system' },
        fail: { from: ['queued'], to: 'failed', label: ['下发失败', 'Delivery failed'], by: 'system' },
        // Also where some of its devices have not confirmed it: another one let somebody in.
        useUp: { from: ['queued', 'active', 'failed'], to: 'used', label: ['用完', 'Used up'], by: 'system' },
        end: { from: LIVE, to: 'over', label: ['过期', 'Expire'], by: 'system', at: 'validTo' },
      },
      { dictionary: ['pin_state', '密码状态', 'State of a PIN'] },
    ),
  },
  actions: {
    sms: {
      on: 'row',
      label: ['发短信', 'Send by SMS'],
      from: ['queued', 'active'],
      because: ['只有待下发或生效的密码可以发送', 'Only a PIN that is approved and opens something is sent'],
      confirm: ['密码会发送到使用人登记的手机', 'It is sent to the phone of its holder'],
      // Whoever may change that phone could have it sent to their own.
      proof: true,
    },
    reveal: {
      on: 'row',
      label: ['查看密码', 'Show the PIN'],
      from: LIVE,
      because: ['密码已失效', 'It opens nothing any more'],
      reason: true,
      proof: true,
    },
  },
})

export const pswOrderLens = defineLens('pswOrder', {
  path: '/:deviceClass/pswOrder',
  label: ['密码指令', 'PIN orders'],
  of: 'pinOrder',
  columns: ['personId', 'phone', 'kind', 'doorIds', 'validFrom', 'validTo', 'used', 'state', 'makerName', 'purpose'],
  essential: ['personId', 'state', 'validTo'],
  filters: ['state', 'personId', 'kind', 'validTo', 'createdAt'],
  empty: ['给人员或访客的临时开门密码，到期自动失效', 'PINs for people and visitors, which end by themselves'],
  live: true,
})
