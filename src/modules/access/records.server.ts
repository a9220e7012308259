/** The list of passages: with its own totals, and with the passages that later modules add for devices without recognition. */
import { listContributed } from '#server/crud/contributions.ts'
import { Operations } from '#server/crud/operations.ts'
import { endpoint, implement } from '#server/parts.ts'
import { listFacts } from '#modules/devices/api.ts'
import { passRecord } from './passRecord.noun.ts'

export const passRecordHalf = implement(passRecord)
const passages = new Operations(passRecordHalf, new Map())

export const passRecordPage = endpoint({
  method: 'GET',
  path: '/api/person/passRecord/page',
  access: 'passRecord:list',
  scope: 'application',
  summary: ['通行记录，最新在前，总数准确', 'Passages, newest first, with exact totals'],
  run: async (ctx, input) =>
    (await listContributed(ctx, passRecord, input)) ??
    listFacts(passages, ctx, input, { families: [1], resultField: 'result' }),
})
