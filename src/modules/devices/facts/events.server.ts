/** Events and their handling by people: the fact stays as it was reported, the handling is stored beside it. */
import sql from 'sql-template-tag'
import { FAMILIES } from '#model/families.ts'
import { translate } from '#base/text.ts'
import { Operations } from '#server/crud/operations.ts'
import { endpoint, implement } from '#server/parts.ts'
import { deviceEvent } from './facts.noun.ts'
import { endAlarms, OPEN_ALARM } from '../alarm/alarmActs.server.ts'
import { isEnd } from './endEvent.rules.ts'
import { listFacts } from './listFacts.server.ts'
import { picturesOfEvents } from './pictures.server.ts'

/** The handling of an event by the state of its alarm: open until the alarm has ended. */
const HANDLED_AS: readonly number[] = [1, 1, 1, 2, 3]
const FALSE = 3

const LISTED = [FAMILIES.event.wire, FAMILIES.alarm.wire]

export const deviceEventHalf = implement(deviceEvent, {
  narrow: () => [sql`t.family = any(${LISTED}::smallint[])`],
  async compute(ctx, rows) {
    const items = await ctx.sql<{ fact_id: string; state: number; handler_name: string | null; remark: string | null }>(
      sql`select fact_id, state, handler_name, remark from devices.work_item where fact_id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    const alarms = await ctx.sql<{
      factId: string
      alarmId: string
      state: number
      closedName: string | null
      measures: string | null
    }>(
      sql`select l.fact_id as "factId", a.id as "alarmId", a.state, a.closed_name as "closedName", a.measures
        from devices.alarm_event l join devices.alarm a on a.id = l.alarm_id
        where l.fact_id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    const pictures = await picturesOfEvents(
      ctx.sql,
      rows.map(row => row.id),
    )
    const alarmOf = new Map(alarms.map(one => [one.factId, one]))
    for (const row of rows) {
      // The fact stores its label at the time it came; people read it in their language.
      const label = ctx.ports.classes.get(row.deviceClass)?.events[row.identifier]?.label
      if (label) row.name = translate(label, ctx.language)
      const item = items.find(entry => entry.fact_id === row.id)
      const own = alarmOf.get(row.id)
      Object.assign(row, {
        alarmId: own?.alarmId ?? null,
        // What only ends an earlier event needs no handling.
        handleState: own ? HANDLED_AS[own.state] : (item?.state ?? (row.level > 0 && !isEnd(row.params) ? 1 : 0)),
        handler: own ? own.closedName : (item?.handler_name ?? null),
        pictures: (pictures.get(row.id) ?? []).map(picture => picture.file),
        handleRemark: own ? own.measures : (item?.remark ?? null),
      })
    }
  },
  actions: {
    async handle(ctx, input) {
      const alarms = await ctx.sql<{ factId: string; alarmId: string }>(
        sql`select l.fact_id as "factId", l.alarm_id as "alarmId" from devices.alarm_event l
          join devices.alarm a on a.id = l.alarm_id
          where l.fact_id = any(${input.ids}::bigint[]) and ${OPEN_ALARM}`,
      )
      // What is done about an event of an alarm is done about the alarm.
      const remark = input.remark?.trim() || null
      await endAlarms(
        ctx,
        [...new Set(alarms.map(one => one.alarmId))],
        input.state === FALSE ? 'false' : 'closed',
        remark,
      )
      const ofAlarms = alarms.map(one => one.factId)
      const done = await ctx.sql<{
        fact_id: string
      }>(sql`insert into devices.work_item (fact_id, source_id, app_id, state, handler_id, handler_name, remark, updated_at)
        select e.id, e.source_id, e.app_id, ${input.state}, ${ctx.user.userId}, ${ctx.user.nickname},
        ${input.remark ?? null}, now()
        from devices.event e where e.id = any(${input.ids}::bigint[]) and e.app_id is not null
          and not exists (select from devices.alarm_event l where l.fact_id = e.id)
        on conflict (fact_id) do update
        set handler_id = excluded.handler_id, handler_name = excluded.handler_name, remark = excluded.remark,
        state = excluded.state, updated_at = now()
        returning fact_id`)
      if (done.length)
        await ctx.audit({
          action: 'handle',
          object: 'deviceEvent',
          changes: { ids: done.map(row => row.fact_id), state: input.state },
          reason: input.remark,
        })
      return done.length + ofAlarms.length
    },
  },
})

const events = new Operations(deviceEventHalf, new Map([[deviceEvent.key, deviceEvent]]))

export const deviceEventPage = endpoint({
  method: 'GET',
  path: '/api/device/event/page',
  access: 'deviceEvent:list',
  scope: 'application',
  summary: ['事件与告警，最新在前，总数准确', 'Events and alarms, newest first, with exact totals'],
  run: (ctx, input) => listFacts(events, ctx, input, { families: LISTED, resultField: 'level' }),
})
