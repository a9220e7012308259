/** Repair tickets: each step is stored with its user, and time limits start with the report. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { readWords } from '#model/readWords.ts'
import { staffNames } from '#modules/identity/account/staffNames.rules.ts'
import type { Ctx } from '#server/ctx.ts'
import { holdFiles } from '#server/files/heldFiles.ts'
import type { Input, RowOf } from '#model/row.ts'
import { toState } from '#server/moves/toState.ts'
import { implement } from '#server/parts.ts'
import { conditionOf } from './condition.server.ts'
import { checkEvent, eventNames } from './eventTicket.server.ts'
import { ticket } from './ticket.noun.ts'

const STATES = ticket.states.state.states
type StateName = keyof typeof STATES
export const wire = (name: StateName): number => STATES[name][0]

const ACCEPT_HOURS = 2
const FINISH_HOURS = 24
export const CHANNEL = { staff: 1, call: 2, label: 4 } as const

/** The limits for accepting and finishing, from the time of the report; a later appointment moves the second one. */
export function dueTimes(reportedAt: Date, appointmentAt: string | null): { acceptDueAt: Date; finishDueAt: Date } {
  const after = (hours: number): Date => new Date(reportedAt.getTime() + hours * 3_600_000)
  const appointed = appointmentAt ? new Date(appointmentAt).getTime() + ACCEPT_HOURS * 3_600_000 : 0
  return { acceptDueAt: after(ACCEPT_HOURS), finishDueAt: new Date(Math.max(after(FINISH_HOURS).getTime(), appointed)) }
}

/** Stores one step, and to whom it gave the ticket. */
async function keepStep(
  ctx: Ctx,
  row: { id: string; sourceId: string },
  from: number | null,
  to: number,
  opinion: string | null,
  assigneeId: string | null = null,
): Promise<void> {
  await ctx.sql(sql`insert into service.ticket_step
    (id, source_id, ticket_id, at, actor_id, actor_name, from_state, to_state, opinion, assignee_id)
    values (${ctx.newId()}, ${row.sourceId}, ${row.id}, ${ctx.now}, ${ctx.user.userId}, ${ctx.user.nickname}, ${from}, ${to},
      ${opinion}, ${assigneeId})`)
}

interface Held {
  id: string
  sourceId: string
  reportNo: string
  state: number
  assigneeId: string | null
}

async function held(ctx: Ctx, id: unknown, action: string, from: readonly StateName[]): Promise<Held> {
  const [row] = await ctx.sql<Held>(
    sql`select id, source_id as "sourceId", report_no as "reportNo", state, assignee_id as "assigneeId"
      from service.ticket where id = ${String(id)} for update`,
  )
  if (!row) throw new Refusal('not_found')
  if (!from.some(name => wire(name) === row.state)) {
    const now = Object.values(STATES).find(state => state[0] === row.state)!
    throw new Refusal('wrong_state', {
      text: [`当前为“${now[1]}”，不能${action}`, `Not possible while it is "${now[2]}"`],
    })
  }
  return row
}

/** Only the assignee may report the result. */
const onlyAssignee = (ctx: Ctx, assigneeId: unknown): void => {
  if (assigneeId !== ctx.user.userId)
    throw new Refusal('forbidden', {
      text: ['只有该工单的维修人可以操作', 'Only the person it is assigned to may do this'],
    })
}

async function advance(
  ctx: Ctx,
  row: Held,
  action: string,
  to: StateName,
  values: Input & { assigneeId?: string },
  opinion: string | null,
): Promise<true> {
  const set = Object.entries(values)
  await ctx.sql(
    sql`update service.ticket set ${toState(STATES, to)}, rev = rev + 1, updated_at = ${ctx.now},
      updated_by = ${ctx.user.userId} where id = ${row.id}`,
  )
  await keepStep(ctx, row, row.state, wire(to), opinion, values.assigneeId)
  await ctx.audit({
    action,
    object: ticket.key,
    objectId: row.id,
    objectName: row.reportNo,
    changes: { state: [row.state, wire(to)], ...Object.fromEntries(set) },
    reason: opinion,
  })
  return true
}

