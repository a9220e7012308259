/** Events and their handling by people: the fact stays as it was reported, the handling is stored beside it. */
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import { Operations } from '#server/crud/operations.ts'
import { endpoint, implement } from '#server/parts.ts'
import { deviceEvent } from './facts.noun.ts'
import { OPEN_ALARM } from './openAlarm.server.ts'
import { listFacts } from './listFacts.server.ts'

/** An event that only ends an earlier one needs no handling. */
const isEnd = (params: unknown): boolean =>
  typeof params === 'object' && params !== null && 'on' in params && params.on === false

export const deviceEventHalf = implement(deviceEvent, {
  found: {
    open: given =>
      sql`exists (select from devices.event e where e.id = t.id and ${OPEN_ALARM}) = ${given === 'true' || given === '1'}`,
  },
  async compute(ctx, rows) {
    const items = await ctx.sql<{ fact_id: string; state: number; handler_name: string | null; remark: string | null }>(
      sql`select fact_id, state, handler_name, remark from devices.work_item where fact_id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    const open = await ctx.sql<{ id: string }>(
      sql`select e.id from devices.event e where e.id = any(${rows.map(row => row.id)}::bigint[]) and ${OPEN_ALARM}`,
    )
    const isOpen = new Set(open.map(({ id }) => id))
    for (const row of rows) {
      row.open = isOpen.has(row.id)
      // The fact stores its label at the time it came; people read it in their language.
      const label = ctx.ports.classes.get(row.deviceClass)?.events[row.identifier]?.label
      if (label) row.name = translate(label, ctx.language)
      const item = items.find(entry => entry.fact_id === row.id)
      Object.assign(row, {
        handleState: item?.state ?? (row.level > 0 && !isEnd(row.params) ? 1 : 0),
        handler: item?.handler_name ?? null,
        handleRemark: item?.remark ?? null,
      })
    }
  },
  actions: {
    async handle(ctx, input) {
      const done = await ctx.sql<{
        fact_id: string
      }>(sql`insert into devices.work_item (fact_id, source_id, app_id, state, handler_id, handler_name, remark, updated_at)
        select e.id, e.source_id, e.app_id, ${input.state}, ${ctx.user.userId}, ${ctx.user.nickname},
        ${input.remark ?? null}, now()
        from devices.event e where e.id = any(${input.ids}::bigint[]) and e.app_id is not null
        on conflict (fact_id) do update
        set state = excluded.state, handler_id = excluded.handler_id, handler_name = excluded.handler_name,
        remark = excluded.remark, updated_at = now()
        returning fact_id`)
      await ctx.audit({
        action: 'handle',
        object: 'deviceEvent',
        changes: { ids: done.map(row => row.fact_id), state: input.state },
        reason: input.remark,
      })
      return done.length
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
  run: (ctx, input) => listFacts(events, ctx, input, { families: [2, 3], resultField: 'level' }),
})
