/** The bodies of acts on many rows: which rows, why, and what else each act asks for. */
import type { Json } from '../http/fieldSchema.ts'
import { json } from './operation.ts'
import { about, id, many } from './shape.ts'
import { shared, sharedValue } from './shared.ts'

/** The rows of a bulk act: `ids`, or `filter` with `count`. */
const chosen = {
  ids: sharedValue('chosen', 'ids', {
    ...many(id),
    minItems: 1,
    maxItems: 1000,
    ...about('哪些行；不给时按 filter', 'Which rows; if absent, those of filter'),
  }),
  filter: sharedValue('chosen', 'filter', {
    type: 'object',
    additionalProperties: { type: 'string' },
    ...about('列表的筛选条件：所有符合的行', 'Filters of the list: every row that matches'),
  }),
  count: sharedValue('chosen', 'count', {
    type: 'integer',
    ...about('列表显示的行数；已变化时拒绝', 'The number of rows that the list showed; refused when it has changed'),
  }),
}
/** Why something is done. */
export const reason = sharedValue('act', 'reason', {
  type: 'string',
  ...about('原因，记入审计', 'Reason, stored in the audit'),
})

/** The body of an act on chosen rows; only one that asks for nothing else is the same for all. */
export function chosenRows(more: Json, required: readonly string[] = []): Json {
  const needed = required.length ? { required } : {}
  const body = json({ type: 'object', properties: { ...chosen, ...more }, ...needed })
  const own = Object.keys(more).some(name => name !== 'reason')
  return own ? body : shared('requestBodies', required.length ? 'chosenWithReason' : 'chosen', body)
}
