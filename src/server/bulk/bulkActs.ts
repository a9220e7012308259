/** What can be done to many rows of a noun as a job: removing them, and its actions on several rows. */
import { Refusal } from '#model/error.ts'
import { verbsOf, type Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Operations } from '../crud/operations.ts'
import { runAction } from '../crud/possibleRows.ts'
import type { Input } from '#model/row.ts'

export const bulkActsOf = (noun: Noun): string[] => [
  ...(verbsOf(noun).includes('remove') ? ['remove'] : []),
  ...Object.keys(noun.actions ?? {}).filter(name => noun.actions![name]!.on === 'rows'),
]

/** An action on several rows answers how many it did, as a number or as numbers. */
const didNothing = (answer: unknown): boolean =>
  answer === 0 ||
  (typeof answer === 'object' &&
    answer !== null &&
    Object.values(answer).length > 0 &&
    Object.values(answer).every(value => value === 0))

/** One row of it, by the same operation that one row alone takes. Throws what is refused. */
export async function actOnRow(
  operations: Operations,
  ctx: Ctx,
  { act, id, input, jobId }: { act: string; id: string; input: Input; jobId: string },
): Promise<void> {
  if (act === 'remove') return void (await operations.remove(ctx, id, jobId))
  const answer = await runAction(operations, ctx, act, input, [id])
  if (didNothing(answer))
    throw new Refusal('wrong_state', {
      text: ['不存在，或已被他人处理', 'It is gone, or somebody else has done it already'],
    })
}
