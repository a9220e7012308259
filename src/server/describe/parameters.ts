/** Parameters of operations: the application, pages, filters, order, parts of the path, headers. */
import type { Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import { MAX_PAGE_SIZE } from '../crud/filters.ts'
import type { Json } from '../http/fieldSchema.ts'
import { hasHistory } from './rowSchema.ts'
import { id } from './shape.ts'

export const query = (
  name: string,
  description: string,
  schema: Json = { type: 'string' },
  required = false,
): Json => ({ name, in: 'query', required, description, schema })

/** Where a request acts. Required wherever a person is refused without it. */
export const appIdParameter = (required: boolean): Json =>
  query(
    'appId',
    required
      ? 'The application to act in. An API key may leave it out: it has one application'
      : 'Narrows the request to one application that the caller may enter',
    id,
    required,
  )

export const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same request does it once and answers the same again, for seven days',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

export const pathParameters = (path: string, noun?: Noun): Json[] =>
  [...path.matchAll(/:(\w+)|\{(\w+)\}/g)].map(([, colon, brace]) => {
    const name = (colon ?? brace)!
    return {
      name,
      in: 'path',
      required: true,
      description: name === 'id' && noun ? `Id: ${noun.label[1]}` : (SAID[name] ?? name),
      schema: name === 'id' && noun?.life !== 'view' ? id : { type: 'string' },
    }
  })
const SAID: Readonly<Record<string, string>> = {
  id: 'Id of the row',
  no: 'Which piece, from 0',
  code: 'The code of a brand or of a label',
  type: 'The type of the dictionary',
  roleId: 'Id of the role',
  phone: 'Number of a mobile phone',
  provider: 'The provider of the account elsewhere',
  ticket: 'The ticket that was handed out',
}

const HOW: Readonly<Record<NonNullable<Field['find']>, string>> = {
  equal: 'equal',
  prefix: 'begins with',
  contains: 'contains',
  range: 'from,to; either side may be empty',
  among: 'one of several, with commas',
}
const wordsOf = (field: Field): string =>
  field.kind === 'choice'
    ? `: ${Object.values(field.values)
        .map(([wire, , en]) => `${wire} ${en}`)
        .join(', ')}`
    : ''

export function filters(noun: Noun): Json[] {
  const fields = Object.entries(noun.fields).flatMap(([name, field]) =>
    field.find ? [query(name, `${field.label[1]} (${HOW[field.find]})${wordsOf(field)}`)] : [],
  )
  const states = Object.entries(noun.states ?? {}).map(([name, machine]) =>
    query(
      name,
      `${machine.label[1]} (${HOW.among}): ${Object.values(machine.states)
        .map(([wire, , en]) => `${wire} ${en}`)
        .join(', ')}`,
    ),
  )
  return [...fields, ...states, ...(noun.tree ? [query('parentId', 'Rows right below this one')] : [])]
}

export const paging: readonly Json[] = [
  query('current', 'Which page, from 1', { type: 'integer', minimum: 1, default: 1 }),
  query('size', 'Rows of a page', { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: 10 }),
]

export function sorting(noun: Noun): Json[] {
  const names = Object.keys(noun.fields).filter(name => noun.fields[name]!.sort)
  const all = [
    ...names,
    ...(hasHistory(noun) ? ['createdAt', 'updatedAt'] : []),
    ...(noun.life === 'view' ? [] : ['id']),
  ]
  const words = all.join(', ')
  return words
    ? [query('ascs', `Ascending by these, with commas: ${words}`), query('descs', `Descending by these: ${words}`)]
    : []
}

/** A simple input of an endpoint, as it stands in a query. */
export const inQuery = (name: string, field: Field, schema: Json): Json => {
  const { title, description, ...rest } = schema as { title?: string; description?: string } & Json
  void title
  const type = Array.isArray(rest.type) ? (rest.type as string[])[0] : rest.type
  return query(
    name,
    description || name,
    type === 'object' || type === 'array' ? { type: 'string' } : { ...rest, ...(type ? { type } : {}) },
    field.required === true,
  )
}
