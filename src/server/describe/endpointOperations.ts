/** The operations of hand-written endpoints and routes. */
import { verbsOf, type Noun } from '#model/noun.ts'
import { objectSchema, fieldSchema, type Json } from '../http/fieldSchema.ts'
import type { Endpoint, RawRoute } from '../parts.ts'
import type { OperationAnswer } from './answers.ts'
import { listParameters, type Paths } from './nounOperations.ts'
import { idOf, json, operation } from './operation.ts'
import { appIdParameter, inQuery, pathParameters, query } from './parameters.ts'
import { capital, pageOf, rowOf } from './shape.ts'
import { subjectOf } from './subjects.ts'

/** `GET /api/admin/apiKey/:id/sessions` → `getApiKeySessions`; a parameter at the end is named. */
function pathId(method: string, path: string, owner: Noun | undefined): string {
  const rest = owner ? [owner.key, ...path.slice(owner.api.length).split('/')] : path.slice('/api/'.length).split('/')
  const words = rest.filter(word => word !== '' && word !== 'admin')
  const last = words.length - 1
  return words
    .flatMap((word, at) => (word.startsWith(':') ? (at === last ? [`By${capital(word.slice(1))}`] : []) : [word]))
    .map(word => word.replace(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase()))
    .reduce((name, word) => name + capital(word), method)
}

/** The verb whose derived route the endpoint replaces; the operation then has its name. */
function derivedVerb(method: string, path: string, noun: Noun): string | undefined {
  const rest = path.slice(noun.api.length)
  const verbs = verbsOf(noun)
  const place = { 'get /page': 'list', 'get /:id': 'view', 'post ': 'add', 'put ': 'edit', 'delete /:id': 'remove' }
  const verb = place[`${method} ${rest}` as keyof typeof place] as (typeof verbs)[number] | undefined
  return verb && verbs.includes(verb) ? verb : undefined
}

export function endpointOperations(
  part: Endpoint | RawRoute,
  nouns: readonly Noun[],
  answerOf: (key: string) => OperationAnswer | undefined,
  paths: Paths,
): void {
  const path = part.path.replace(/:(\w+)/g, '{$1}')
  const tag = subjectOf(part.path, nouns)
  const owner = nouns
    .filter(noun => part.path === noun.api || part.path.startsWith(`${noun.api}/`))
    .sort((a, b) => b.api.length - a.api.length)[0]
  for (const upper of [part.method].flat() as string[]) {
    const method = upper.toLowerCase()
    const answer = answerOf(`${upper} ${part.path}`) ?? {}
    const verb = owner && derivedVerb(method, part.path, owner)
    const input = (part.part === 'endpoint' && part.input) || {}
    const { body, parameters } = asked(part, method, owner, verb === 'list')
    const names = Object.keys(input).filter(name => input[name]!.required)
    paths[path] = {
      ...paths[path],
      [method]: operation({
        operationId: verb ? idOf(verb, owner!) : pathId(method, part.path, owner),
        ...{ tag, summary: part.summary, access: part.access, method },
        parameters: [
          ...pathParameters(part.path, owner),
          ...parameters,
          ...Object.entries(answer.query ?? {}).map(([name, text]) =>
            query(name.replace(/\*$/, ''), text, { type: 'string' }, name.endsWith('*')),
          ),
        ],
        ...(body ? { body: { ...json(body), required: names.length > 0 } } : {}),
        answer: { ...defaultFor(verb, owner), ...answer },
        proof: part.part === 'endpoint' && part.proof === true,
        once: part.part === 'endpoint' && part.scope !== 'none' && method !== 'get' && part.access !== 'public',
      }),
    }
  }
}

const defaultFor = (verb: string | undefined, noun: Noun | undefined): OperationAnswer =>
  verb === 'list' ? { data: pageOf(rowOf(noun!.key)) } : verb && verb !== 'remove' ? { data: rowOf(noun!.key) } : {}

/** The request: the query of a read, the body of a write, and the application. */
function asked(
  part: Endpoint | RawRoute,
  method: string,
  owner: Noun | undefined,
  lists: boolean,
): { body?: Json; parameters: Json[] } {
  if (part.part === 'raw') return { parameters: [] }
  const fields = Object.entries(part.input ?? {})
  if (lists) {
    const described = listParameters(owner!)
    const names = new Set(described.map(one => one.name))
    const more = fields.filter(([name]) => !names.has(name))
    return { parameters: [...described, ...more.map(([name, field]) => inQuery(name, field, fieldSchema(field)))] }
  }
  const inApplication = part.scope === 'application' || (part.scope === 'engine' && owner?.scope === 'application')
  const somewhere = inApplication || part.scope === 'source' || part.scope === 'staff'
  const where = part.access === 'public' || part.own || !somewhere ? [] : [appIdParameter(inApplication)]
  if (method === 'get' || method === 'delete')
    return { parameters: [...where, ...fields.map(([name, field]) => inQuery(name, field, fieldSchema(field)))] }
  return { ...(fields.length ? { body: objectSchema(part.input!) } : {}), parameters: where }
}
