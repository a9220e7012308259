/** Requests from outside the platform about an application: to open it, to change its limits, to close it; with the answer. */
import { choice, computed, instant, json, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

/** The requested limits; those that are not requested are absent. */
const LIMITS = {
  type: 'object',
  properties: {
    deviceClasses: { type: 'array', items: { type: 'string' } },
    deviceQuota: { type: 'integer' },
    personQuota: { type: 'integer' },
    expiresOn: { type: ['string', 'null'], format: 'date' },
  },
  additionalProperties: false,
} as const

export const applicationReview = defineNoun('applicationReview', {
  label: ['应用审核', 'Application review'],
  api: '/api/admin/applyCheck',
  table: 'applications.review',
  scope: 'source',
  verbs: ['list', 'view', 'export'],
  staffWrites: true,
  name: 'applicationName',
  fields: {
    applicationId: ref(['应用', 'Application'], 'application', { find: 'among', notNull: true }),
    applicationName: computed(text(['应用名称', 'Application'])),
    kind: choice(
      ['申请类型', 'Asks to'],
      { open: [1, '新建', 'Open'], change: [2, '变更', 'Change'], close: [3, '注销', 'Close'] },
      { find: 'among', dictionary: ['review_kind', '申请类型', 'Kind of request'], notNull: true },
    ),
    sourceId: ref(['所属机构', 'Organisation'], 'organisation', { find: 'among', notNull: true }),
    changes: computed(text(['申请内容', 'What is asked'], { lines: 4 })),
    reason: text(['申请说明', 'Why'], { lines: 3 }),
    applicantId: ref(['申请人', 'Asked by'], 'user', { notNull: true }),
    askedAt: instant(['提交时间', 'Asked at'], { find: 'range', sort: true, notNull: true }),
    asked: json(['申请值', 'Asked values'], { hiddenIn: ['view'], notNull: true, schema: LIMITS }),
    had: json(['原值', 'Present values'], { hiddenIn: ['view'], notNull: true, schema: LIMITS }),
    opinion: text(['审核意见', 'Opinion'], { lines: 3 }),
    reviewerId: ref(['审核人', 'Reviewed by'], 'user'),
    reviewedAt: instant(['审核时间', 'Reviewed at'], { find: 'range', sort: true }),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      {
        pending: [0, '待审核', 'Waiting'],
        approved: [1, '已通过', 'Approved'],
        rejected: [2, '已驳回', 'Rejected'],
        withdrawn: [3, '已撤回', 'Withdrawn'],
      },
      'pending',
      {
        approve: {
          from: ['pending'],
          to: 'approved',
          label: ['通过', 'Approve'],
          confirm: ['所申请的内容将立即生效', 'What is asked for takes effect at once'],
        },
        reject: { from: ['pending'], to: 'rejected', label: ['驳回', 'Reject'], danger: true, reason: true },
        withdraw: {
          from: ['pending'],
          to: 'withdrawn',
          label: ['撤回', 'Withdraw'],
          confirm: ['撤回后可修改再提交', 'It can be changed and sent again'],
        },
      },
      { dictionary: ['review_state', '应用审核', 'Application review'] },
    ),
  },
})

export const applyCheckLens = defineLens('applyCheck', {
  path: '/systemManage/applyCheck',
  label: ['应用审核', 'Application reviews'],
  empty: ['提交审核的应用会出现在这里', 'Applications sent for review appear here'],
  of: 'applicationReview',
  where: { state: 0 },
  columns: ['askedAt', 'applicationName', 'kind', 'changes', 'sourceId', 'applicantId', 'state'],
  filters: ['askedAt', 'kind', 'sourceId'],
})

export const applyCheckedLens = defineLens('applyChecked', {
  path: '/systemManage/applyCheck',
  label: ['已审核', 'Answered reviews'],
  empty: ['审核过的应用会出现在这里', 'Applications appear here once they are reviewed'],
  of: 'applicationReview',
  columns: [
    'askedAt',
    'applicationName',
    'kind',
    'changes',
    'applicantId',
    'state',
    'opinion',
    'reviewerId',
    'reviewedAt',
  ],
  filters: ['askedAt', 'kind', 'state', 'sourceId', 'reviewedAt'],
})
