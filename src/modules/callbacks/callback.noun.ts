/** Callbacks: the endpoint to which an application wants the events of one device class sent, and the deliveries to it. */
import { choice, computed, flag, instant, integer, json, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'
import type { RowOf } from '#model/row.ts'
import { CALLBACK_EVENTS } from './generated/callbackEvents.ts'

export const callback = defineNoun('callback', {
  label: ['回调', 'Callback'],
  api: '/api/device/callback',
  table: 'callbacks.callback',
  scope: 'application',
  name: 'name',
  builtIn: {
    disabledReason: [
      [
        '应用已转移到其他机构，请核对地址后启用',
        'The application was transferred; check the address before you switch it on',
      ],
      ['接收方答复 410：不再需要', 'The receiver answered 410: no longer wanted'],
      ['连续失败 {} 天，已自动停用', 'It failed for {} days on end and was switched off'],
    ],
  },
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 50, find: 'contains' }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', required: true, max: 32, frozen: true, find: 'equal' }),
    url: text(['回调地址', 'URL'], { required: true, pattern: 'url', max: 255, mono: true }),
    events: choice(['事件', 'Events'], CALLBACK_EVENTS, { many: true, required: true }),
    photoMode: choice(
      ['图片方式', 'Pictures'],
      { none: [0, '不发送', 'None'], url: [1, '链接', 'Link'] },
      { dictionary: 'photo_mode', notNull: true },
    ),
    failingSince: instant(['失败自', 'Failing since'], { by: 'system' }),
    disabledReason: text(['停用原因', 'Why it is off'], { by: 'system' }),
    /** Who last saved it has lost a permission that it needs: what it would carry is not sent. */
    heldBack: computed(text(['未推送原因', 'Why it sends nothing'])),
    successRate: computed(integer(['成功率', 'Success'], { unit: '%' })),
    waiting: computed(integer(['待送达', 'Waiting'])),
    aside: computed(integer(['单独重试', 'Retried alone'])),
    oldSecretUntil: instant(['旧密钥有效至', 'Old secret until'], { by: 'system' }),
  },
  states: {
    state: machine(['状态', 'State'], { off: [0, '停用', 'Off'], on: [1, '启用', 'On'] }, 'on', {
      start: { from: ['off'], to: 'on', label: ['启用', 'Switch on'], undo: 'stop' },
      stop: { from: ['on'], to: 'off', label: ['停用', 'Switch off'], undo: 'start' },
    }),
  },
  actions: {
    sendTest: { on: 'row', label: ['发送测试', 'Send a test'] },
    secret: { on: 'row', label: ['查看签名密钥', 'Show the secret'], reason: true, proof: true },
    rotateSecret: {
      on: 'row',
      label: ['更换密钥', 'New secret'],
      danger: true,
      proof: true,
      confirm: ['新旧密钥在24小时内同时签名', 'Both secrets sign for 24 hours'],
    },
    resend: {
      on: 'noun',
      label: ['重新推送', 'Send again'],
      input: {
        callbackId: ref(['回调', 'Callback'], 'callback'),
        ids: json(['记录', 'Deliveries'], {
          by: 'user',
          schema: { type: 'array', items: { type: 'string', format: 'int64' } },
        }),
        from: instant(['起', 'From']),
        to: instant(['止', 'To']),
      },
    },
    samples: { on: 'noun', label: ['示例', 'Samples'], method: 'GET' },
  },
})
export const callbackLens = defineLens('callback', {
  path: '/:deviceClass/callback',
  label: ['回调管理', 'Callbacks'],
  empty: ['事件发生时通知您的系统的地址', 'Addresses of your systems that are notified of events'],
  of: 'callback',
  columns: ['name', 'url', 'events', 'successRate', 'waiting', 'aside', 'state', 'heldBack', 'failingSince'],
  filters: ['name'],
  form: { except: ['deviceClass'] },
})

const ATTEMPTS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      at: { type: 'string', format: 'date-time' },
      status: { type: ['integer', 'null'] },
      costMs: { type: ['integer', 'null'] },
      error: { type: ['string', 'null'] },
    },
    required: ['at', 'status', 'costMs', 'error'],
    additionalProperties: false,
  },
} as const

export const delivery = defineNoun('delivery', {
  label: ['回调记录', 'Delivery'],
  api: '/api/device/delivery',
  table: 'callbacks.delivery',
  scope: 'application',
  life: 'projection',
  name: 'messageId',
  verbs: ['list', 'view', 'export'],
  order: ['createdAt', 'desc'],
  fields: {
    createdAt: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal', notNull: true }),
    callbackId: ref(['回调', 'Callback'], 'callback', { find: 'equal', notNull: true }),
    messageId: text(['消息编号', 'Message'], { mono: true, notNull: true }),
    eventType: choice(
      ['事件类型', 'Event type'],
      { ...CALLBACK_EVENTS, test: ['test', '测试', 'Test'] },
      { find: 'among', dictionary: ['callback_event', '回调事件', 'Callback event'], notNull: true },
    ),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal' }),
    state: choice(
      ['状态', 'State'],
      {
        waiting: [0, '等待送达', 'Waiting'],
        retrying: [1, '重试中', 'Trying again'],
        ok: [2, '成功', 'Delivered'],
        failed: [3, '失败', 'Given up'],
      },
      { find: 'among', dictionary: ['notify_state', '回调状态', 'Callback state'], notNull: true },
    ),
    tries: integer(['次数', 'Tries'], { notNull: true }),
    responseStatus: integer(['响应状态', 'Status']),
    responseBody: text(['响应报文', 'Answer']),
    costMs: integer(['耗时', 'Took'], { unit: 'ms' }),
    error: text(['错误', 'Error']),
    nextAt: instant(['下次', 'Next']),
    finishedAt: instant(['完成', 'Finished']),
    body: text(['请求报文', 'Request'], { notNull: true }),
    attempts: json(['各次', 'Attempts'], { notNull: true, schema: ATTEMPTS }),
    test: computed(flag(['测试', 'Test'])),
    line: computed(
      choice(['次序', 'Order'], {
        behind: ['behind', '等前一条送达', 'Waits its turn'],
        aside: ['aside', '多次被拒绝，单独重试', 'Refused, tried apart'],
      }),
    ),
  },
})

declare module '#model/live.ts' {
  interface LiveMessages {
    delivery: Pick<RowOf<typeof delivery>, 'callbackId'>
  }
}

export const deliveryLens = defineLens('delivery', {
  path: '/:deviceClass/callback',
  label: ['回调记录', 'Deliveries'],
  of: 'delivery',
  columns: ['createdAt', 'callbackId', 'eventType', 'state', 'line', 'tries', 'responseStatus', 'error', 'nextAt'],
  filters: ['createdAt', 'eventType', 'state'],
  live: true,
})
