/**
 * The total of a list: exact for rows; for facts only as far as it is cheap, because a pager needs to know that there
 * is more and not how much.
 */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../ctx.ts'
import { where } from './filters.ts'

/** Tried one after the other, so that a count that runs out of time still has a lower bound. */
const LIMITS = [1000, 10_000]
/** Time for facts, for page and count together, in milliseconds. */
export const COUNT_MS = 25
const QUERY_CANCELED = '57014'

/**
 * `from` is a table or a statement in brackets. `page` is the page read: `got` rows from row `skip` on, of `size`
 * requested. Counting stops at 10,000 matches or at `untilMs` of `performance.now()`; `more` is then true.
 */
export async function boundedTotal(
  ctx: Ctx,
  from: Sql,
  found: readonly Sql[],
  page: { skip: number; got: number; size: number; untilMs: number },
): Promise<{ total: number; more: boolean }> {
  const { skip, got, size } = page
  // A page that is not full ends the list; an empty one does so only if it is the first.
  if (got < size && (got > 0 || skip === 0)) return { total: skip + got, more: false }
  let total = got ? skip + got : 0
  for (const limit of LIMITS.filter(one => one >= total)) {
    const counted = await countWithin(ctx, from, found, limit + 1, page.untilMs - performance.now())
    if (counted === null) break
    if (counted <= limit) return { total: counted, more: false }
    total = limit
  }
  return { total, more: true }
}

export async function exactTotal(ctx: Ctx, from: Sql, found: readonly Sql[]): Promise<number> {
  const [row] = await ctx.sql<{ n: number }>(sql`select count(*)::int as n from ${from} t ${where(found)}`)
  return row!.n
}

/** Counts at most `limit`; null when it took longer than `timeoutMs`. */
export async function countWithin(
  ctx: Ctx,
  from: Sql,
  found: readonly Sql[],
  limit: number,
  timeoutMs: number,
): Promise<number | null> {
  if (timeoutMs < 1) return null
  await ctx.sql(sql`savepoint counting; set local statement_timeout = ${raw(String(Math.ceil(timeoutMs)))}`)
  try {
    const [row] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from (select 1 from ${from} t ${where(found)} limit ${limit}) counted`,
    )
    return row!.n
  } catch (error) {
    if ((error as { code?: string }).code !== QUERY_CANCELED) throw error
    return null
  } finally {
    // Rolling back also resets the time limit of the following statements.
    await ctx.sql(sql`rollback to savepoint counting; release savepoint counting`)
  }
}
