/** The fields of a form that have a meaning beside the values of the others. */
import type { Fields } from './field.ts'
import type { Params } from './row.ts'

/** A value of a field that is itself left out counts for nothing. */
export const meaningful = (fields: Fields, values: Readonly<Params>): Fields => {
  const means = (name: string): boolean =>
    !Object.entries(fields[name]?.notWith ?? {}).some(
      ([other, excluded]) => excluded.includes(values[other] as number) && (!(other in fields) || means(other)),
    )
  return Object.fromEntries(Object.entries(fields).filter(([name]) => means(name)))
}
