/** The JSON schema of fields as they travel. */
import { dictionaryType } from '#model/dictionary.ts'
import { fileLimit, isList, type Field, type Fields } from '#model/field.ts'

export type Json = Record<string, unknown>

/** The JSON schema of one field as it travels. */
export function fieldSchema(field: Field): Json {
  const described = { title: field.label[0], description: field.label[1] + (field.help ? `. ${field.help[1]}` : '') }
  const nullable = (schema: Json): Json => ({
    ...described,
    ...schema,
    type: field.required ? schema.type : [schema.type, 'null'],
  })
  switch (field.kind) {
    case 'text':
      return nullable({
        type: 'string',
        ...(field.min === undefined ? {} : { minLength: field.min }),
        maxLength: field.max ?? 255,
        ...(field.pattern ? { format: field.pattern } : {}),
        ...(field.matches === undefined ? {} : { pattern: field.matches }),
      })
    case 'secret':
      return nullable({ type: 'string', writeOnly: true, maxLength: field.max ?? 128 })
    case 'integer':
      return nullable({
        type: 'integer',
        ...(field.min === undefined ? {} : { minimum: field.min }),
        ...(field.max === undefined ? {} : { maximum: field.max }),
      })
    case 'decimal':
      return nullable({ type: 'string', format: 'decimal' })
    case 'fen':
      return nullable({ type: 'string', format: 'int64', description: `${field.label[1]}, in fen (0.01 CNY)` })
    case 'flag':
      return nullable({ type: 'boolean' })
    case 'instant':
      return nullable({ type: 'string', format: 'date-time' })
    case 'day':
      return nullable({ type: 'string', format: 'date' })
    case 'clock':
      return nullable({ type: 'string', pattern: '^\\d{2}:\\d{2}$' })
    case 'place':
      return nullable({ type: 'object', properties: { lng: { type: 'number' }, lat: { type: 'number' } } })
    case 'choice': {
      const values = Object.entries(field.values)
      const one = {
        enum: [...values.map(([, [wire]]) => wire), ...(field.required || field.many ? [] : [null])],
        'x-labels': Object.fromEntries(values.map(([name, [wire, zh, en]]) => [String(wire), { name, zh, en }])),
        ...(field.dictionary ? { 'x-dictionary': dictionaryType(field.dictionary) } : {}),
      }
      return field.many ? nullable({ type: 'array', items: one }) : { ...described, ...one }
    }
    case 'ref':
      return field.many
        ? { ...described, type: 'array', items: { type: 'string', format: 'int64' } }
        : nullable({ type: 'string', format: 'int64', description: `${field.label[1]}: id of ${field.to}` })
    case 'file':
      return { ...described, type: 'array', items: { type: 'string' }, maxItems: fileLimit(field) }
    case 'rich':
      return nullable({ type: 'string', contentMediaType: 'text/html', maxLength: field.max ?? 100_000 })
    case 'code':
      return nullable({ type: 'string', maxLength: field.max ?? 100_000 })
    case 'colour':
      return nullable({ type: 'string', pattern: '^#[0-9a-f]{6}$' })
    case 'icon':
      return nullable({ type: 'string', maxLength: 64 })
    case 'span': {
      const end = {
        type: 'string',
        ...(field.of === 'clock' ? {} : { format: field.of === 'day' ? 'date' : 'date-time' }),
      }
      return nullable({ type: 'object', properties: { from: end, to: end }, required: ['from', 'to'] })
    }
    case 'dictionary':
      return isList(field)
        ? { ...described, type: 'array', items: { type: 'string' }, maxItems: 99, 'x-options': field.from }
        : nullable({ type: 'string', maxLength: 255, 'x-options': field.from })
    case 'list':
      return {
        ...described,
        type: 'array',
        minItems: field.min ?? 0,
        maxItems: field.max,
        items: objectSchema(field.of),
      }
    case 'group':
      return { ...described, ...objectSchema(field.of) }
    case 'json':
      return field.schema ? nullable({ ...field.schema }) : { ...described }
    default:
      return { ...described }
  }
}
export const objectSchema = (fields: Fields): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  required: Object.entries(fields)
    .filter(([, field]) => field.required && (field.by ?? 'user') === 'user')
    .map(([name]) => name),
})
