/** What linkage adds to passages and alarms: lists of devices that were moved by passages elsewhere, and the runs that an alarm started. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Row } from '#model/row.ts'
import { translate } from '#base/text.ts'
import { passRecord } from '#modules/access/passRecord.noun.ts'
import { deviceAlarm } from '#modules/devices/alarm/deviceAlarm.noun.ts'
import { spanOf } from '#modules/devices/api.ts'
import { stepMessage, type StepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { conditions, pageRequest, where } from '#server/crud/filters.ts'
import { contributes } from '#server/parts.ts'
import { actionWords, type RunAction } from './actionWords.rules.ts'
import { linkageRun } from './linkage.noun.ts'

/** A bollard's records: the passages that triggered a linkage run, each with what the bollard then did. */
export const movedByPassages = contributes(passRecord, {
  async list(ctx, input) {
    const asked = ctx.ports.classes.get(String(input.deviceClass ?? ''))
    if (!asked || Object.values(asked.events).some(event => event.record === 'passage')) return null
    const { current, size } = pageRequest(input)
    // Filters on the device apply to the moved device; all others apply to the passage.
    const { deviceId, deviceClass: _class, time, ...rest } = input
    const found = conditions(passRecord, rest, ctx)
    const span = spanOf(time, ctx.now, ctx.zone)
    if (span.from) found.push(sql`t.time >= ${span.from}`)
    if (span.to) found.push(sql`t.time < ${span.to}`)
    if (deviceId) {
      if (!isId(deviceId)) throw new Refusal('invalid')
      found.push(sql`d.id = ${deviceId}`)
    }
    const from = sql`from linkage.run r join lateral jsonb_array_elements(r.actions) action on true
      join devices.device d on d.id = (action->>'deviceId')::bigint and d.device_class = ${asked.key}
      join devices.passage t on t.id = r.fact_id ${where(found)}`
    const [counted] = await ctx.sql<{ total: number }>(sql`select count(*)::int as total ${from}`)
    const records =
      await ctx.sql<Row>(sql`select t.id, t.time, t.person_id as "personId", t.person_name as "personName",
        t.person_type as "personType", t.method, t.direction, t.result, t.reason, t.score, t.photo_file as "photoFile",
        d.id as "deviceId", d.name as "deviceName", d.device_class as "deviceClass", t.device_name as "sourceName",
        r.linkage_name as "linkageName", action->>'identifier' as "action", action->>'state' as "actionState",
        action->'message' as "actionMessage", r.id as "runId"
      ${from} order by r.id desc limit ${size} offset ${(current - 1) * size}`)
    for (const row of records)
      if (row.actionMessage) row.actionMessage = stepMessage(row.actionMessage as StepMessage, ctx.language)
    return { records, total: counted!.total, size, current, pages: Math.ceil(counted!.total / size) }
  },
})

/** The runs of rules that the alarm started; of a single alarm only, as its steps are. */
export const startedByAlarms = contributes(deviceAlarm, {
  async compute(ctx, rows) {
    const [alarm] = rows
    if (rows.length !== 1 || !alarm || !mayRead(ctx.user, linkageRun.key)) return
    const runs = await ctx.sql<{ id: string; at: string; name: string; state: number; actions: RunAction[] }>(
      sql`select id, at, linkage_name as name, state, actions from linkage.run where fact_id = ${alarm.id} order by id`,
    )
    alarm.runs = runs.map(({ actions, ...run }) => ({
      ...run,
      actions: actions.map(action => translate(actionWords(ctx.ports, action), ctx.language)),
    }))
  },
})
