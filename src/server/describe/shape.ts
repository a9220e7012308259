/** Words for what an operation answers, as JSON schema: short enough to stand beside the operation they describe. */
import type { Params } from '#model/row.ts'
export type Schema = Params

/** What a value says, in both languages. */
export const about = (zh: string, en: string): Schema => ({ description: en, 'x-description-zh': zh })

export const word: Schema = { type: 'string' }
export const id: Schema = { type: 'string', format: 'int64' }
export const at: Schema = { type: 'string', format: 'date-time' }
export const date: Schema = { type: 'string', format: 'date' }
export const count: Schema = { type: 'integer' }
export const figure: Schema = { type: 'number' }
export const yes: Schema = { type: 'boolean' }
/** JSON whose shape the row itself decides, such as the properties of a device. */
export const free: Schema = { ...about('任意 JSON', 'Any JSON') }
/** Words in both languages. */
export const text: Schema = { type: 'array', items: word, minItems: 2, maxItems: 2 }

export const oneOf = (...values: readonly (string | number | boolean | null)[]): Schema => ({ enum: values })
export const many = (items: Schema): Schema => ({ type: 'array', items })
/** Any names, each with such a value. */
export const byName = (value: Schema): Schema => ({ type: 'object', additionalProperties: value })
/** A shape that the description holds once, by name. */
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
/** The row of a noun as its lists and views answer it. */
export const rowOf = named

/** The same or null. */
export function maybe(schema: Schema): Schema {
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...(schema.enum as unknown[]), null] }
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  return schema.type === undefined && !schema.$ref && !schema.anyOf ? schema : { anyOf: [schema, { type: 'null' }] }
}

/** An object with exactly these names; one that ends in `?` may be missing. */
export const shape = (fields: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
  required: Object.keys(fields).filter(name => !name.endsWith('?')),
  additionalProperties: false,
})

/** By the values of a filter, and `all` without it. */
const counts: Schema = { type: 'object', additionalProperties: { type: 'integer' } }

export const pageOf = (record: Schema): Schema =>
  shape({
    records: many(record),
    total: count,
    size: count,
    current: count,
    pages: count,
    'more?': yes,
    'counts?': counts,
  })
