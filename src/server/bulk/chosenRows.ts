/** The rows of a bulk act: given by their ids, or as every row that matches the filters. */
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '../ctx.ts'
import { chosenRowIds } from '../crud/actionInput.ts'
import { extendedNoun } from '../crud/extendedNoun.ts'
import type { Operations } from '../crud/operations.ts'
import type { Input } from '#model/row.ts'

/** The maximum number of rows matched by filters. */
const MAX_MATCHING = 10_000

/** Filters that every list has, whatever its noun. */
const COMMON = new Set(['appId', 'deviceClass'])

const wrongFilter = (name: string): Refusal =>
  invalidFields([{ field: 'filter', text: [`筛选条件${name}不存在`, `There is no filter ${name}`] }])

/**
 * `ids`: between 1 and 1000. Otherwise `filter`, as a list takes it, and `count`, the number of rows that the caller
 * saw. Refuses an unknown filter, which would match more rows than intended, and a number of rows other than the caller
 * saw.
 */
export async function chosenRows(operations: Operations, ctx: Ctx, input: Input): Promise<string[]> {
  const { ids, filter, count } = input
  if (filter === undefined) return [...new Set(chosenRowIds(operations.noun, ids))]
  if (ids !== undefined || typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw invalidFields([{ field: 'filter', text: ['请按筛选条件或编号选择', 'Choose by filters or by ids'] }])
  // The number of matching rows is part of the list's answer, so it requires the list permission.
  const point = `${operations.noun.key}:list`
  if (!ctx.user.permissions.has(point)) throw new Refusal('forbidden', { point })
  const { fields, states } = await extendedNoun(ctx, operations.half)
  for (const name of Object.keys(filter))
    if (!COMMON.has(name) && !Object.hasOwn(states ?? {}, name) && !(Object.hasOwn(fields, name) && fields[name]!.find))
      throw wrongFilter(name)
  const found = await operations.matching(ctx, filter as Input, MAX_MATCHING + 1)
  if (found.length > MAX_MATCHING)
    throw new Refusal('too_many', {
      text: [`一次最多处理${MAX_MATCHING}项，请缩小筛选范围`, `At most ${MAX_MATCHING} at a time; narrow the filter`],
    })
  if (found.length === 0) throw new Refusal('not_found')
  if (found.length !== Number(count))
    throw new Refusal('conflict', {
      text: [
        `符合条件的记录现在是${found.length}项，请核对后重试`,
        `${found.length} match now; please check and try again`,
      ],
    })
  return found
}
