/** Removes one row of a noun that nothing refers to, and keeps what is needed to undo it. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '../ctx.ts'
import { tableOf } from './columns.ts'
import { keepRemoved } from './keepRemoved.ts'
import type { Operations } from './operations.ts'
import { possibleRows } from './possibleRows.ts'
import { referencesTo } from './references.ts'

export async function removeRow(operations: Operations, ctx: Ctx, id: unknown, together?: string): Promise<true> {
  const { noun, half } = operations
  const row = await operations.find(ctx, id, true)
  // Before any change, because this is the state to be restored. A refusal rolls it back with everything else.
  if (!noun.final) await keepRemoved(operations, ctx, row, together)
  await half.beforeRemove?.(ctx, row)
  // After the half, so that a user who may not remove the row learns that, and not what is below it.
  if (noun.tree) {
    const children = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from ${tableOf(noun)} where parent_id = ${row.id}`,
    )
    if (children[0]!.n > 0)
      throw new Refusal('has_children', {
        text: noun.tree.kept ?? [
          `含有${children[0]!.n}个下级，不能删除`,
          `It has ${children[0]!.n} children and cannot be deleted`,
        ],
      })
  }
  await possibleRows(operations, ctx, 'remove', [row])
  if ((noun.remove ?? 'refuse') === 'refuse') {
    const users = await referencesTo(ctx, noun, row.id, operations.nouns)
    if (users.length)
      throw new Refusal('in_use', {
        text: [
          `正在被${users.map(user => `${user.count}个${user.label[0]}`).join('、')}使用，不能删除`,
          `In use by ${users.map(user => `${user.count} × ${user.label[1]}`).join(', ')}; cannot be deleted`,
        ],
        data: { users },
      })
  }
  // Before the row is deleted, because the entry belongs to its organisation.
  await ctx.audit({ action: 'remove', object: noun.key, objectId: row.id, objectName: String(row[noun.name] ?? '') })
  if (noun.remove === 'soft')
    await ctx.sql(
      sql`update ${tableOf(noun)} set deleted_at = ${ctx.now}, rev = rev + 1, updated_by = ${ctx.user.userId} where id = ${row.id}`,
    )
  else await ctx.sql(sql`delete from ${tableOf(noun)} where id = ${row.id}`)
  await half.afterRemove?.(ctx, row)
  return true
}
