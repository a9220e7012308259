/** The schemas of a row in answers and requests; both follow from the noun. */
import { refName, type Field, type Fields } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import { storedFields } from '../crud/columns.ts'
import { fieldSchema, type Json } from '../http/fieldSchema.ts'
import { about, at, count, id, maybe, word, yes } from './shape.ts'
import { sharedValue } from './shared.ts'

/** Constraints on input; rows saved under earlier rules, and masked values, need not satisfy them. */
const RULES = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems', 'format']
const KEPT_FORMATS = new Set(['int64', 'date', 'date-time', 'decimal'])

function loosened(schema: Json): Json {
  const kept = Object.fromEntries(
    Object.entries(schema).filter(
      ([name, value]) => !RULES.includes(name) || (name === 'format' && KEPT_FORMATS.has(String(value))),
    ),
  )
  if (kept.items) kept.items = loosened(kept.items as Json)
  if (kept.properties)
    kept.properties = Object.fromEntries(
      Object.entries(kept.properties as Record<string, Json>).map(([name, one]) => [name, loosened(one)]),
    )
  return kept
}

/** The value of a field as people write it; a row has the same where nothing is left out. */
const written = (noun: Noun, name: string, field: Field): Json => sharedValue(noun.key, name, fieldSchema(field))

/** One field in a row. A field without a column may be absent. */
function answered(field: Field): Json {
  const schema = loosened(fieldSchema(field.notNull ? ({ ...field, required: true } as Field) : field))
  const empty = !(field.required || field.notNull) || field.virtual
  if (!empty || (Array.isArray(schema.type) && schema.type.includes('null'))) return schema
  return Array.isArray(schema.enum) && schema.enum.includes(null) ? schema : maybe(schema)
}

/** The properties of a row for one field: its value, whether a secret is set, the name of what it refers to. */
function columnsIn(noun: Noun, name: string, field: Fields[string]): { properties: Json; required: string[] } {
  // Fields of a customer's template are beside the others, under names of their own.
  if (field.kind === 'custom') return { properties: {}, required: [] }
  if (field.kind === 'secret')
    return {
      properties: {
        [`${name}Set`]: { ...yes, ...about(`是否已设置：${field.label[0]}`, `Whether it is set: ${field.label[1]}`) },
      },
      required: [],
    }
  const stored = storedFields({ [name]: field }).length > 0
  const label = field.kind === 'ref' ? refName(name) : null
  const named = field.kind === 'ref' && field.many ? { type: 'array', items: { type: 'string' } } : maybe(word)
  const value = {
    ...answered(field),
    ...(field.mask ? { description: `${field.label[1]}, masked` } : {}),
    ...(field.by && field.by !== 'user' ? { readOnly: true } : {}),
  }
  const same = JSON.stringify(value) === JSON.stringify(fieldSchema(field))
  return {
    properties: {
      [name]: same ? written(noun, name, field) : value,
      ...(label && !(label in noun.fields)
        ? { [label]: { ...named, readOnly: true, ...about(`名称：${field.label[0]}`, `Name of: ${field.label[1]}`) } }
        : {}),
    },
    required: stored ? [name] : [],
  }
}

export const hasHistory = (noun: Noun): boolean => !noun.life || noun.life === 'row'

/** A row of a noun: id, revision, history, fields, states, its application. A list written by hand may leave fields out. */
export function rowSchema(noun: Noun, more: Json = {}, listed = false): Json {
  const columns = Object.entries(noun.fields).map(([name, field]) => columnsIn(noun, name, field))
  const states = Object.entries(noun.states ?? {}).map(([name, machine]) => {
    const values = Object.entries(machine.states)
    return [
      name,
      {
        title: machine.label[0],
        description: machine.label[1],
        enum: values.map(([, [wire]]) => wire),
        'x-labels': Object.fromEntries(values.map(([key, [wire, zh, en]]) => [String(wire), { name: key, zh, en }])),
        readOnly: true,
      },
    ] as const
  })
  const system: Json = {
    id: { ...(noun.life === 'view' ? { type: 'string' } : id), readOnly: true, ...about('编号', 'Id of the row') },
    ...(hasHistory(noun)
      ? {
          rev: sharedValue('row', 'rev', {
            ...count,
            ...about(
              '版本号，每次修改递增；编辑时带上可避免覆盖他人的修改',
              'Revision, increased by each change; send it with an edit to avoid overwriting changes of others',
            ),
          }),
          createdAt: { ...at, readOnly: true, ...about('新增时间', 'When it was added') },
          updatedAt: { ...at, readOnly: true, ...about('最近修改时间', 'When it was last changed') },
        }
      : {}),
    ...(noun.tree
      ? { parentId: { type: 'string', ...about('上级编号，顶层为 -1', 'Id of the row above; -1 at the top') } }
      : {}),
    ...(noun.scope === 'application' && noun.life !== 'view'
      ? { appId: { ...maybe(id), readOnly: true, ...about('所属应用', 'Its application') } }
      : {}),
  }
  const properties = {
    ...system,
    ...Object.assign({}, ...columns.map(one => one.properties)),
    ...Object.fromEntries(states),
    ...more,
  } as Json
  return {
    type: 'object',
    title: noun.label[0],
    description: noun.label[1],
    properties,
    required: [
      'id',
      ...(noun.life === 'view' || listed
        ? []
        : columns.flatMap(one => one.required).concat(states.map(([name]) => name))),
    ],
    additionalProperties: false,
  }
}

/** Whether people write the field. */
const sent = ([, field]: [string, Fields[string]]): boolean =>
  (field.by ?? 'user') === 'user' && !field.computed && field.kind !== 'custom'

/** The inputs of add and edit; an edit takes any of the fields, with the id and, if there is one, the revision that was read. */
export function inputSchemas(
  noun: Noun,
  aliases: Readonly<Record<string, string>> = {},
): { added: Json; edited: Json } {
  const fields = Object.entries(noun.fields).filter(sent)
  const parent = noun.tree
    ? { parentId: { type: 'string', ...about('上级编号，顶层为 -1', 'Id of the row above; -1 at the top') } }
    : {}
  const schemas = (of: typeof fields): Json => {
    const own = Object.fromEntries(of.map(([name, field]) => [name, written(noun, name, field)]))
    const others = Object.entries(aliases).filter(([, name]) => name in own)
    return { ...own, ...Object.fromEntries(others.map(([alias, name]) => [alias, own[name]!])) }
  }
  const required = fields.filter(([, field]) => field.required).map(([name]) => name)
  const kept = fields.filter(([, field]) => !field.frozen)
  return {
    added: {
      type: 'object',
      ...about(`新增：${noun.label[0]}`, `A new row: ${noun.label[1]}`),
      properties: { ...parent, ...schemas(fields) },
      ...(required.length ? { required } : {}),
    },
    edited: {
      type: 'object',
      ...about(
        `修改的内容，未填的保持不变：${noun.label[0]}`,
        `The changed fields; all others stay as they are: ${noun.label[1]}`,
      ),
      properties: {
        id: { ...id, ...about('编辑哪一行', 'Which row') },
        rev: sharedValue('read', 'rev', {
          ...count,
          ...about(
            '读取时的版本号：期间有他人修改则返回 409，不会覆盖',
            'The revision that was read: 409 if somebody else has changed the row since',
          ),
        }),
        ...parent,
        ...schemas(kept),
      },
      required: ['id'],
    },
  }
}
