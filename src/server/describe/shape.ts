/** Helpers for JSON schemas of answers: short enough to be written beside the operation they describe. */
import type { Params } from '#model/row.ts'
export type Schema = Params

/** The description of a value, in both languages. */
export const about = (zh: string, en: string): Schema => ({ description: en, 'x-description-zh': zh })

/** `person` → `Person`. */
export const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)

export const word: Schema = { type: 'string' }
export const id: Schema = { type: 'string', format: 'int64' }
export const at: Schema = { type: 'string', format: 'date-time' }
export const date: Schema = { type: 'string', format: 'date' }
export const count: Schema = { type: 'integer' }
export const figure: Schema = { type: 'number' }
export const yes: Schema = { type: 'boolean' }
/** JSON whose shape depends on the row, such as the properties of a device. */
export const free: Schema = { ...about('任意 JSON', 'Any JSON') }
/** A text in both languages. */
export const text: Schema = { type: 'array', items: word, minItems: 2, maxItems: 2 }

export const oneOf = (...values: readonly (string | number | boolean | null)[]): Schema => ({ enum: values })
export const many = (items: Schema): Schema => ({ type: 'array', items })
/** An object with any names, and such a value for each. */
export const byName = (value: Schema): Schema => ({ type: 'object', additionalProperties: value })
/** A reference to a named schema of the description. */
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
/** The row of a noun as its lists and views return it. */
export const rowOf = named

/** The same schema, or null. */
export function maybe(schema: Schema): Schema {
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...(schema.enum as unknown[]), null] }
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  if (Array.isArray(schema.type)) return { ...schema, type: [...new Set([...schema.type, 'null'])] }
  return schema.type === undefined && !schema.$ref && !schema.anyOf ? schema : { anyOf: [schema, { type: 'null' }] }
}

/** An object with exactly these names; those that end in `?` are optional. */
export const shape = (fields: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
  required: Object.keys(fields).filter(name => !name.endsWith('?')),
  additionalProperties: false,
})

/** Counts by the values of a filter; `all` is the count without it. */
const counts: Schema = { type: 'object', additionalProperties: { type: 'integer' } }

export const pageOf = (record: Schema): Schema =>
  shape({
    records: many(record),
    total: count,
    size: count,
    current: count,
    pages: count,
    'more?': yes,
    'missing?': many(word),
    'counts?': counts,
  })
