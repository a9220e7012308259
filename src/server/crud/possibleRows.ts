/** The rows to which an act can be done according to its definition, and the actions of a noun on those. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { fieldsOfWhen, refusedBy, whenOf } from '#model/when.ts'
import type { Ctx } from '../ctx.ts'
import type { Input, Row } from '#model/row.ts'
import { selection, tableOf } from './columns.ts'
import { where } from './filters.ts'
import type { Operations } from './operations.ts'

/** Those of the stored `rows` to which the act can be done; refuses, with the reason, when there is none. */
export async function possibleRows(
  operations: Operations,
  ctx: Ctx,
  act: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const { noun } = operations
  const when = whenOf(noun, act)?.when
  if (!when || !rows.length) return rows
  const computed = fieldsOfWhen(when).some(name => noun.fields[name]?.computed)
  const copies = rows.map(row => ({ ...row }))
  const judged = computed ? await operations.present(ctx, copies) : rows
  const reasons = judged.map(row => refusedBy(noun, act, row))
  const possible = rows.filter((_, at) => !reasons[at])
  if (possible.length) return possible
  throw new Refusal('wrong_state', { text: reasons.find(reason => reason !== null)! })
}

/** Runs an action of the noun on the given rows; for several, only on those to which it can be done. `input` is judged. */
export async function runAction(
  operations: Operations,
  ctx: Ctx,
  name: string,
  input: Input,
  ids: readonly string[],
): Promise<unknown> {
  const { noun, half } = operations
  const { on, ...when } = noun.actions![name]!
  const run = half.actions![name]!
  if (on === 'noun') return run(ctx, input)
  const limited = when.from ?? when.where ?? when.unless
  if (on === 'row') {
    if (limited) await possibleRows(operations, ctx, name, [await operations.find(ctx, ids[0])])
    return run(ctx, { ...input, id: ids[0]! })
  }
  if (!limited) return run(ctx, { ...input, ids: [...ids] })
  const rows = await ctx.sql<Row>(
    sql`select ${selection(noun)} from ${tableOf(noun)} t ${where([sql`t.id = any(${[...ids]}::bigint[])`, ...(half.narrow?.(ctx) ?? [])])}`,
  )
  const possible = new Set((await possibleRows(operations, ctx, name, rows)).map(row => row.id))
  return run(ctx, { ...input, ids: ids.filter(id => possible.has(id)) })
}
