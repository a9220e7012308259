/** Makes one move of one row: the path of every move, whether a person or the platform makes it. */
import sql, { raw } from 'sql-template-tag'
import { REASON_REQUIRED } from '#base/deviceTexts.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Machine, Move, Noun } from '#model/noun.ts'
import type { Input, Row } from '#model/row.ts'
import { dueMs, timedMovesOf } from '#model/timedMove.ts'
import { accountOf, SYSTEM, type Ctx } from '../ctx.ts'
import { selection, snake, tableOf } from '../crud/columns.ts'
import { judgeInput } from '../crud/judgeInput.ts'
import type { Operations } from '../crud/operations.ts'
import { possibleRows } from '../crud/possibleRows.ts'
import { publishMoved } from './publishMoved.ts'

/** The move of the noun with this name, its machine and the field of its state. */
export function moveOf(noun: Noun, name: string): { state: string; machine: Machine; move: Move } {
  for (const [state, machine] of Object.entries(noun.states ?? {}))
    if (Object.hasOwn(machine.moves, name)) return { state, machine, move: machine.moves[name]! }
  throw new Error(`${noun.key} has no move '${name}'`)
}

/** What a person brings into a state must not be over there already: the platform would end it again at once. */
function refuseOver({ fields, ...noun }: Noun, ctx: Ctx, to: string, row: Row): void {
  for (const timed of timedMovesOf({ ...noun, fields })) {
    const ms = timed.move.from.includes(to) ? dueMs(timed, row) : null
    if (ms === null || ms > ctx.now.getTime()) continue
    const [zh, en] = fields[timed.field]!.label
    const [, zhState, enState] = timed.machine.states[timed.move.to]!
    throw new Refusal('wrong_state', {
      text: [
        `“${zh}”已过，会立即变为“${zhState}”，请先修改`,
        `"${en}" is over: it would become "${enState}" at once. Change that first`,
      ],
    })
  }
}

/** Returns the stored row. `onMove`, the state, its audit and what listens all belong to the transaction of `ctx`. */
export async function moveRow(operations: Operations, ctx: Ctx, name: string, id: unknown, given: Input): Promise<Row> {
  const { noun, half } = operations
  const { state, machine, move } = moveOf(noun, name)
  const judged = judgeInput(move.input ?? {}, given)
  if ('problems' in judged) throw invalidFields(judged.problems)
  const input: Input = { ...judged.ok, reason: given.reason }
  const before = await operations.find(ctx, id, true)
  await possibleRows(operations, ctx, name, [before])
  const from = Object.keys(machine.states).find(one => machine.states[one]![0] === before[state])
  if (move.reason && !String(input.reason ?? '').trim())
    throw invalidFields([{ field: 'reason', text: REASON_REQUIRED }])
  await half.onMove?.(ctx, name, before, input)
  const owner = noun.scope === 'platform' ? sql`null::bigint` : sql`t.source_id`
  const [moved] = await ctx.sql<Row & { owner: string | null }>(
    sql`update ${tableOf(noun)} t set ${raw(snake(state))} = ${machine.states[move.to]![0]}, rev = rev + 1,
      updated_at = ${ctx.now}, updated_by = coalesce(${accountOf(ctx.user)}::bigint, t.updated_by) where t.id = ${before.id}
      returning ${selection(noun)}, ${owner} as owner`,
  )
  if (!moved) throw new Refusal('not_found')
  const { owner: sourceId, ...row } = moved
  if (ctx.user !== SYSTEM) refuseOver(noun, ctx, move.to, row as Row)
  await ctx.audit({
    action: name,
    object: noun.key,
    objectId: row.id,
    objectName: String(row[noun.name] ?? ''),
    changes: { [state]: [from, move.to] },
    reason: input.reason ? String(input.reason) : null,
  })
  publishMoved(ctx, noun, { ...row, sourceId })
  return row as Row
}
