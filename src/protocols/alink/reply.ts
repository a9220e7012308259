/** The `_reply` with the result of a device's message. */
import type { StoreResult } from '#model/gate.ts'
import { type JsonObject, rawIdOf, type RawNumber, readObject } from './payload.ts'

export interface Publish {
  topic: string
  payload: Buffer
  /** Of a command: where its reply is expected and by which id it is recognised, for transports that say so beside the payload. */
  request?: { replyTopic: string; id: string }
}

/** Alink's result codes that this platform uses (Aliyun, "Error codes for devices", general-purpose). */
export const SUCCESS = 200
/** Empty, of a wrong format, or too many. */
export const PARAMS_ERROR = 460
/** Of "Error codes for sub-device development" (Aliyun): too often, too many, without a session. */
export const TOO_OFTEN = 429
export const TOO_MANY_CHILDREN = 428
export const NO_SESSION = 520
/** Of the same page: the device is not behind this gateway, or no longer. */
export const NO_TOPOLOGY = 6401
/** Of "Manage topological relationships" (Aliyun). */
export const BEHIND_ITSELF = 6402
/** The topic has no meaning for the platform: a call of the standard that is not supported. */
export const TOPIC_ERROR = 6203

const MESSAGES: Readonly<Record<number, string>> = {
  [SUCCESS]: 'success',
  [PARAMS_ERROR]: 'request parameter error',
  [TOPIC_ERROR]: 'this call is not served',
}
/** Aliyun's own SDKs stay below 32 characters; some manufacturers write whole UUIDs with a prefix. */
export const MAX_ID_CHARACTERS = 256

/** The id of a message exactly as the device wrote it; '' where there is none; undefined when it is too long to be returned. */
export const messageId = (envelope: JsonObject | undefined): string | number | RawNumber | undefined => {
  const raw = envelope && rawIdOf(envelope)
  if (raw) return raw.rawJSON.length <= MAX_ID_CHARACTERS ? raw : undefined
  const id = envelope?.id
  if (typeof id === 'string') return id.length <= MAX_ID_CHARACTERS ? id : undefined
  return typeof id === 'number' ? id : ''
}

/** A reply with the request's own id and method; the method is derived from the topic where the request named none. */
export function replyTo(
  topic: string,
  envelope: JsonObject | undefined,
  code: number,
  { data = {}, message }: { data?: JsonObject | readonly JsonObject[]; message?: string | undefined } = {},
): Publish {
  const method = envelope?.method
  const id = messageId(envelope)
  return jsonPublish(`${topic}_reply`, {
    // Without a method, a device would not recognise it as the reply to another message.
    ...(id !== undefined && { id }),
    code,
    data,
    message: message ?? MESSAGES[code],
    method: typeof method === 'string' && method.length <= 256 ? method : methodOf(topic),
    version: '1.0',
  })
}

/**
 * The reply with the names of values of the wrong type added, which are stored as they came, and the addresses for announced
 * pictures.
 */
export function naming(reply: Publish, { misfits, uploads }: Pick<StoreResult, 'misfits' | 'uploads'>): Publish {
  if (misfits.length + uploads.length === 0) return reply
  const body = readObject(reply.payload) as JsonObject & { data: JsonObject }
  const named = misfits.slice(0, 20)
  const more = misfits.length - named.length
  return jsonPublish(reply.topic, {
    ...body,
    ...('id' in body && { id: messageId(body) }),
    data: {
      ...body.data,
      ...(named.length > 0 && { misfits: named }),
      ...(uploads.length > 0 && { uploads: uploads.map(({ untilMs, ...upload }) => ({ ...upload, until: untilMs })) }),
    },
    ...(named.length > 0 && {
      message: `${String(body.message)}; not of the type that the model declares: ${named.join(', ')}${more ? ` and ${more} more` : ''}`,
    }),
  })
}

export const jsonPublish = (topic: string, body: unknown): Publish => ({
  topic,
  payload: Buffer.from(JSON.stringify(body)),
})

/** The call in a topic, after the device's name: `/sys/{pk}/{dn}/thing/event/x/post` → `thing/event/x/post` */
export const callOf = (topic: string): string => topic.replace(/^\/(?:ext\/[^/]+|sys)\/[^/]+\/[^/]+\//, '')
const methodOf = (topic: string): string => callOf(topic).replaceAll('/', '.')
