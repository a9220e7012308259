/** The API description conforms to OpenAPI 3.1 and to the rules that generators and readers rely on. */
import { expect, test } from 'vitest'
import Ajv from 'ajv/dist/2020.js'
import { followed } from '#base/followed.ts'
import { openapi } from '#server/http/openapi.ts'
import { shared, withShared } from '#server/describe/shared.ts'
import { nouns } from '#main/registry.ts'
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
    whole(operation),
  ]),
)
/** An operation with what it shares with others. */
function whole(operation: Json): Json {
  const { parameters, requestBody } = operation
  return {
    ...operation,
    ...(parameters ? { parameters: parameters.map((one: Json) => followed(document, one)) } : {}),
    ...(requestBody ? { requestBody: followed(document, requestBody) } : {}),
    responses: Object.fromEntries(
      Object.entries<Json>(operation.responses).map(([status, one]) => [status, followed(document, one)]),
    ),
  }
}
/** Names of operations that violate a rule. */
const where = (wrong: (operation: Json, path: string, method: string) => boolean): string[] =>
  operations.filter(([, path, method, operation]) => wrong(operation, path, method)).map(([name]) => name)

test('every operation has a name of its own, a tag, a summary and its permission', () => {
  const ids = operations.map(([, , , operation]) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(id => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
  const tags = new Set(document.tags.map((tag: Json) => tag.name))
  expect(where(one => one.tags?.length !== 1 || !tags.has(one.tags[0]))).toEqual([])
  expect(where(one => !one.summary || !one['x-summary-zh'])).toEqual([])
  // The document says how sessions prove themselves; whatever is open to others says so itself.
  expect(document.security).toEqual([{ bearer: [] }, { key: [] }])
  expect(where(one => Boolean(one['x-permission']) === Array.isArray(one.security))).toEqual([])
  const grouped = document['x-tagGroups'].flatMap((group: Json) => group.tags)
  expect([...grouped].sort()).toEqual([...tags].sort())
})

test('a noun is in the chapter of its module, or of its address', () => {
  const chapters = Object.fromEntries(document['x-tagGroups'].map((group: Json) => [group.name, group.tags]))
  expect(chapters['Devices, events and commands']).toEqual(
    expect.arrayContaining(['ledProgramme', 'doorSetting', 'device']),
  )
  expect(chapters['People and organisations']).toEqual(expect.arrayContaining(['passCode', 'person']))
  const nounsOf = new Map([...nouns.values()].map(noun => [noun.key, noun.api]))
  expect(
    chapters.Platform.filter((tag: string) => nounsOf.has(tag) && !nounsOf.get(tag)!.startsWith('/api/admin/')),
  ).toEqual([])
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
  const { securitySchemes: _schemes, ...components } = document.components
  look([document.paths, components])
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
  expect([...used].filter(place => !followed(document, { $ref: `#/components/${place}` }))).toEqual([])
  const { securitySchemes: _schemes, ...components } = document.components
  const there = Object.entries<Json>(components).flatMap(([kind, parts]) =>
    Object.keys(parts).map(name => `${kind}/${name}`),
  )
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
  const properties = (name: string): Json =>
    Object.fromEntries(
      Object.entries<Json>(document.components.schemas[name].properties).map(([field, one]) => [
        field,
        followed(document, one),
      ]),
    )
  expect(properties('personChange').rev).toMatchObject({ type: 'integer' })
  expect(properties('person')).toMatchObject({
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

test('what several operations take or answer is written once', () => {
  const written = Object.values<Json>(document.paths).flatMap(methods => Object.values<Json>(methods))
  const inPlace = (parts: readonly Json[]): string[] => parts.filter(one => !one.$ref).map(one => JSON.stringify(one))
  // Lists and their exports may have inputs of their own besides.
  const derived = written.filter(one => /^(view|add|edit|remove)[A-Z]/.test(one.operationId))
  expect(derived.length).toBeGreaterThan(100)
  expect(derived.flatMap(one => inPlace(one.parameters ?? []).map(text => `${one.operationId} ${text}`))).toEqual([])
  expect(
    inPlace(written.flatMap(one => Object.entries<Json>(one.responses).flatMap(([at, r]) => (at > '399' ? r : [])))),
  ).toEqual([])
})

test('one name for two different parts ends the start of the server', () => {
  const part = (description: string): Json => shared('parameters', 'colour', { name: 'colour', description })
  expect(() => withShared({ paths: [part('red'), part('blue')], components: {} })).toThrow('parameters/colour has two')
})
