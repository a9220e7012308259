/**
 * Lists of facts: the total comes from the tally where the filters allow it, so that a tile always equals its list;
 * page N starts at the hour that contains it.
 */
import sql, { raw, type Sql } from 'sql-template-tag'
import { askedInstant, dayOf, startOfDay } from '#base/zonedTime.ts'
import { invalidFields } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Input, Row } from '#model/row.ts'
import { selection, tableOf } from '#server/crud/columns.ts'
import { limitedIn } from '#server/auth/places.ts'
import { pageRequest, where } from '#server/crud/filters.ts'
import { foundBy } from '#server/crud/foundBy.ts'
import { Operations, type Page } from '#server/crud/operations.ts'
import { boundedTotal, COUNT_MS } from '#server/crud/total.ts'

const HOUR_MS = 3_600_000
/** Filters by which facts are tallied. */
const TALLIED = new Set(['time', 'deviceClass', 'result', 'level'])

/**
 * For an account that is limited to places, its devices as values on `t`. They are behind row security anyway: with
 * values the planner knows how few they are, so that a device without facts is not looked for among those of all others.
 */
export async function ofOwnDevices(ctx: Ctx): Promise<Sql[]> {
  if (!limitedIn(ctx.user, ctx.appId)) return []
  const rows = await ctx.sql<{ id: string }>(sql`select id from devices.device`)
  return [sql`t.device_id = any(${rows.map(row => row.id)}::bigint[])`]
}

export interface FactList {
  families: readonly number[]
  resultField: 'result' | 'level'
  /** Conditions besides the filters of the noun, on `t`. */
  also?: readonly Sql[]
}

/** One end of a range; null when it is open. Refuses invalid times. */
function endOf(side: string, zone: string): Date | null {
  if (!side) return null
  const at = askedInstant(side, zone)
  if (!at) throw invalidFields([{ field: 'time', text: ['时间的筛选条件有误', 'The filter on the time is not valid'] }])
  return at
}

/** `today`, `yesterday`, `7d` or `from,to`; instants or days, where days are those of `zone`. */
export function spanOf(given: unknown, now: Date, zone: string): { from: Date | null; to: Date | null } {
  const text = String(given ?? '')
  const today = startOfDay(dayOf(now, zone), zone)
  /** The beginning of an earlier day; days do not always have 24 hours. */
  const back = (days: number): Date =>
    startOfDay(dayOf(today.getTime() - days * 24 * HOUR_MS + 12 * HOUR_MS, zone), zone)
  if (text === 'today') return { from: today, to: null }
  if (text === 'yesterday') return { from: back(1), to: today }
  if (text === '7d') return { from: back(6), to: null }
  const [from, to] = text.split(',').map(side => endOf(side.trim(), zone))
  return { from: from ?? null, to: to ? afterLast(to) : null }
}

/** Ranges of days end with the last millisecond of a day, which is included: hours are counted up to the next one. */
const afterLast = (to: Date): Date => ((to.getTime() + 1) % HOUR_MS === 0 ? new Date(to.getTime() + 1) : to)

const wholeHour = (at: Date | null): boolean => at === null || at.getTime() % HOUR_MS === 0

export async function listFacts(operations: Operations, ctx: Ctx, query: Input, spec: FactList): Promise<Page> {
  const { noun } = operations
  const { current, size } = pageRequest(query)
  const asked = Object.entries(query)
    .filter(([name, value]) => noun.fields[name]?.find && value !== '' && value !== undefined && value !== null)
    .map(([name]) => name)
  const span = spanOf(query.time, ctx.now, ctx.zone)
  const rest = { ...query }
  delete rest.time
  // Facts without an owner (reported for a time before the device was bound) are in no list and in no tile.
  const found: Sql[] = [
    sql`t.app_id is not null`,
    ...(await ofOwnDevices(ctx)),
    ...(await foundBy(operations.half, ctx, rest)),
    ...(spec.also ?? []),
    ...(span.from ? [sql`t.time >= ${span.from}`] : []),
    ...(span.to ? [sql`t.time < ${span.to}`] : []),
  ]
  const exact =
    // Tallies count the whole application, so an account with places counts its rows.
    !limitedIn(ctx.user, ctx.appId) &&
    !spec.also?.length &&
    asked.every(name => TALLIED.has(name)) &&
    wholeHour(span.from) &&
    wholeHour(span.to)
  let total = 0
  let skip = (current - 1) * size
  let before: Date | null = null
  if (exact) {
    const hours = await tally(ctx, query, span, spec)
    total = hours.reduce((sum, hour) => sum + hour.n, 0)
    // Hours that lie entirely before the page are skipped; OFFSET is used inside the hour where it begins.
    for (const hour of hours) {
      if (skip < hour.n) break
      skip -= hour.n
      before = new Date(hour.hour)
    }
  }
  const untilMs = performance.now() + COUNT_MS
  const rows = await ctx.sql<Row>(
    sql`select ${selection(noun)} from ${raw(noun.table)} t ${where(before ? [...found, sql`t.time < ${before}`] : found)} order by t.time desc, t.id desc limit ${size} offset ${skip}`,
  )
  let more = false
  if (!exact)
    ({ total, more } = await boundedTotal(ctx, tableOf(noun), found, { skip, got: rows.length, size, untilMs }))
  return {
    records: await operations.present(ctx, rows),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
    ...(more ? { more } : {}),
  }
}

/** Exact counts per hour, newest first. */
async function tally(
  ctx: Ctx,
  query: Input,
  span: { from: Date | null; to: Date | null },
  spec: FactList,
): Promise<{ hour: string; n: number }[]> {
  const list = (value: unknown): string[] => String(value).split(',')
  const wanted = query[spec.resultField]
  return ctx.sql<{ hour: string; n: number }>(
    sql`select hour, sum(n)::int as n from devices.tally ${where([
      sql`family = any(${spec.families as number[]}::smallint[])`,
      ...(query.deviceClass ? [sql`device_class = any(${list(query.deviceClass)})`] : []),
      ...(wanted !== undefined && wanted !== '' ? [sql`result = any(${list(wanted).map(Number)}::smallint[])`] : []),
      ...(span.from ? [sql`hour >= ${span.from}`] : []),
      ...(span.to ? [sql`hour < ${span.to}`] : []),
      sql`app_id <> 0`,
    ])} group by hour order by hour desc`,
  )
}
