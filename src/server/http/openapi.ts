/** OpenAPI 3.1, derived from the same definitions as the routes. */
import { verbsOf } from '#model/noun.ts'
import type { OperationAnswer } from '../describe/answers.ts'
import { endpointOperations } from '../describe/endpointOperations.ts'
import { problems, refusalComponents } from '../describe/failures.ts'
import { job, nounOperations, type Paths } from '../describe/nounOperations.ts'
import { inputSchemas, rowSchema } from '../describe/rowSchema.ts'
import { many, type Schema } from '../describe/shape.ts'
import { withShared } from '../describe/shared.ts'
import { tagsOf } from '../describe/subjects.ts'
import type { Endpoint, Half, RawRoute, ServerPart } from '../parts.ts'
import type { Json } from './fieldSchema.ts'

const DESCRIPTION = `Every answer is {code, msg, data}; code 0 is success, and a refusal names its reason in \`error\`.
Ids are strings, instants RFC 3339 in UTC. A program signs in with an API key at POST /api/auth/oauth/token
(client_credentials) and sends the token as Authorization: Bearer.`
const DESCRIPTION_ZH = `每个应答都是 {code, msg, data}；code 为 0 表示成功，失败时 \`error\` 给出原因。编号为字符串，时间为 UTC 的 RFC 3339。程序用接入密钥在 POST /api/auth/oauth/token（client_credentials）换取令牌，再以 Authorization: Bearer 发送。`

const SECURITY = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a session: of a person who signed in, or of a program',
  },
  key: {
    type: 'oauth2',
    description: 'An API key: client id and secret for a token of one application',
    flows: { clientCredentials: { tokenUrl: '/api/auth/oauth/token', scopes: {} } },
  },
  client: { type: 'http', scheme: 'basic', description: 'Client id and secret, of a key or of a login page' },
}

/** The hand-written descriptions; the server does not start if one occurs twice or describes nothing. */
function answersOf(parts: readonly ServerPart[]): { of(key: string): OperationAnswer | undefined; unused(): string[] } {
  const all = new Map<string, OperationAnswer>()
  for (const part of parts)
    if (part.part === 'answers')
      for (const [key, answer] of Object.entries(part.of)) {
        if (all.has(key)) throw new Error(`the answer of ${key} is described twice`)
        all.set(key, answer)
      }
  const used = new Set<string>()
  return { of: key => (used.add(key), all.get(key)), unused: () => [...all.keys()].filter(key => !used.has(key)) }
}

/** The value of a template's field: a text, a number, true or false, a range, a list, files. */
const custom: Schema = {
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    many({ type: ['string', 'number'] }),
    { type: 'object', properties: { from: { type: 'string' }, to: { type: 'string' } } },
  ],
}

function componentsOf(
  half: Half,
  listed: boolean,
  of: (key: string) => OperationAnswer | undefined,
  schemas: Record<string, Json>,
): void {
  const { noun } = half
  const verbs = verbsOf(noun)
  const more = (of(`row ${noun.key}`)?.data?.properties ?? {}) as Record<string, Json>
  const row = rowSchema(noun, more, listed)
  // Names of a template's fields are chosen by the customer.
  const extended = half.extend ? { patternProperties: { '^ext_': custom } } : {}
  schemas[noun.key] = { ...row, ...extended }
  if (noun.tree) {
    const node = `${noun.key}Node`
    const children = many({ $ref: `#/components/schemas/${node}` })
    const { properties, required } = schemas[noun.key] as { properties: Json; required: string[] }
    schemas[node] = {
      ...schemas[noun.key],
      properties: { ...properties, children },
      required: [...required, 'children'],
    }
  }
  const { added, edited } = inputSchemas(noun, half.aliases)
  if (verbs.includes('add')) schemas[`${noun.key}New`] = { ...added, ...extended }
  if (verbs.includes('edit')) schemas[`${noun.key}Change`] = { ...edited, ...extended }
}

/** Names of the components to which operations refer, directly or through others. */
function reached(paths: Paths, schemas: Record<string, Json>): Set<string> {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (found.has(name!)) continue
      if (!schemas[name!]) throw new Error(`the description refers to ${name}, which is not there`)
      found.add(name!)
      look(schemas[name!])
    }
  }
  look([paths, refusalComponents()])
  return found
}

function unlikeIds(paths: Paths): void {
  const ids = new Set<string>()
  for (const [path, methods] of Object.entries(paths))
    for (const { operationId } of Object.values(methods)) {
      if (ids.has(String(operationId))) throw new Error(`${path}: operationId ${String(operationId)} is taken`)
      ids.add(String(operationId))
    }
}

/** Sorted, so that the text does not depend on the order of the parts. */
const sorted = <Value>(of: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))

export function openapi(parts: readonly ServerPart[], publicUrl: string): Json {
  const paths: Paths = {}
  const schemas: Record<string, Schema> = {
    ...{ problems, job },
    ...Object.assign({}, ...parts.map(part => (part.part === 'answers' ? part.schemas : {}))),
  }
  const answers = answersOf(parts)
  const halves = parts.filter(part => part.part === 'half')
  const nouns = halves.map(({ noun }) => noun)
  const written = parts.filter((part): part is Endpoint | RawRoute => part.part === 'endpoint' || part.part === 'raw')
  // As with routes, hand-written operations come before derived ones.
  for (const part of written) endpointOperations(part, nouns, answers.of, paths)
  for (const half of halves) {
    const listed = written.some(({ path }) => path === `${half.noun.api}/page`)
    componentsOf(half, listed, answers.of, schemas)
    nounOperations(half.noun, answers.of, paths)
  }
  unlikeIds(paths)
  const unused = answers.unused()
  if (unused.length) throw new Error(`answers of what is not there: ${unused.join(', ')}`)
  const used = reached(paths, schemas)
  const tagged = new Set(
    Object.values(paths).flatMap(methods => Object.values(methods).map(one => (one.tags as string[])[0]!)),
  )
  const { tags, groups } = tagsOf(tagged, nouns)
  return withShared({
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description: DESCRIPTION,
      'x-description-zh': DESCRIPTION_ZH,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    // Public operations say for themselves who they are for.
    security: [{ bearer: [] }, { key: [] }],
    tags,
    'x-tagGroups': groups,
    paths: sorted(Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, sorted(methods)]))),
    components: {
      schemas: sorted(Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))),
      securitySchemes: SECURITY,
      responses: refusalComponents(),
    },
  })
}
