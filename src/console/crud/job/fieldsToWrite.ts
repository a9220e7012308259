/** The fields of a noun that its users write. */
import type { Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'

export const fieldsToWrite = ({ fields }: Noun): readonly (readonly [name: string, field: Field])[] =>
  Object.entries(fields).filter(([, field]) => (field.by ?? 'user') === 'user' && !field.computed)
