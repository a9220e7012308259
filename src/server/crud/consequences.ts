/** What else removing rows would remove, counted beforehand, and whether the removal can be undone. */
import sql from 'sql-template-tag'
import { translate, type Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { chosenRows } from '../bulk/chosenRows.ts'
import type { Ctx } from '../ctx.ts'
import type { Input } from '#model/row.ts'
import { tableOf } from './columns.ts'
import { where } from './filters.ts'
import { UNDO_S } from './keepRemoved.ts'
import type { Operations } from './operations.ts'

export interface Consequences {
  /** How many of the rows the caller can see. */
  rows: number
  counts: { count: number; text: string }[]
  /** How long it can be undone, in seconds; null when it cannot be. */
  undoForS: number | null
  /** Why it cannot be undone. */
  final: string | null
}

export async function consequencesOf(operations: Operations, ctx: Ctx, input: Input): Promise<Consequences> {
  const { noun, half, followings } = operations
  const asked = await chosenRows(operations, ctx, input)
  const alive = [
    ...(noun.remove === 'soft' ? [sql`t.deleted_at is null`] : []),
    ...(half.narrow?.(ctx) ?? []),
    sql`t.id = any(${asked}::bigint[])`,
  ]
  const ids = (await ctx.sql<{ id: string }>(sql`select t.id from ${tableOf(noun)} t ${where(alive)}`)).map(
    row => row.id,
  )
  if (ids.length === 0) throw new Refusal('not_found')
  const counts: { count: number; text: Text }[] = []
  for (const one of followings) counts.push(...((await one.counts?.(ctx, ids)) ?? []))
  return {
    rows: ids.length,
    counts: counts
      .filter(({ count }) => count > 0)
      .map(({ count, text }) => ({ count, text: translate(text, ctx.language) })),
    undoForS: noun.final ? null : UNDO_S,
    final: noun.final ? translate(noun.final, ctx.language) : null,
  }
}
