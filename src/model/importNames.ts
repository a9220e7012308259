/** The fields of an import: what users write and one cell can hold, without the noun's exceptions. */
import { allExcept } from './list/allExcept.ts'
import type { Field } from './field.ts'
import type { Noun } from './noun.ts'

/** The column with the parent of a row of a tree; it is not a field of the noun. */
export const PARENT = 'parentId'

const ONE_CELL = new Set<Field['kind']>([
  ...(['text', 'integer', 'decimal', 'flag', 'instant', 'day', 'choice', 'ref'] as const),
  ...(['clock', 'colour', 'icon', 'code', 'span', 'dictionary', 'secret'] as const),
])
/** A list of plain values fits into one cell too. */
const isOneCell = (field: Field): boolean =>
  ONE_CELL.has(field.kind) || (field.kind === 'json' && field.schema?.type === 'array')

/** The columns of an import, in order. */
export function importNames(noun: Noun): readonly string[] {
  const own = Object.entries(noun.fields).filter(
    ([, field]) => isOneCell(field) && !field.computed && (field.by ?? 'user') === 'user',
  )
  return allExcept([...own.map(([name]) => name), ...(noun.tree ? [PARENT] : [])], noun.imports)
}
