/** The API description conforms to OpenAPI 3.1 and to the rules that generators and readers rely on. */
import { expect, test } from 'vitest'
import Ajv from 'ajv/dist/2020.js'
import { openapi } from '#server/http/openapi.ts'
import { parts } from '#main/wire.ts'

type Json = Record<string, any>
const document = JSON.parse(JSON.stringify(openapi(parts, 'http://localhost:8080'))) as Json
const operations: [name: string, path: string, method: string, operation: Json][] = Object.entries<Json>(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]): [string, string, string, Json] => [
    `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  ]),
)
const resolve = (value: Json): Json =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, key: string) => at?.[key], document)
    : value
/** Names of operations that violate a rule. */
const where = (wrong: (operation: Json, path: string, method: string) => boolean): string[] =>
  operations.filter(([, path, method, operation]) => wrong(operation, path, method)).map(([name]) => name)

test('every operation has a name of its own, a tag, a summary and its permission', () => {
  const ids = operations.map(([, , , operation]) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(id => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
  const tags = new Set(document.tags.map((tag: Json) => tag.name))
  expect(where(one => one.tags?.length !== 1 || !tags.has(one.tags[0]))).toEqual([])
  expect(where(one => !one.summary || !one['x-summary-zh'] || !Array.isArray(one.security))).toEqual([])
  const grouped = document['x-tagGroups'].flatMap((group: Json) => group.tags)
  expect([...grouped].sort()).toEqual([...tags].sort())
})

test('summaries, descriptions and parameters are in Chinese and in English', () => {
  const wrong: string[] = []
  const both = (place: string, en: unknown, zh: unknown): void => {
    if (typeof en !== 'string' || /\p{Script=Han}/u.test(en)) wrong.push(`${place}: no English: ${String(en)}`)
    // Some names of fields, such as SN and IP, are the same in both languages.
    if (typeof zh !== 'string' || (!/\p{Script=Han}/u.test(zh) && zh !== en)) wrong.push(`${place}: no Chinese: ${en}`)
  }
  for (const [name, , , one] of operations) {
    both(name, one.summary, one['x-summary-zh'])
    if (one['x-summary-zh'] === one.summary) wrong.push(`${name}: one summary for both`)
    if ('description' in one) both(name, one.description, one['x-description-zh'])
    for (const given of one.parameters ?? [])
      both(`${name} ${given.name}`, given.description, given['x-description-zh'])
  }
  expect(wrong).toEqual([])
})

test('fields of requests and answers are in Chinese wherever they are in English', () => {
  const wrong = new Set<string>()
  const look = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    const { description, title, 'x-description-zh': zh } = value as Json
    // Parameters are checked above; a response of 200 only says that it is done.
    if (typeof description === 'string' && !/\p{Script=Han}/u.test(title ?? '') && description !== title && !zh)
      if (!('in' in value) && !/^Done/.test(description) && !('flows' in value)) wrong.add(description)
    for (const [name, one] of Object.entries(value)) if (name !== 'x-labels') look(one)
  }
  look([document.paths, document.components.schemas, document.components.responses])
  expect([...wrong]).toEqual([])
})

test('every parameter is described, once, and every part of a path is one', () => {
  expect(
    where((one, path) => {
      const parameters: Json[] = one.parameters ?? []
      const named = parameters.map(({ in: place, name }) => `${place} ${name}`)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      return (
        new Set(named).size !== named.length ||
        parameters.some(({ description, schema }) => !description || !schema) ||
        inPath.some(name => !parameters.some(given => given.name === name && given.in === 'path' && given.required)) ||
        parameters.filter(given => given.in === 'path').length !== inPath.length
      )
    }),
  ).toEqual([])
})

test('every operation answers well in one way and describes its refusals', () => {
  expect(
    where(one => {
      const good = Object.keys(one.responses).filter(status => status < '400')
      return good.length !== 1 || !['400', '401', '403', '500', '503'].every(status => one.responses[status])
    }),
  ).toEqual([])
  expect(where((one, _path, method) => method !== 'get' && !one.responses['409'])).toEqual([])
})

test('every reference leads somewhere, and nothing is described that nothing refers to', () => {
  const text = JSON.stringify(document)
  const used = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, place]) => place!))
  expect([...used].filter(place => !resolve({ $ref: `#/components/${place}` }))).toEqual([])
  const { schemas, responses } = document.components as Json
  const there = [
    ...Object.keys(schemas).map(key => `schemas/${key}`),
    ...Object.keys(responses).map(key => `responses/${key}`),
  ]
  expect(there.filter(place => !used.has(place))).toEqual([])
})

test('every schema is one', () => {
  const ajv = new Ajv.default({ strict: false })
  const wrong: string[] = []
  for (const [name, , , operation] of operations)
    for (const holder of [
      operation.requestBody,
      ...Object.values<Json>(operation.responses),
      ...(operation.parameters ?? []),
    ])
      for (const schema of holder?.schema
        ? [holder.schema]
        : Object.values<Json>(holder?.content ?? {}).map(one => one.schema))
        if (!ajv.validateSchema(schema as object)) wrong.push(`${name}: ${ajv.errorsText()}`)
  for (const [name, schema] of Object.entries<Json>(document.components.schemas))
    if (!ajv.validateSchema(schema)) wrong.push(`${name}: ${ajv.errorsText()}`)
  expect(wrong).toEqual([])
})

test('requirements of a key, an edit and a sign-in are described', () => {
  const of = (name: string): Json => operations.find(([, , , one]) => one.operationId === name)![3]
  const parameter = (name: string, given: string): Json => of(name).parameters.find((one: Json) => one.name === given)
  expect(parameter('addPerson', 'appId')).toMatchObject({ required: true })
  expect(parameter('addPerson', 'Idempotency-Key')).toMatchObject({ in: 'header' })
  expect(document.components.schemas.personChange.properties.rev).toMatchObject({ type: 'integer' })
  expect(document.components.schemas.person.properties).toMatchObject({
    id: { format: 'int64' },
    rev: { type: 'integer' },
    createdAt: { format: 'date-time' },
    state: { 'x-labels': {} },
    orgName: {},
  })
  const token = of('postAuthOauthToken')
  expect(token.security).toEqual([{ client: [] }])
  expect(Object.keys(token.requestBody.content)).toEqual(['application/x-www-form-urlencoded'])
  expect(token.responses[200].content['application/json'].schema.required).toContain('access_token')
  expect(document.components.securitySchemes.key.flows.clientCredentials.tokenUrl).toBe('/api/auth/oauth/token')
})
