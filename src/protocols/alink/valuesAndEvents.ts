/** Converts Alink's forms of values and events to the platform's messages. */
import { hash } from 'node:crypto'
import type { DeviceIdentity } from '#model/gate.ts'
import type { Ask, DeviceEvent, Report } from '#model/message.ts'
import { statedTime, type StatedMs } from '#model/statedTime.ts'
import { isObject, type JsonObject } from './payload.ts'
import { messageId } from './reply.ts'

export interface AlinkOptions {
  /** True when devices of this class wait for a decision after this event. Alink's messages do not say so. */
  asks?: (identifier: string, identity: DeviceIdentity) => boolean
}
export interface Source {
  identity: DeviceIdentity
  topic: string
  payload: Uint8Array
  options: AlinkOptions
  /** The server's clock, epoch milliseconds. */
  now: number
  /** What the transport says beside the payload about which request this answers. */
  correlation?: string | undefined
  /** For the id of a reply that names none of our commands: the one that it is for. */
  awaited?: ((id: string) => string | undefined) | undefined
}

/** `{value, time}` and nothing else. */
export const isTimed = (given: unknown): given is { value: unknown; time?: unknown } =>
  isObject(given) && 'value' in given && Object.keys(given).every(key => key === 'value' || key === 'time')

/** `{k: v}` or `{k: {value, time}}`, also mixed: one report for each reported instant. */
export function reports(params: JsonObject): Report[] {
  const byTime = new Map<StatedMs | undefined, Report>()
  for (const [name, given] of Object.entries(params)) {
    const timed = isTimed(given)
    const at = timed ? statedTime(given.time) : undefined
    let report = byTime.get(at)
    if (!report)
      byTime.set(at, (report = at === undefined ? { kind: 'report', values: {} } : { kind: 'report', at, values: {} }))
    report.values[name] = timed ? given.value : given
  }
  return byTime.size ? [...byTime.values()] : [{ kind: 'report', values: {} }]
}

/** `{value: {…}, time}` as in the standard, or flat as many manufacturers write it; flat parameters keep their `time`. */
export function event(identifier: string, given: JsonObject, body: JsonObject, source: Source): DeviceEvent | Ask {
  const parsed = happened(identifier, given)
  const { key, ...rest } = parsed
  const own = { ...rest, key: key ?? payloadDigest(source.topic, source.payload) }
  if (!source.options.asks?.(identifier, source.identity)) return { kind: 'event', ...own }
  return { kind: 'ask', ...own, questionId: `${identifier}/${JSON.stringify(messageId(body))}` }
}

/** One of several events in a message; no device waits for a decision about the past. */
export function pastEvent(identifier: string, given: JsonObject, isPast: boolean): DeviceEvent {
  const { key, ...rest } = happened(identifier, given)
  // The same passage in another bundle is still the same event.
  const own = { ...rest, key: key ?? digest(`${identifier}\0${JSON.stringify(given)}`) }
  return { kind: 'event', ...own, ...(isPast && { past: true }) }
}

function happened(
  identifier: string,
  given: JsonObject,
): { identifier: string; params: JsonObject; at?: StatedMs; key?: string } {
  const params = isTimed(given) && isObject(given.value) ? given.value : given
  const at = statedTime(given.time) ?? statedTime(params.time)
  const { guid } = params
  // The manufacturer's own id where there is one: the same event sent again under a new message id is then still the same.
  const key = typeof guid === 'string' && guid ? digest(`${identifier}\0${guid}`) : undefined
  return { identifier, params, ...(at !== undefined && { at }), ...(key && { key }) }
}

const digest = (parsed: string | Uint8Array): string => hash('sha256', parsed, 'hex').slice(0, 32)
export const payloadDigest = (topic: string, payload: Uint8Array): string =>
  digest(Buffer.concat([Buffer.from(`${topic}\0`), payload]))
