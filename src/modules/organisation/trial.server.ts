/** Trials of registered agencies: extended, or turned into regular customers; their applications follow in the same transaction. */
import sql from 'sql-template-tag'
import { DEFAULT_ZONE, dayOf } from '#base/zonedTime.ts'
import { Refusal } from '#model/error.ts'
import { setTrialEnd } from '#modules/identity/api.ts'
import { requirePlatform } from '#server/auth/requirePlatform.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Input, Row } from '#model/row.ts'
import { follow } from '#server/crud/contributions.ts'
import { agency } from './agency.noun.ts'

export const STAGE = { trial: 1, regular: 2 } as const
const DAY_MS = 86_400_000

interface Registered {
  id: string
  name: string
  trial_until: string | null
}

async function onTrial(ctx: Ctx, id: unknown): Promise<Registered> {
  requirePlatform(ctx.user)
  const [row] = await ctx.sql<Registered & { stage: number | null }>(
    sql`select id, name, stage, trial_until::text from organisation.agency where id = ${String(id)} for update`,
  )
  if (!row) throw new Refusal('not_found')
  if (row.stage !== STAGE.trial) throw new Refusal('wrong_state', { text: ['不在试用期', 'It is not on trial'] })
  return row
}

/** Sets the end that the organisation's users see; applications that end with the trial follow it. */
async function setTrial(ctx: Ctx, row: Registered, until: string | null): Promise<void> {
  await ctx.sql(
    sql`update organisation.agency set trial_until = ${until}::date, rev = rev + 1, updated_at = ${ctx.now}, updated_by = ${ctx.user.userId} where id = ${row.id}`,
  )
  await setTrialEnd(ctx.sql, row.id, until)
  await follow(ctx, agency, 'trialChanged', { id: row.id, before: row.trial_until, until })
}

/** Extends the trial, from today when it is already over. Returns its new last day. */
export async function extendTrial(ctx: Ctx, input: Input): Promise<string> {
  const row = await onTrial(ctx, input.id)
  const today = dayOf(ctx.now, DEFAULT_ZONE)
  const from = row.trial_until && row.trial_until > today ? row.trial_until : today
  const until = new Date(Date.parse(`${from}T00:00:00Z`) + Number(input.days) * DAY_MS).toISOString().slice(0, 10)
  await setTrial(ctx, row, until)
  await ctx.audit({
    action: 'extendTrial',
    object: 'agency',
    objectId: row.id,
    objectName: row.name,
    changes: { trialUntil: [row.trial_until, until] },
  })
  return until
}

/** Turns a trial into a regular customer: nothing expires automatically any more, within the contract's limits. */
export async function makeRegular(ctx: Ctx, input: Input): Promise<true> {
  const row = await onTrial(ctx, input.id)
  await setTrial(ctx, row, null)
  await ctx.sql(
    sql`update organisation.agency set stage = ${STAGE.regular}, regular_at = ${ctx.now}, device_quota = ${input.deviceQuota as number},
      starts_on = (${ctx.now}::timestamptz at time zone ${DEFAULT_ZONE})::date, ends_on = ${(input.endsOn as string | null) ?? null}::date where id = ${row.id}`,
  )
  const { deviceQuota, personQuota } = input
  await follow(ctx, agency, 'becameRegular', { id: row.id, deviceQuota, personQuota })
  await ctx.audit({
    action: 'makeRegular',
    object: 'agency',
    objectId: row.id,
    objectName: row.name,
    changes: { deviceQuota: input.deviceQuota, personQuota: input.personQuota, endsOn: input.endsOn ?? null },
  })
  return true
}

/** The state of a registration: brand, days left, last sign-in, usage. Null for companies added by staff. */
export async function computeTrial(ctx: Ctx, rows: Row[]): Promise<void> {
  for (const row of rows) Object.assign(row, { brandName: null, lastLoginAt: null, daysLeft: null })
  const ids = rows.filter(row => row.registeredAt !== null).map(row => row.id)
  if (ids.length === 0) return
  const found = await ctx.sql<{ id: string; brand: string | null; last: string | null }>(
    sql`select o.id, (select b.name from identity.brand b where b.source_id = o.parent_id) as brand,
      (select max(a.last_login_at) from identity.account a
      where a.source_id = o.id and not a.machine and a.deleted_at is null) as last
    from identity.organisation o where o.id = any(${ids}::bigint[])`,
  )
  const today = Date.parse(dayOf(ctx.now, DEFAULT_ZONE))
  for (const row of rows) {
    const trial = found.find(one => one.id === row.id)
    if (!trial) continue
    const until = row.stage === STAGE.trial && row.trialUntil ? Date.parse(String(row.trialUntil)) : null
    Object.assign(row, {
      brandName: trial.brand,
      lastLoginAt: trial.last,
      daysLeft: until === null ? null : Math.max(0, Math.round((until - today) / DAY_MS)),
    })
  }
}
