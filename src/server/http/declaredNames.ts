/** What an operation takes is what its description declares: a request with any other name is refused, by that name. */
import type { FastifyRequest } from 'fastify'
import { followed } from '#base/followed.ts'
import { invalidFields, type FieldProblem } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { quoted } from '../imports/quoted.ts'
import type { Json } from './fieldSchema.ts'

/** Clients add these to every request: the application of their page, and date ranges of theirs that are no filters. */
const OF_EVERY_REQUEST = ['appId', 'searchDateBtn', 'entrysearchDateBtn', 'createTimeBtn']
/** The maximum number of names that are reported. */
const MAX_PROBLEMS = 20

interface Declared {
  query: ReadonlySet<string>
  /** Names that customers choose, such as those of a template's fields. */
  patterns: readonly RegExp[]
  body: Json | null
  /** Names of the row that an edit changes: it may be sent back as it was read. */
  readBack: ReadonlySet<string>
}
type Document = {
  paths: Record<string, Record<string, { parameters?: Json[]; requestBody?: Json }>>
  components: { schemas: Record<string, Json> }
}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Asked {
  method: string
  /** That of the route. */
  url: string
  query: unknown
  body?: unknown
}
/** Returns what finds the names of a request that its operation does not declare; none for routes that are not described. */
export function unknownNames(described: Json): (asked: Asked) => string[] {
  const document = described as unknown as Document
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, declaredBy(document, operation)] as const,
      ),
    ),
  )
  return ({ method, url, query, body }) => {
    const declared = operations.get(`${method} ${url}`)
    if (!declared) return []
    const names = [
      ...Object.keys(query as Input).filter(name => !declared.query.has(name) && !fits(declared.patterns, name)),
      ...(isObject(body) ? unknownIn(document, declared, body) : []),
    ]
    return [...new Set(names)]
  }
}

/** Returns the judge of requests: it refuses what their operation does not declare. */
export function declaredNames(described: Json): (request: FastifyRequest) => void {
  const namesIn = unknownNames(described)
  return ({ method, routeOptions: { url = '' }, query, body }) => {
    const names = namesIn({ method, url, query, body })
    if (names.length) throw invalidFields(names.slice(0, MAX_PROBLEMS).map(unknown))
  }
}

function declaredBy(document: Document, operation: Document['paths'][string][string]): Declared {
  const parameters = (operation.parameters ?? []).map(one => followed(document, one))
  const requestBody = followed(document, operation.requestBody)
  const media = Object.values((requestBody?.content ?? {}) as Record<string, Json>)[0]
  const reference = (media?.schema as Json | undefined)?.$ref
  const body = media ? followed(document, media.schema as Json) : null
  const edited = /schemas\/(\w+)Change$/.exec(String(reference))?.[1]
  const row = edited ? document.components.schemas[edited] : undefined
  return {
    query: new Set([
      ...OF_EVERY_REQUEST,
      ...parameters.flatMap(one => (one.in === 'query' && !one.explode ? [String(one.name)] : [])),
      // What a write takes in its body it also takes in its query.
      ...Object.keys((body?.properties ?? {}) as Json),
    ]),
    patterns: [body, ...parameters.map(one => one.schema as Json)].flatMap(patternsOf),
    body,
    readBack: new Set(Object.keys((row?.properties ?? {}) as Json)),
  }
}
const patternsOf = (schema: Json | null): RegExp[] =>
  Object.keys((schema?.patternProperties ?? {}) as Json).map(pattern => new RegExp(pattern))
const fits = (patterns: readonly RegExp[], name: string): boolean => patterns.some(pattern => pattern.test(name))

function unknownIn(document: Document, { body, query, patterns, readBack }: Declared, given: Input): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const schema = ((body?.properties ?? {}) as Record<string, Json>)[name]
    if (schema) return unknownBelow(document, schema, value, name)
    return query.has(name) || readBack.has(name) || fits(patterns, name) ? [] : [name]
  })
}

/** Names inside of groups and lists. A schema that names no properties holds anything. */
function unknownBelow(document: Document, unresolved: Json, value: unknown, at: string): string[] {
  const schema = followed(document, unresolved)
  if (Array.isArray(value) && schema.items)
    return value.flatMap(item => unknownBelow(document, schema.items as Json, item, at))
  if (!isObject(value) || !schema.properties || schema.additionalProperties || schema.patternProperties) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = (schema.properties as Record<string, Json>)[name]
    return known ? unknownBelow(document, known, inner, `${at}.${name}`) : [`${at}.${name}`]
  })
}

function unknown(name: string): FieldProblem {
  const shown = quoted(name)
  return { field: shown, text: [`没有“${shown}”这一项`, `There is no field "${shown}" here`] }
}
