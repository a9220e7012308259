/** One operation of the description: who may call it, its input, its answer and its refusals. */
import type { Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Json } from '../http/fieldSchema.ts'
import type { OperationAnswer } from './answers.ts'
import { refusals } from './failures.ts'
import { idempotencyKey } from './parameters.ts'
import { oneOf, shape } from './shape.ts'

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

const success = ({ data, outside }: OperationAnswer): Json => {
  if (!outside) {
    const schema = shape({ code: { type: 'integer', const: 0 }, msg: { type: ['string', 'null'] }, data: data ?? {} })
    return { 200: { description: 'Done', content: { 'application/json': { schema } } } }
  }
  const { media, schema, status = 200 } = outside
  const content = media ? { content: { [media]: { schema: schema ?? { type: 'string', format: 'binary' } } } } : {}
  return { [status]: { description: media ? 'Done' : 'Done; no body', ...content } }
}

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
    ...(access === 'public'
      ? { security: answer.security ?? [] }
      : { security: [{ bearer: [] }, { key: [] }], 'x-permission': access }),
    ...(proof ? { 'x-proof': true } : {}),
    ...(all.length ? { parameters: all } : {}),
    ...(sent ? { requestBody: sent } : {}),
    responses: { ...success(answer), ...refusals(statusesOf(spec)) },
  }
}

export const done = { data: oneOf(true) } satisfies OperationAnswer

/** `person` → `Person`. */
export const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)
export const idOf = (verb: string, noun: Noun): string => verb + capital(noun.key)
