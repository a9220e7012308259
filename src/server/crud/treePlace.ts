/** Where a row may be placed in its tree: below rows that exist, never below itself, and no deeper than the noun allows. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, type Refusal } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import { tableOf } from './columns.ts'

const DEEPEST = 100

/**
 * Refuses what may not be placed below `parentId`: with `self`, an existing row with all below it, otherwise a new row.
 * `levels` counts the levels that are placed; by default those of `self` and what is below it. `field` is named by a refusal.
 */
export async function judgePlace(
  ctx: Ctx,
  noun: Noun,
  parentId: unknown,
  self: string | null,
  { levels, field = 'parentId' }: { levels?: number; field?: string } = {},
): Promise<void> {
  const refused = (zh: string, en: string): Refusal => invalidFields([{ field, text: [zh, en] }])
  if (!isId(parentId)) throw refused('上级不存在', 'The parent does not exist')
  const above = await ctx.sql<{ id: string }>(sql`with recursive up as (
      select id, parent_id, 1 as depth from ${tableOf(noun)} where id = ${parentId}
      union all select p.id, p.parent_id, up.depth + 1 from ${tableOf(noun)} p
      join up on p.id = up.parent_id where up.depth < ${DEEPEST})
    select id from up`)
  if (above.length === 0) throw refused('上级不存在', 'The parent does not exist')
  if (self && above.some(row => row.id === self))
    throw refused('不能移动到自己的下级', 'It cannot be moved below itself')
  const placed = levels ?? (self ? await heightOf(ctx, noun, self) : 1)
  const { depth } = noun.tree!
  if (above.length + placed > depth) throw refused(`最多${depth}级`, `At most ${depth} levels`)
}

/** Levels from the row down: 1 for a row with nothing below it. */
export async function heightOf(ctx: Ctx, noun: Noun, id: string): Promise<number> {
  const [found] = await ctx.sql<{ height: number }>(sql`with recursive below as (
      select id, 1 as height from ${tableOf(noun)} where id = ${id}
      union all select c.id, b.height + 1 from ${tableOf(noun)} c
      join below b on c.parent_id = b.id where b.height < ${DEEPEST})
    select max(height)::int as height from below`)
  return found!.height
}
