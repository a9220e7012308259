/** The audit as shown to people: who did what to what, when, from where and why; written by the platform only. */
import { instant, json, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { callback } from '#modules/callbacks/callback.noun.ts'
import { HAS_WORD } from '#modules/displays/forbiddenWord.noun.ts'
import { ACTS, OBJECTS } from './auditWords.rules.ts'

export const operLog = defineNoun('operLog', {
  label: ['操作日志', 'Audit'],
  api: '/api/admin/operLog',
  alsoUnder: ['/api/audit'],
  table: 'audit.entry',
  scope: 'application',
  life: 'fact',
  name: 'action',
  builtIn: {
    reason: [['刷新令牌被重复使用', 'A refresh token was used twice'], HAS_WORD, ...callback.builtIn.disabledReason],
  },
  order: ['at', 'desc'],
  fields: {
    at: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    actorName: text(['操作人', 'By'], { find: 'equal' }),
    action: text(['操作', 'Action'], { find: 'equal', mono: true, keyOf: 'act', known: ACTS, notNull: true }),
    object: text(['对象类型', 'Kind of object'], {
      find: 'equal',
      mono: true,
      keyOf: 'noun',
      known: OBJECTS,
      notNull: true,
    }),
    objectId: text(['对象编号', 'Object'], { find: 'equal', mono: true, technical: true }),
    objectName: text(['对象', 'Name']),
    changes: json(['变更', 'Changes']),
    reason: text(['原因', 'Reason']),
    ip: text(['地址', 'Address'], { find: 'equal', mono: true }),
    requestId: text(['请求编号', 'Request'], { find: 'equal', mono: true, technical: true }),
    seq: text(['封存序号', 'Sealed as'], { mono: true }),
  },
  actions: { verify: { on: 'noun', label: ['校验完整性', 'Verify'], method: 'GET' } },
})

/** Beside the sign-ins: the two lists that an auditor reads. */
export const operLogLens = defineLens('operLog', {
  path: '/systemManage/loginLog',
  label: ['操作日志', 'Audit'],
  of: 'operLog',
  columns: ['at', 'actorName', 'action', 'object', 'objectName', 'changes', 'ip'],
  essential: ['at', 'actorName', 'action', 'objectName'],
  filters: ['at', 'actorName', 'object', 'action'],
})
