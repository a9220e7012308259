/** The shadow of Alink's older devices: their reports are their state; desired values are sent, never fetched. */
import type { DeviceMessage } from '#model/message.ts'
import { isObject, type JsonObject } from './payload.ts'
import { jsonPublish } from './reply.ts'
import type { Source } from './valuesAndEvents.ts'
import { shadowTopic } from './topic.ts'

/** Codes of the shadow's own replies (Aliyun, "Device shadow data stream"). */
const [NO_JSON, NO_METHOD, NO_STATE, WRONG_METHOD] = ['400', '401', '402', '406']

export function readShadow(
  source: Source,
  body: JsonObject | undefined,
): { messages: DeviceMessage[]; reply: ReturnType<typeof jsonPublish> } {
  const answer = (payload: JsonObject, messages: DeviceMessage[] = []) => ({
    messages,
    reply: jsonPublish(shadowTopic(source.identity), {
      method: 'reply',
      payload,
      timestamp: Math.floor(source.now / 1000),
    }),
  })
  const fail = (errorcode: string, errormessage: string) =>
    answer({ status: 'error', content: { errorcode, errormessage } })
  if (!body) return fail(NO_JSON, 'not an object of JSON')
  if (typeof body.method !== 'string') return fail(NO_METHOD, 'method is missing')
  if (body.method !== 'update')
    return fail(WRONG_METHOD, 'only update is served; what is wanted of a device is sent to it')
  const reported = isObject(body.state) ? body.state.reported : undefined
  if (!isObject(reported)) return fail(NO_STATE, 'state.reported is missing')
  const version = versionOf(body.version)
  return answer({ status: 'success', ...(version !== undefined && { version }) }, [
    { kind: 'report', values: { ...reported } },
  ])
}

/** A number, or digits as some firmware writes it. */
const versionOf = (given: unknown): number | undefined => {
  const version = typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given
  return typeof version === 'number' ? version : undefined
}
