/** What can be done to many rows of a noun as a job: removing them, its actions on several rows, and its moves. */
import { REASON_REQUIRED } from '#base/deviceTexts.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Fields } from '#model/field.ts'
import type { Text } from '#base/text.ts'
import { VERB_LABELS, verbsOf, type Move, type Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import { actionInput } from '../crud/actionInput.ts'
import { judgeInput } from '../crud/judgeInput.ts'
import type { Operations } from '../crud/operations.ts'
import { runAction } from '../crud/possibleRows.ts'
import type { Input } from '#model/row.ts'
import type { Half } from '../parts.ts'

const moveOf = (noun: Noun, act: string): Move | undefined =>
  Object.values(noun.states ?? {}).find(machine => Object.hasOwn(machine.moves, act))?.moves[act]

export const bulkActsOf = (noun: Noun): string[] => [
  ...(verbsOf(noun).includes('remove') ? ['remove'] : []),
  ...Object.keys(noun.actions ?? {}).filter(name => noun.actions![name]!.on === 'rows'),
  ...Object.values(noun.states ?? {}).flatMap(machine =>
    Object.keys(machine.moves).filter(name => machine.moves[name]!.by !== 'system'),
  ),
]

export interface BulkAct {
  label: Text
  /** Whether it requires a new proof of identity. */
  proof: boolean
  input: Fields
  reason: boolean
  /** The act that brings back what it changed. */
  undo?: string
}
export function bulkAct(noun: Noun, act: string): BulkAct {
  if (act === 'remove')
    return { label: VERB_LABELS.remove, proof: noun.proof?.includes('remove') ?? false, input: {}, reason: false }
  const action = noun.actions?.[act]
  const { label, proof = false, reason = false, input = {}, undo } = (action ?? moveOf(noun, act))!
  return { label, proof, reason, input, ...(undo ? { undo } : {}) }
}

/** The judged input of the act, apart from its rows. */
export function bulkInput(half: Half, act: string, source: Input): Input {
  if (act === 'remove') return {}
  const move = moveOf(half.noun, act)
  if (!move) return actionInput(half, act, source)
  const reason = String(source.reason ?? '').trim()
  if (move.reason && !reason) throw invalidFields([{ field: 'reason', text: REASON_REQUIRED }])
  const judged = judgeInput(move.input ?? {}, source)
  if ('problems' in judged) throw invalidFields(judged.problems)
  return { ...judged.ok, ...(reason ? { reason } : {}) }
}

/** An action on several rows returns how many it changed, as a number or as numbers. */
const didNothing = (answer: unknown): boolean =>
  answer === 0 ||
  (typeof answer === 'object' &&
    answer !== null &&
    Object.values(answer).length > 0 &&
    Object.values(answer).every(value => value === 0))

/** Does the act to one row, with the same operation as for a single row. Throws its refusals. */
export async function actOnRow(
  operations: Operations,
  ctx: Ctx,
  { act, id, input }: { act: string; id: string; input: Input },
): Promise<void> {
  if (act === 'remove') return void (await operations.remove(ctx, id, ctx.jobId))
  if (moveOf(operations.noun, act)) return void (await operations.move(ctx, act, id, input))
  const answer = await runAction(operations, ctx, act, input, [id])
  if (didNothing(answer))
    throw new Refusal('wrong_state', {
      text: ['不存在，或已被他人处理', 'It no longer exists, or somebody else has already done it'],
    })
}
