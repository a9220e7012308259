/** The values of a row that the audit may keep: all except those that people must not read again. */
import { HIDDEN } from '#base/hidden.ts'
import type { Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Input, Row } from '#model/row.ts'

const isHidden = (field: Field | undefined): boolean =>
  field !== undefined &&
  (field.mask !== undefined || field.personal === true || field.kind === 'secret' || field.kind === 'custom')

/** The values of a new row. */
export const auditable = (noun: Noun, values: Input): Input =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isHidden(noun.fields[name]) ? HIDDEN : value]),
  )

/** Each touched field that changed, as [before, after]. */
export function difference(noun: Noun, before: Row, after: Row, touched: Input): Input {
  const result: Input = {}
  for (const name of Object.keys(touched)) {
    if (isHidden(noun.fields[name])) result[name] = HIDDEN
    else if (JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      result[name] = [before[name] ?? null, after[name] ?? null]
  }
  return result
}
