/** The JSON schema of fields in wire form. */
import { dictionaryType } from '#model/dictionary.ts'
import { fileLimit, isList, type Field, type Fields } from '#model/field.ts'
import type { Params } from '#model/row.ts'

export type Json = Params

type Of<K extends Field['kind']> = Extract<Field, { kind: K }>
/** Kinds whose schema only has a type and bounds; null is allowed where the field may be empty. */
const SIMPLE: { [K in Field['kind']]?: (field: Of<K>) => Json } = {
  text: field => ({
    type: 'string',
    ...(field.min === undefined ? {} : { minLength: field.min }),
    maxLength: field.max ?? 255,
    // Where the pattern depends on another field, the format is none for all values.
    ...(field.pattern && !field.patternWith ? { format: field.pattern } : {}),
    ...(field.matches === undefined ? {} : { pattern: field.matches }),
  }),
  secret: field => ({ type: 'string', writeOnly: true, maxLength: field.max ?? 128 }),
  integer: field => ({
    type: 'integer',
    ...(field.min === undefined ? {} : { minimum: field.min }),
    ...(field.max === undefined ? {} : { maximum: field.max }),
  }),
  decimal: () => ({ type: 'string', format: 'decimal' }),
  fen: field => ({ type: 'string', format: 'int64', description: `${field.label[1]}, in fen (0.01 CNY)` }),
  flag: () => ({ type: 'boolean' }),
  instant: () => ({ type: 'string', format: 'date-time' }),
  day: () => ({ type: 'string', format: 'date' }),
  clock: () => ({ type: 'string', pattern: '^\\d{2}:\\d{2}$' }),
  place: () => ({ type: 'object', properties: { lng: { type: 'number' }, lat: { type: 'number' } } }),
  rich: field => ({ type: 'string', contentMediaType: 'text/html', maxLength: field.max ?? 100_000 }),
  code: field => ({ type: 'string', maxLength: field.max ?? 100_000 }),
  colour: () => ({ type: 'string', pattern: '^#[0-9a-f]{6}$' }),
  icon: () => ({ type: 'string', maxLength: 64 }),
  span: field => {
    const end = {
      type: 'string',
      ...(field.of === 'clock' ? {} : { format: field.of === 'day' ? 'date' : 'date-time' }),
    }
    return { type: 'object', properties: { from: end, to: end }, required: ['from', 'to'] }
  },
}

/** The JSON schema of one field in wire form. */
export function fieldSchema(field: Field): Json {
  const described = { title: field.label[0], description: field.label[1] + (field.help ? `. ${field.help[1]}` : '') }
  const nullable = (schema: Json): Json => ({
    ...described,
    ...schema,
    type: field.required ? schema.type : [schema.type, 'null'].flat(),
  })
  const many = (items: Json, more: Json = {}): Json => ({ ...described, type: 'array', items, ...more })
  switch (field.kind) {
    case 'choice': {
      const one = choiceSchema(field)
      return field.many ? nullable({ type: 'array', items: one }) : { ...described, ...one }
    }
    case 'ref':
      return field.many
        ? many({ type: 'string', format: 'int64' })
        : nullable({ type: 'string', format: 'int64', description: `${field.label[1]}: id of ${field.to}` })
    case 'file':
      return many({ type: 'string' }, { maxItems: fileLimit(field) })
    case 'dictionary':
      return isList(field)
        ? many({ type: 'string' }, { maxItems: 99, 'x-options': field.from })
        : nullable({ type: 'string', maxLength: 255, 'x-options': field.from })
    case 'list':
      return many(objectSchema(field.of), { minItems: field.min ?? 0, maxItems: field.max })
    case 'group':
      return { ...described, ...objectSchema(field.of) }
    case 'json':
      return field.schema ? nullable({ ...field.schema }) : { ...described }
    default: {
      const simple = SIMPLE[field.kind] as ((field: Field) => Json) | undefined
      return simple ? nullable(simple(field)) : { ...described }
    }
  }
}

const choiceSchema = (field: Of<'choice'>): Json => {
  const values = Object.entries(field.values)
  return {
    enum: [...values.map(([, [wire]]) => wire), ...(field.required || field.many ? [] : [null])],
    'x-labels': Object.fromEntries(values.map(([name, [wire, zh, en]]) => [String(wire), { name, zh, en }])),
    ...(field.dictionary ? { 'x-dictionary': dictionaryType(field.dictionary) } : {}),
  }
}

export const objectSchema = (fields: Fields): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  required: Object.entries(fields)
    .filter(([, field]) => field.required && (field.by ?? 'user') === 'user')
    .map(([name]) => name),
})
