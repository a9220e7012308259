/** Repair tickets: a fault of one device, from its report to the reporter's rating. */
import { FAULTS } from '#model/faults.ts'
import { choice, computed, fen, file, flag, instant, integer, json, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

const AT = { type: 'string', format: 'date-time' } as const
const MAYBE_WORD = { type: ['string', 'null'] } as const
/** The steps so far; only part of a single ticket, not of a list. */
const STEPS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      at: AT,
      actorName: MAYBE_WORD,
      from: { type: ['integer', 'null'] },
      to: { type: 'integer' },
      opinion: MAYBE_WORD,
    },
    required: ['at', 'actorName', 'from', 'to', 'opinion'],
    additionalProperties: false,
  },
} as const
/** Only for callers who may read devices, its events only for those who may read events. */
const CONDITION = {
  type: 'object',
  properties: {
    online: { type: 'boolean' },
    lastSeenAt: { type: ['string', 'null'], format: 'date-time' },
    reason: MAYBE_WORD,
    firmware: MAYBE_WORD,
    events: {
      type: 'array',
      items: {
        type: 'object',
        properties: { at: AT, name: { type: 'string' }, level: { type: 'integer' } },
        required: ['at', 'name', 'level'],
        additionalProperties: false,
      },
    },
  },
  required: ['online', 'lastSeenAt', 'reason', 'firmware'],
  additionalProperties: false,
} as const

export const ticket = defineNoun('ticket', {
  label: ['报修工单', 'Repair ticket'],
  api: '/api/service/ticket',
  alsoUnder: ['/api/device/label'],
  table: 'service.ticket',
  scope: 'source',
  places: [
    'list',
    'view',
    'export',
    'add',
    'accept',
    'giveBack',
    'pause',
    'resume',
    'confirm',
    'reopen',
    'close',
    'assign',
    'grab',
    'finish',
    'judge',
  ],
  staffWrites: true,
  name: 'reportNo',
  verbs: ['list', 'view', 'add', 'export'],
  fields: {
    reportNo: text(['工单编号', 'Ticket'], { by: 'system', find: 'prefix', mono: true, notNull: true }),
    deviceId: ref(['设备', 'Device'], 'device', { required: true, frozen: true, find: 'among' }),
    // A plain number: a reference would bring the definitions of all facts to the lists of tickets.
    eventId: text(['事件编号', 'Number of the event'], { max: 19, frozen: true, hiddenIn: ['add', 'edit', 'view'] }),
    eventName: computed(text(['事件', 'Event'])),
    place: computed(text(['位置', 'Place'])),
    faultType: choice(['报修类型', 'Fault'], FAULTS, {
      required: true,
      find: 'among',
      dictionary: ['fault_type', '报修类型', 'Kind of fault'],
    }),
    content: text(['问题描述', 'Description'], { required: true, max: 500, lines: 4 }),
    photos: file(['照片', 'Photos'], { accept: 'image', notNull: true }),
    reporter: text(['报修人', 'Reported by'], { required: true, max: 32, find: 'contains' }),
    phone: text(['联系方式', 'Phone'], { required: true, pattern: 'phone', mask: 'phone', find: 'equal' }),
    channel: choice(
      ['报修渠道', 'Channel'],
      {
        staff: [1, '员工代报', 'By staff'],
        call: [2, '电话', 'By phone'],
        label: [4, '设备二维码', 'Label on the device'],
      },
      { by: 'system', find: 'among', dictionary: ['repair_channel', '报修渠道', 'Reported by'], notNull: true },
    ),
    urgency: choice(
      ['紧急程度', 'Urgency'],
      { normal: [1, '一般', 'Normal'], urgent: [2, '紧急', 'Urgent'] },
      { initial: 1, find: 'among', dictionary: 'urgency', notNull: true },
    ),
    appointmentAt: instant(['预约时间', 'Appointment']),
    assigneeId: ref(['维修人', 'Assigned to'], 'user', { by: 'system', find: 'among' }),
    acceptDueAt: instant(['应接单', 'Accept by'], { by: 'system', notNull: true }),
    finishDueAt: instant(['应完成', 'Finish by'], { by: 'system', notNull: true }),
    overdue: computed(flag(['超时', 'Overdue'])),
    acceptedAt: instant(['接单时间', 'Accepted'], { by: 'system' }),
    finishedAt: instant(['完成时间', 'Finished'], { by: 'system', find: 'range', sort: true }),
    hours: computed(text(['耗时', 'Took'])),
    result: text(['处理结果', 'Result'], { by: 'system', max: 500, lines: 3 }),
    resultPhotos: file(['维修后照片', 'Photos after'], { accept: 'image', by: 'system', notNull: true }),
    materials: text(['用料', 'Materials'], { by: 'system', max: 200 }),
    fee: fen(['费用', 'Fee'], { by: 'system' }),
    score: integer(['评分', 'Score'], { by: 'system', min: 1, max: 5 }),
    praise: text(['评价', 'Comment'], { by: 'system', max: 200 }),
    steps: computed(json(['经过', 'Steps'], { notNull: true, schema: STEPS })),
    condition: computed(json(['设备情况', 'Condition of the device'], { schema: CONDITION })),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      {
        waiting: [0, '待派单', 'To assign'],
        assigned: [1, '待接单', 'To accept'],
        working: [2, '处理中', 'In work'],
        paused: [3, '暂停', 'Paused'],
        finished: [4, '待确认', 'To confirm'],
        done: [5, '已完成', 'Done'],
        judged: [6, '已评价', 'Judged'],
        closed: [9, '已关闭', 'Closed'],
      },
      'waiting',
      {
        accept: { from: ['assigned'], to: 'working', label: ['接单', 'Accept'] },
        giveBack: { from: ['assigned', 'working'], to: 'waiting', label: ['退单', 'Give back'], reason: true },
        pause: { from: ['working'], to: 'paused', label: ['暂停', 'Pause'], undo: 'resume', reason: true },
        resume: { from: ['paused'], to: 'working', label: ['继续', 'Resume'] },
        confirm: { from: ['finished'], to: 'done', label: ['确认完成', 'Confirm'] },
        reopen: { from: ['finished'], to: 'working', label: ['返工', 'Not mended'], reason: true },
        close: {
          from: ['waiting', 'assigned', 'working', 'paused', 'finished'],
          to: 'closed',
          label: ['关闭', 'Close'],
          danger: true,
          reason: true,
        },
      },
      { dictionary: ['ticket_state', '工单状态', 'Ticket state'] },
    ),
  },
  actions: {
    assign: {
      on: 'row',
      label: ['派单', 'Assign'],
      from: ['waiting', 'assigned'],
      input: { assigneeId: ref(['维修人', 'Assign to'], 'user', { required: true }) },
    },
    assignInTurn: {
      on: 'rows',
      label: ['轮流派单', 'Assign in turn'],
      from: ['waiting'],
      input: {
        assigneeIds: ref(['维修人', 'Assign to'], 'user', {
          required: true,
          many: true,
          help: [
            '每张工单派给其中最久未接到派单的人',
            'Each ticket goes to the one of them who has waited longest for one',
          ],
        }),
      },
    },
    grab: { on: 'row', label: ['抢单', 'Take it'], from: ['waiting'] },
    finish: {
      on: 'row',
      label: ['处理完成', 'Finish'],
      from: ['working'],
      input: {
        result: text(['处理结果', 'Result'], { required: true, max: 500, lines: 3 }),
        resultPhotos: file(['维修后照片', 'Photos after'], { accept: 'image' }),
        materials: text(['用料', 'Materials'], { max: 200 }),
        fee: fen(['费用', 'Fee']),
      },
    },
    judge: {
      on: 'row',
      label: ['评价', 'Judge'],
      from: ['done'],
      input: {
        score: integer(['评分（1–5）', 'Score (1–5)'], { required: true, min: 1, max: 5 }),
        praise: text(['评价', 'Comment'], { max: 200, lines: 2 }),
      },
    },
  },
})

