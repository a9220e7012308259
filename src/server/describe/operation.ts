/** One operation of the description: who may call it, its input, its answer and its refusals. */
import type { Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Json } from '../http/fieldSchema.ts'
import type { OperationAnswer } from './answers.ts'
import { refusals } from './failures.ts'
import { idempotencyKey } from './parameters.ts'
import { capital, oneOf, shape, type Schema } from './shape.ts'
import { shared } from './shared.ts'

/** The input from which an operation is described. */
export interface OperationSpec {
  operationId: string
  tag: string
  summary: Text
  /** When it can be done, if not always. */
  description?: Text | undefined
  /** `public`, `login` or a permission point. */
  access: string
  method: string
  parameters?: readonly Json[]
  body?: Json | undefined
  answer: OperationAnswer
  /** Requires a new proof of identity. */
  proof?: boolean
  /** Accepts `Idempotency-Key`. */
  once?: boolean
  /** May answer 429: it has a budget for public calls, or for jobs. */
  counted?: boolean
  /** May answer 413 although the request is small: the result would be too large. */
  big?: boolean
}

export const json = (schema: Json): Json => ({ required: true, content: { 'application/json': { schema } } })

/** Answers with a row, with all rows or with a page of them are named after it. */
function rowName(data: Schema = {}): string | undefined {
  const name = (schema: unknown): string | undefined =>
    (schema as Schema | undefined)?.$ref?.toString().split('/').pop()
  const { records } = (data.properties ?? {}) as Record<string, Schema>
  const [row, all, page] = [name(data), name(data.items), name(records?.items)]
  return row ? `${row}Answer` : all ? `${all}List` : page && `${page}Page`
}

const success = ({ data, outside, name = rowName(data) }: OperationAnswer): Json => {
  const { media, schema, status = 200 } = outside ?? { media: 'application/json', schema: enveloped(data) }
  const content = media ? { content: { [media]: { schema: schema ?? { type: 'string', format: 'binary' } } } } : {}
  const answer = { description: media ? 'Done' : 'Done; no body', ...content }
  return { [status]: name ? shared('responses', name, answer) : answer }
}
const enveloped = (data: Schema = {}): Schema =>
  shape({ code: { type: 'integer', const: 0 }, msg: { type: ['string', 'null'] }, data })

/** The statuses that can occur. */
function statusesOf({ access, method, parameters = [], proof, counted, big }: OperationSpec): number[] {
  const strangers = access === 'public'
  const writes = method !== 'get'
  return [
    400,
    401,
    403,
    404,
    ...(writes ? [409] : []),
    ...(writes || big ? [413] : []),
    ...(writes ? [415] : []),
    ...(proof || strangers || writes ? [428] : []),
    ...(counted || strangers || writes ? [429] : []),
    500,
    503,
  ].filter(status => status !== 404 || strangers || parameters.length > 0 || writes)
}

export function operation(spec: OperationSpec): Json {
  const { operationId, tag, summary, description, access, answer, parameters = [], body, proof, once } = spec
  const sent = answer.body ? { required: true, content: { [answer.body.media]: { schema: answer.body.schema } } } : body
  const named = new Map(
    [...(once ? [idempotencyKey] : []), ...parameters].reverse().map(one => [`${one.in} ${one.name}`, one]),
  )
  // A filter may have the name of a common parameter: it is described once.
  const all = [...named.values()].reverse()
  return {
    operationId,
    tags: [tag],
    summary: summary[1],
    'x-summary-zh': summary[0],
    ...(description ? { description: description[1], 'x-description-zh': description[0] } : {}),
    ...(access === 'public' ? { security: answer.security ?? [] } : { 'x-permission': access }),
    ...(proof ? { 'x-proof': true } : {}),
    ...(all.length ? { parameters: all } : {}),
    ...(sent ? { requestBody: sent } : {}),
    responses: { ...success(answer), ...refusals(statusesOf(spec)) },
  }
}

export const done = { data: oneOf(true), name: 'done' } satisfies OperationAnswer

export const idOf = (verb: string, noun: Noun): string => verb + capital(noun.key)
