/** Runs an act on a few rows, and reports how many it did; more rows run as a job. */
import { UNDO } from '#base/dialogTexts.ts'
import type { Noun } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import { failAct } from '#console/crud/act/failAct.ts'
import type { Reported } from '#console/crud/act/secretsIn.ts'
import { allMoves, type Can } from '#console/crud/lensFields.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { post } from '#console/data/request.ts'
import { toast } from '#console/kit/overlay/toast.ts'

/**
 * One after another, with a button to undo it. Throws the refusal when no row succeeded; otherwise reports how many
 * succeeded and why the others failed.
 */
export const actOnRows = async (
  noun: Noun,
  can: Can,
  act: string,
  ids: readonly string[],
  values: Readonly<Input>,
): Promise<Reported> => {
  const { api } = noun
  const action = noun.actions?.[act]
  let refused: unknown
  const done: string[] = []
  for (const id of ids)
    try {
      if (action) await post(`${api}/${act}`, { ...values, ids: [id] }, { quiet: true })
      else await post(`${api}/${id}/${act}`, values, { quiet: true })
      done.push(id)
    } catch (error) {
      refused = error
    }
  void invalidateRows(api)
  if (done.length === 0) throw refused
  const undo = (action ?? allMoves(noun, can).find(({ name }) => name === act)?.move)?.undo
  const undoing =
    undo && can(`${noun.key}:${undo}`)
      ? { label: UNDO, onPress: () => void actOnRows(noun, can, undo, done, {}).catch(failAct) }
      : undefined
  const reason = refused instanceof Error ? refused.message : ''
  const left = ids.length - done.length
  if (left)
    toast.warn(
      [`${done.length} 项已完成，${left} 项未完成：${reason}`, `${done.length} done, ${left} not done: ${reason}`],
      undoing,
    )
  else toast.ok([`${done.length} 项已完成`, `${done.length} done`], undoing)
  return { kind: 'bulk' }
}

/**
 * All in one request. The server leaves out rows that the act does not suit, and answers with the number of those it
 * did; without a number, or one of other things than these rows, it is only said that it is done.
 */
export const actTogether = async (
  noun: Noun,
  act: string,
  ids: readonly string[],
  values: Readonly<Input>,
): Promise<unknown> => {
  const answer = await post(`${noun.api}/${act}`, { ...values, ids }, { quiet: true })
  void invalidateRows(noun.api)
  if (typeof answer !== 'number' || answer > ids.length) return answer
  const left = ids.length - answer
  if (left)
    toast.warn([
      `${answer} 项已完成，其余 ${left} 项已是如此或状态不允许`,
      `${answer} done; the other ${left} are so already, or their state does not allow it`,
    ])
  else toast.ok([`${answer} 项已完成`, `${answer} done`])
  const reported: Reported = { kind: 'bulk' }
  return reported
}