/** States in which work is left, and those after. */
export const OPEN_STATES = '0,1,2,3,4'
export const DONE_STATES = '5,6,9'

export const equipmentReportLens = defineLens('equipmentReport', {
  path: '/systemManage/equipmentReport',
  label: ['设备报修', 'Repairs'],
  empty: ['待处理的设备报修，也可扫描设备标签提交', 'Open repairs of devices; the label on a device reports one too'],
  of: 'ticket',
  columns: [
    'reportNo',
    'deviceId',
    'content',
    'assigneeId',
    'faultType',
    'place',
    'createdAt',
    'reporter',
    'phone',
    'urgency',
    'overdue',
    'state',
  ],
  essential: ['reportNo', 'deviceId', 'overdue', 'state'],
  filters: ['createdAt', 'reportNo', 'deviceId', 'reporter', 'phone', 'faultType', 'urgency', 'assigneeId', 'state'],
})

export const reportRecordLens = defineLens('reportRecord', {
  path: '/systemManage/reportRecord',
  label: ['报修记录', 'Repair records'],
  empty: ['处理完成的报修会出现在这里', 'Repairs appear here once they are finished'],
  of: 'ticket',
  columns: ['reportNo', 'deviceId', 'place', 'faultType', 'assigneeId', 'finishedAt', 'hours', 'fee', 'score', 'state'],
  filters: ['finishedAt', 'reportNo', 'deviceId', 'faultType', 'assigneeId', 'state'],
  verbs: ['list', 'view', 'export'],
})