/** Gives the ticket to the one of `among` whose last one is the longest ago; of those without any, to the first named. */
async function assignTo(ctx: Ctx, row: Held, action: string, among: readonly string[]): Promise<true> {
  const [person] = await ctx.sql<{ id: string; name: string }>(
    sql`select a.id, coalesce(a.nickname, a.username) as name from identity.account a
      where a.id = any(${among}::bigint[]) and a.state = 0 and a.deleted_at is null
      order by (select max(s.id) from service.ticket_step s where s.assignee_id = a.id) nulls first,
        array_position(${among}::bigint[], a.id) limit 1`,
  )
  if (!person)
    throw new Refusal('not_found', {
      text: ['维修人不存在或已锁定', 'The person does not exist, or the account is locked'],
    })
  await ctx.sql(sql`update service.ticket set assignee_id = ${person.id} where id = ${row.id}`)
  return advance(ctx, row, action, 'assigned', { assigneeId: person.id }, `→ ${person.name}`)
}

const MOVES_OF_ASSIGNEE = new Set(['accept', 'pause', 'resume'])

export const ticketHalf = implement(ticket, {
  async beforeWrite(ctx, values) {
    const [device] = await ctx.sql<{ source_id: string; app_id: string | null }>(
      sql`select source_id, app_id from devices.device where id = ${values.deviceId} and deleted_at is null`,
    )
    if (!device) throw new Refusal('not_found', { text: ['设备不存在', 'The device does not exist'] })
    if (values.eventId) await checkEvent(ctx, values.eventId, values.deviceId!)
    values.channel = CHANNEL.staff
    values.urgency ??= 1
  },
  columns(_ctx, _id, values) {
    const due = dueTimes(new Date(), values.appointmentAt ?? null)
    return [
      ['channel', values.channel],
      ['accept_due_at', due.acceptDueAt],
      ['finish_due_at', due.finishDueAt],
    ]
  },
  async afterWrite(ctx, row) {
    // A ticket belongs to the organisation of its device, not to that of its author.
    const [owner] = await ctx.sql<{ source_id: string }>(
      sql`update service.ticket t set source_id = d.source_id, app_id = d.app_id from devices.device d
        where t.id = ${row.id} and d.id = t.device_id returning t.source_id`,
    )
    await keepStep(ctx, { id: row.id, sourceId: owner!.source_id }, null, wire('waiting'), null)
  },
  async onMove(ctx, move, row, input) {
    if (MOVES_OF_ASSIGNEE.has(move)) onlyAssignee(ctx, row.assigneeId)
    const opinion = String(input.reason ?? '').trim() || null
    if (move === 'accept') await ctx.sql(sql`update service.ticket set accepted_at = ${ctx.now} where id = ${row.id}`)
    if (move === 'giveBack')
      await ctx.sql(sql`update service.ticket set assignee_id = null, accepted_at = null where id = ${row.id}`)
    if (move === 'close') await ctx.sql(sql`update service.ticket set finished_at = ${ctx.now} where id = ${row.id}`)
    const to = ticket.states.state.moves[move as keyof typeof ticket.states.state.moves].to as StateName
    const [owner] = await ctx.sql<{ source_id: string }>(sql`select source_id from service.ticket where id = ${row.id}`)
    await keepStep(ctx, { id: row.id, sourceId: owner!.source_id }, row.state, wire(to), opinion)
  },
  async compute(ctx, rows) {
    const places = await ctx.sql<{ id: string; name: string | null; place: string | null }>(
      sql`select d.id, case when d.app_id is not null then d.name end as name, coalesce(s.name, a.name) as place
        from devices.device d left join applications.site s on s.id = d.site_id
        left join applications.application a on a.id = d.app_id
        where d.id = any(${rows.map(row => row.deviceId)}::bigint[])`,
    )
    const events = await eventNames(ctx, rows)
    const now = ctx.now.getTime()
    const late = (due: unknown): boolean => new Date(String(due)).getTime() < now
    for (const row of rows) {
      const at = places.find(found => found.id === row.deviceId)
      row.place = at?.place ?? null
      // A device in use is known by its name, one in stock by its serial number.
      if (at?.name) row.deviceName = at.name
      row.eventName = events.get(row.eventId ?? '') ?? null
      const { state } = row
      row.overdue =
        state < wire('working') ? late(row.acceptDueAt) : state < wire('finished') ? late(row.finishDueAt) : false
      row.hours = row.finishedAt ? took(row.createdAt, row.finishedAt, ctx.language === 'zh') : null
    }
    // Only for a single ticket, not for a whole list.
    const [only] = rows
    if (rows.length !== 1 || !only) return
    const steps = await ctx.sql<NonNullable<RowOf<typeof ticket>['steps']>[number]>(
      sql`select at, actor_name as "actorName", from_state as "from", to_state as "to", opinion
        from service.ticket_step where ticket_id = ${only.id} order by id`,
    )
    only.steps = steps.map(step => ({
      ...step,
      actorName: step.actorName && readWords(staffNames, step.actorName, ctx.language),
    }))
    only.condition = await conditionOf(ctx, only.deviceId)
  },
  actions: {
    async assign(ctx, input) {
      const row = await held(ctx, input.id, '派单', ['waiting', 'assigned'])
      return assignTo(ctx, row, 'assign', [input.assigneeId])
    },
    async assignInTurn(ctx, input) {
      // Simultaneous rounds wait for each other, so that no person gets two turns at once.
      await ctx.sql(sql`select pg_advisory_xact_lock(hashtext('service.ticket_step'))`)
      for (const id of input.ids)
        await assignTo(ctx, await held(ctx, id, '派单', ['waiting']), 'assignInTurn', input.assigneeIds)
      return input.ids.length
    },
    async grab(ctx, input) {
      const row = await held(ctx, input.id, '抢单', ['waiting'])
      await ctx.sql(
        sql`update service.ticket set assignee_id = ${ctx.user.userId}, accepted_at = ${ctx.now} where id = ${row.id}`,
      )
      return advance(ctx, row, 'grab', 'working', { assigneeId: ctx.user.userId }, null)
    },
    async finish(ctx, input) {
      const row = await held(ctx, input.id, '完成', ['working'])
      onlyAssignee(ctx, row.assigneeId)
      await ctx.sql(
        sql`update service.ticket set result = ${input.result}, result_photos = ${JSON.stringify(input.resultPhotos ?? [])}, materials = ${input.materials ?? null}, fee = ${input.fee ?? null}, finished_at = ${ctx.now} where id = ${row.id}`,
      )
      await holdFiles(ctx, ticket.key, Array.isArray(input.resultPhotos) ? input.resultPhotos.map(String) : [])
      return advance(ctx, row, 'finish', 'finished', {}, input.result)
    },
    async judge(ctx, input) {
      const row = await held(ctx, input.id, '评价', ['done'])
      await ctx.sql(
        sql`update service.ticket set score = ${input.score}, praise = ${input.praise ?? null} where id = ${row.id}`,
      )
      return advance(
        ctx,
        row,
        'judge',
        'judged',
        { score: input.score },
        `${'★'.repeat(input.score)} ${input.praise ?? ''}`.trim(),
      )
    },
  },
})

/** "3小时20分" from one instant to another. */
function took(from: string, to: string, zh: boolean): string {
  const minutes = Math.max(0, Math.round((new Date(to).getTime() - new Date(from).getTime()) / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return zh ? `${hours ? `${hours}小时` : ''}${rest}分` : `${hours ? `${hours} h ` : ''}${rest} min`
}
