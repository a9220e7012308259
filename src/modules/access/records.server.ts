/** Lists of passages and events: their own totals, and for devices that recognise nobody the passages that made them move. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { listFacts, spanOf } from '#server/crud/facts.ts'
import { conditions, pageRequest, where } from '#server/crud/filters.ts'
import { Operations } from '#server/crud/operations.ts'
import type { Input, Row } from '#model/row.ts'
import { endpoint, implement } from '#server/parts.ts'
import type { Ctx } from '#server/ctx.ts'
import { deviceEvent } from '#modules/devices/facts/facts.noun.ts'
import { deviceEventHalf } from '#modules/devices/api.ts'
import { stepMessage, type StepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { passRecord } from './passRecord.noun.ts'

export const passRecordHalf = implement(passRecord)
const passages = new Operations(passRecordHalf, new Map())
const events = new Operations(deviceEventHalf, new Map([[deviceEvent.key, deviceEvent]]))

export const passRecordPage = endpoint({
  method: 'GET',
  path: '/api/person/passRecord/page',
  access: 'passRecord:list',
  scope: 'application',
  summary: ['通行记录，最新在前，总数准确', 'Passages, newest first, with exact totals'],
  async run(ctx, input) {
    const deviceClass = ctx.ports.classes.get(String(input.deviceClass ?? ''))
    const recognises = !deviceClass || Object.values(deviceClass.events).some(event => event.record === 'passage')
    return recognises
      ? listFacts(passages, ctx, input, { families: [1], resultField: 'result' })
      : movedBy(ctx, input, deviceClass.key)
  },
})

export const deviceEventPage = endpoint({
  method: 'GET',
  path: '/api/device/event/page',
  access: 'deviceEvent:list',
  scope: 'application',
  summary: ['事件与告警，最新在前，总数准确', 'Events and alarms, newest first, with exact totals'],
  run: (ctx, input) => listFacts(events, ctx, input, { families: [2, 3], resultField: 'level' }),
})

/** A bollard's records: the passages that a linkage run named, each with what the bollard then did. */
async function movedBy(ctx: Ctx, input: Input, deviceClass: string): Promise<unknown> {
  const { current, size } = pageRequest(input)
  // What a row says of its device is the one that moved; everything else is the passage's own.
  const { deviceId, deviceClass: _class, time, ...rest } = input
  const found = conditions(passRecord, rest, ctx.ports.vault)
  const span = spanOf(time, ctx.now, ctx.zone)
  if (span.from) found.push(sql`t.time >= ${span.from}`)
  if (span.to) found.push(sql`t.time < ${span.to}`)
  if (deviceId) {
    if (!isId(deviceId)) throw new Refusal('invalid')
    found.push(sql`d.id = ${deviceId}`)
  }
  const from = sql`from linkage.run r join lateral jsonb_array_elements(r.actions) action on true
    join devices.device d on d.id = (action->>'deviceId')::bigint and d.device_class = ${deviceClass}
    join access.passage t on t.id = r.fact_id ${where(found)}`
  const [counted] = await ctx.sql<{ total: number }>(sql`select count(*)::int as total ${from}`)
  const records = await ctx.sql<Row>(sql`select t.id, t.time, t.person_id as "personId", t.person_name as "personName",
      t.person_type as "personType", t.method, t.direction, t.result, t.reason, t.score, t.photo_file as "photoFile",
      d.id as "deviceId", d.name as "deviceName", d.device_class as "deviceClass", t.device_name as "sourceName",
      r.linkage_name as "linkageName", action->>'identifier' as "action", action->>'state' as "actionState",
      action->'message' as "actionMessage", r.id as "runId"
    ${from} order by r.id desc limit ${size} offset ${(current - 1) * size}`)
  for (const row of records)
    if (row.actionMessage) row.actionMessage = stepMessage(row.actionMessage as StepMessage, ctx.language)
  return { records, total: counted!.total, size, current, pages: Math.ceil(counted!.total / size) }
}
