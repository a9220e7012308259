/** Merges one row of a tree into another: what is below it and what belongs to it goes over, and the row is removed. */
import { lowered } from '#base/text.ts'
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { isClosed, type Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import type { Ctx } from '../ctx.ts'
import { selection, tableOf } from './columns.ts'
import { heightOf, judgePlace } from './treePlace.ts'

/**
 * `hand` moves what the module keeps for the row (people, documents) to the other one, in the same transaction. Refuses
 * a row that is merged into itself or into one below it, and one that takes nothing new.
 */
export async function mergeBranch(
  ctx: Ctx,
  noun: Noun,
  { id, intoId }: { id: string; intoId: string },
  hand: (from: Row, into: Row) => Promise<void>,
): Promise<true> {
  const problem = (zh: string, en: string): Refusal => invalidFields([{ field: 'intoId', text: [zh, en] }])
  if (id === intoId) throw problem('不能合并到自己', 'It cannot be merged into itself')
  // In the order of their ids, so that two merges at once never wait for each other.
  const rows = await ctx.sql<Row>(
    sql`select ${selection(noun)} from ${tableOf(noun)} t where t.id = any(${[id, intoId]}::bigint[]) order by t.id for update`,
  )
  const from = rows.find(row => row.id === id)
  const into = rows.find(row => row.id === intoId)
  if (!from) throw new Refusal('not_found')
  if (!into)
    throw problem(`要合并到的${noun.label[0]}不存在`, `The ${lowered(noun.label[1])} to merge into does not exist`)
  if (isClosed(noun, into))
    throw problem(
      `“${into[noun.name]}”已停用，不能合并到它`,
      `"${into[noun.name]}" has been stopped and takes nothing new`,
    )
  const levels = (await heightOf(ctx, noun, id)) - 1
  await judgePlace(ctx, noun, intoId, id, { levels, field: 'intoId' })
  await ctx.sql(
    sql`update ${tableOf(noun)} set parent_id = ${intoId}, rev = rev + 1, updated_at = ${ctx.now},
      updated_by = ${ctx.user.userId} where parent_id = ${id}`,
  )
  await hand(from, into)
  // Before the row is deleted, because the entry belongs to its organisation.
  await ctx.audit({
    ...{ action: 'merge', object: noun.key, objectId: id, objectName: String(from[noun.name] ?? '') },
    changes: { into: { id: intoId, name: String(into[noun.name] ?? '') } },
  })
  await ctx.sql(sql`delete from ${tableOf(noun)} where id = ${id}`)
  return true
}
