/** The judged input of an action: its own fields, its reason, and the rows for an action on several. */
import { REASON_REQUIRED } from '#base/deviceTexts.ts'
import { invalidFields } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import type { Half } from '../parts.ts'
import { judgeInput } from './judgeInput.ts'

const MAX_ROWS = 1000

/** Ids of rows in a request; between 1 and 1000. A row of a view may be identified by the rows that it joins, and words. */
export function chosenRowIds({ life }: Pick<Noun, 'life'>, given: unknown): string[] {
  const ids = Array.isArray(given) ? given.map(String) : []
  const known = life === 'view' ? /^\d{1,19}(-[A-Za-z0-9]{1,32}){0,3}$/ : /^\d{1,19}$/
  if (ids.length === 0 || ids.length > MAX_ROWS || !ids.every(id => known.test(id)))
    throw invalidFields([{ field: 'ids', text: [`请选择1到${MAX_ROWS}行`, `Choose 1 to ${MAX_ROWS} rows`] }])
  return ids
}

/** Without `id` and `ids`, which the caller adds. Throws its problems. */
export function actionInput(half: Half, name: string, source: Input): Input {
  const action = half.noun.actions![name]!
  let input: Input = source
  if (action.input) {
    const judged = judgeInput(action.input, source, half.listChecks)
    if ('problems' in judged) throw invalidFields(judged.problems)
    input = { ...judged.ok, ...(source.reason === undefined ? {} : { reason: source.reason }) }
  }
  if (!action.reason) return input
  const reason = String(source.reason ?? '')
  if (!reason.trim()) throw invalidFields([{ field: 'reason', text: REASON_REQUIRED }])
  return { ...input, reason }
}
