/** Makes one move of all rows that meet a condition in one statement: consequences of something else, which no row judges by itself. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Noun } from '#model/noun.ts'
import { accountOf, type Ctx } from '../ctx.ts'
import { snake, tableOf } from '../crud/columns.ts'
import { moveOf } from './moveRow.ts'
import { publishMoved } from './publishMoved.ts'

interface Moved {
  id: string
  name: string | null
  from: number
  appId: string | null
  sourceId: string | null
}

/**
 * Moves the rows `t` for which `which` is true and whose state the move lists, with the entry of each in the audit and its live
 * message. It runs no `onMove`: the caller does what follows for all of them. `set` writes more columns, beginning with a comma.
 */
export async function moveAll(
  ctx: Ctx,
  noun: Noun,
  name: string,
  which: Sql,
  { set = empty, reason = null }: { set?: Sql; reason?: string | null } = {},
): Promise<Moved[]> {
  const { state, machine, move } = moveOf(noun, name)
  const column = raw(snake(state))
  const from = join(move.from.map(one => machine.states[one]![0]))
  const alive = noun.remove === 'soft' ? sql`and t.deleted_at is null` : empty
  const moved = await ctx.sql<Moved>(
    sql`with held as materialized (
        select t.id, t.${column} as "from" from ${tableOf(noun)} t
        where (${which}) and t.${column} in (${from}) ${alive} order by t.id for update)
      update ${tableOf(noun)} t set ${column} = ${machine.states[move.to]![0]}, rev = rev + 1,
        updated_at = ${ctx.now}, updated_by = coalesce(${accountOf(ctx.user)}::bigint, t.updated_by) ${set}
      from held where t.id = held.id
      returning t.id, ${raw(`t.${snake(noun.name)}`)} as name, held."from",
        ${noun.scope === 'application' ? sql`t.app_id` : sql`null::bigint`} as "appId",
        ${noun.scope === 'platform' ? sql`null::bigint` : sql`t.source_id`} as "sourceId"`,
  )
  for (const row of moved) {
    const before = Object.keys(machine.states).find(one => machine.states[one]![0] === row.from)
    await ctx.audit({
      ...{ action: name, object: noun.key, objectId: row.id, objectName: row.name ?? '' },
      ...{ changes: { [state]: [before, move.to] }, reason },
      ...(row.sourceId ? { sourceId: row.sourceId } : {}),
    })
    publishMoved(ctx, noun, { ...row })
  }
  return moved
}
