/** The `_reply` that tells a device what became of its message. */
import type { JsonObject } from './payload.ts'

export interface Publish {
  topic: string
  payload: Buffer
}

/** Alink's result codes that this platform uses. */
export const SUCCESS = 200
export const PARAMS_ERROR = 460

/** The id of a message exactly as the device wrote it; anything but a short string or a number is no id. */
export const messageId = (envelope: JsonObject | undefined): string | number => {
  const id = envelope?.id
  return (typeof id === 'string' && id.length <= 64) || typeof id === 'number' ? id : ''
}

/** A reply with the request's own id and method; the method is derived from the topic where the request named none. */
export function replyTo(topic: string, envelope: JsonObject | undefined, code: number, data: JsonObject = {}): Publish {
  const method = envelope?.method
  return jsonPublish(`${topic}_reply`, {
    id: messageId(envelope),
    code,
    data,
    message: code === SUCCESS ? 'success' : 'request parameter error',
    method: typeof method === 'string' && method.length <= 256 ? method : methodOf(topic),
    version: '1.0',
  })
}

export const jsonPublish = (topic: string, body: unknown): Publish => ({
  topic,
  payload: Buffer.from(JSON.stringify(body)),
})

/** `/sys/{pk}/{dn}/thing/event/x/post` → `thing.event.x.post` */
export const methodOf = (topic: string): string => topic.split('/').slice(4).join('.')
