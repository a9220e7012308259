/** The shares of agencies: each change is kept with its day and reason, and takes effect on that day. */
import sql from 'sql-template-tag'
import { DEFAULT_ZONE, dayOf } from '#base/zonedTime.ts'
import { isId } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { endpoint, worker } from '#server/parts.ts'
import { requirePlatform } from '#server/auth/requirePlatform.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Query } from '#server/sql/db.ts'
import { agency } from './agency.noun.ts'

const LOOK_MS = 10 * 60_000
const ENGINE = { role: 'engine' } as const

interface Share {
  rate: string
  /** YYYY-MM-DD. */
  fromOn: string
  reason: string | null
}

/** Keeps the share; the row of the agency is left to `applyShares`. */
export async function keepShare(ctx: Ctx, agencyId: string, { rate, fromOn, reason }: Share): Promise<void> {
  await ctx.sql(sql`insert into organisation.agency_share (id, source_id, rate, from_on, reason, set_by, set_by_name, created_at)
    values (${ctx.newId()}, ${agencyId}, ${rate}::numeric, ${fromOn}::date, ${reason}, ${ctx.user.userId}, ${ctx.user.username}, ${ctx.now})`)
}

/** Writes the share that applies today into the agencies whose row says another one; all agencies, or one. */
async function applyShares(query: Query, today: string, agencyId: string | null = null): Promise<void> {
  await query(
    sql`update organisation.agency a set share_rate = now_on.rate, rev = rev + 1, updated_at = now()
      from (select distinct on (source_id) source_id, rate from organisation.agency_share
        where from_on <= ${today}::date and (${agencyId}::bigint is null or source_id = ${agencyId}::bigint)
        order by source_id, from_on desc, id desc) now_on
      where a.id = now_on.source_id and a.share_rate is distinct from now_on.rate`,
  )
}

/** The day from which it applies must not be over: what was earned before was shared by another rate. Returns that day. */
export async function setShare(ctx: Ctx, input: Input): Promise<string> {
  requirePlatform(ctx.user)
  const [row] = await ctx.sql<{ id: string; name: string; rate: string | null }>(
    sql`select id, name, share_rate::text as rate from organisation.agency where id = ${String(input.id)} for update`,
  )
  if (!row) throw new Refusal('not_found')
  const today = dayOf(ctx.now, DEFAULT_ZONE)
  const fromOn = (input.fromOn as string | null | undefined) ?? today
  if (fromOn < today)
    throw invalidFields([{ field: 'fromOn', text: ['生效日期不能早于今天', 'It cannot apply to days that are over'] }])
  const rate = String(input.rate)
  await keepShare(ctx, row.id, { rate, fromOn, reason: String(input.reason ?? '').trim() || null })
  await applyShares(ctx.sql, today, row.id)
  await ctx.audit({
    action: 'setShare',
    object: agency.key,
    objectId: row.id,
    objectName: row.name,
    changes: { shareRate: [row.rate, rate], fromOn },
    reason: String(input.reason ?? ''),
  })
  return fromOn
}

export const sharesOfAgency = endpoint({
  method: 'GET',
  path: '/api/admin/agency/:id/shares',
  access: 'agency:view',
  scope: 'source',
  summary: ['代理商的分成记录，最近生效的在前', 'The shares of an agency, the latest first'],
  async run(ctx, input) {
    if (!isId(input.id)) throw new Refusal('not_found')
    return ctx.sql<{
      id: string
      rate: string
      fromOn: string
      reason: string | null
      setBy: string | null
      at: string
    }>(
      sql`select id, rate::text, from_on::text as "fromOn", reason, set_by_name as "setBy", created_at as at
        from organisation.agency_share where source_id = ${input.id} order by from_on desc, id desc`,
    )
  },
})

/** Shares set for a later day take effect on it. */
export const sharesDue = worker({
  name: 'organisation.shares',
  where: 'worker',
  async run(ports) {
    await ports.db.tx(ENGINE, query => applyShares(query, dayOf(ports.now(), DEFAULT_ZONE)))
    return LOOK_MS
  },
})
