/** Turns what a device published on an Alink topic into messages of the platform and the reply that they earn. */
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { isId } from '#base/id.ts'
import type { DeviceIdentity } from '#model/gate.ts'
import type { Ask, DeviceEvent, DeviceMessage, Report } from '#model/message.ts'
import { cleanText, isObject, type JsonObject, readObject, statedTime, utf8 } from './payload.ts'
import { jsonPublish, messageId, PARAMS_ERROR, type Publish, replyTo, SUCCESS } from './reply.ts'
import { clockTopic, type Route, routeOf } from './topic.ts'

export interface AlinkOptions {
  /** True when devices of this identity's class wait for a decision after this event. Nothing on Alink's wire says so. */
  asks?: (identifier: string, identity: DeviceIdentity) => boolean
}

export interface Uplink {
  /** What happened; empty when nothing has to be stored. */
  messages: readonly DeviceMessage[]
  /** Published to the device once the messages are stored. */
  reply?: Publish
}

/**
 * Reads one publish. Undefined means that the topic is outside the device's rights. A payload that cannot be read
 * is never lost: it comes up as an event named `$raw`.
 */
export function readUplink(
  identity: DeviceIdentity,
  topic: string,
  payload: Uint8Array,
  options: AlinkOptions,
  now: number,
): Uplink | undefined {
  const route = routeOf(identity, topic)
  if (!route) return undefined
  const body = readObject(payload)
  if (route.kind === 'clock') return { messages: [], reply: clock(identity, body, now) }
  const messages = body && readMessages(route, body, { identity, topic, payload, options })
  if (!messages) {
    const raw = rawEvent(topic, payload)
    return repliesAre(route) ? { messages: [raw], reply: replyTo(topic, body, PARAMS_ERROR) } : { messages: [raw] }
  }
  const frame = { topic, payload }
  for (const message of messages) message.frame = frame
  const silent =
    !repliesAre(route) || messages.some(m => m.kind === 'ask') || (isObject(body.sys) && Number(body.sys.ack) === 0)
  return silent ? { messages } : { messages, reply: replyTo(topic, body, SUCCESS) }
}

interface Source {
  identity: DeviceIdentity
  topic: string
  payload: Uint8Array
  options: AlinkOptions
}

/** Replies to replies would never end, and `/ota` topics have none. */
const repliesAre = (route: Route): boolean =>
  route.kind === 'properties' || route.kind === 'event' || route.kind === 'deviceInfo'

function readMessages(route: Route, body: JsonObject, source: Source): DeviceMessage[] | undefined {
  switch (route.kind) {
    case 'properties':
      return isObject(body.params) ? reports(body.params) : undefined
    case 'event':
      return isObject(body.params) ? [event(route.identifier, body.params, body, source)] : undefined
    case 'serviceReply':
    case 'setReply':
      return reply(body)
    case 'deviceInfo':
      return deviceInfo(body.params)
    case 'firmware':
      return isObject(body.params) ? firmware(body.params, body, source) : undefined
    case 'progress':
      return isObject(body.params) ? [event('upgradeProgress', progress(body.params), body, source)] : undefined
    default:
      return undefined
  }
}

/** `{k: v}` or `{k: {value, time}}`, mixed as the device likes: one report for each instant stated. */
function reports(params: JsonObject): Report[] {
  const byTime = new Map<number | undefined, Report>()
  for (const [name, given] of Object.entries(params)) {
    const timed =
      isObject(given) && 'value' in given && Object.keys(given).every(key => key === 'value' || key === 'time')
    const at = timed ? statedTime(given.time) : undefined
    let report = byTime.get(at)
    if (!report)
      byTime.set(at, (report = at === undefined ? { kind: 'report', values: {} } : { kind: 'report', at, values: {} }))
    report.values[name] = timed ? given.value : given
  }
  return byTime.size ? [...byTime.values()] : [{ kind: 'report', values: {} }]
}

/** `{value: {…}, time}` as the standard has it, or flat as many makers write it; flat parameters keep their `time`. */
function event(identifier: string, given: JsonObject, body: JsonObject, source: Source): DeviceEvent | Ask {
  const wrapped = isObject(given.value) && Object.keys(given).every(key => key === 'value' || key === 'time')
  const params = wrapped ? (given.value as JsonObject) : given
  const at = statedTime(given.time) ?? statedTime(params.time)
  const said = { identifier, params, key: eventKey(identifier, params, source), ...(at !== undefined && { at }) }
  if (!source.options.asks?.(identifier, source.identity)) return { kind: 'event', ...said }
  return { kind: 'ask', ...said, questionId: `${identifier}/${JSON.stringify(messageId(body))}` }
}

/** The maker's `guid` where there is one: the same event re-sent under a new message id is then still the same. */
function eventKey(identifier: string, params: JsonObject, { topic, payload }: Source): Uint8Array {
  const { guid } = params
  const identity =
    typeof guid === 'string' && guid
      ? Buffer.from(`${identifier}\0${guid}`)
      : Buffer.concat([Buffer.from(`${topic}\0`), payload])
  return new Uint8Array(hash('sha256', identity, 'buffer').subarray(0, 16))
}

/** A reply without a code (32 bits, as devices have them) or without one of our ids proves nothing about any command. */
function reply(body: JsonObject): DeviceMessage[] | undefined {
  const commandId = String(messageId(body))
  const code = typeof body.code === 'string' && /^-?\d{1,9}$/.test(body.code) ? Number(body.code) : body.code
  if (!isId(commandId) || typeof code !== 'number' || code !== (code | 0)) return undefined
  const data = isObject(body.data)
    ? body.data
    : body.data === undefined || body.data === null
      ? {}
      : { value: body.data }
  return [{ kind: 'reply', commandId, code, data, ...(typeof body.message === 'string' && { message: body.message }) }]
}

/** Alink's device labels, `[{attrKey, attrValue}]`: properties under another name. */
function deviceInfo(params: unknown): DeviceMessage[] | undefined {
  if (!Array.isArray(params)) return undefined
  const values: JsonObject = {}
  for (const label of params) {
    if (!isObject(label) || typeof label.attrKey !== 'string' || label.attrKey === '__proto__') return undefined
    values[label.attrKey] = label.attrValue
  }
  return [{ kind: 'report', values }]
}

function firmware(params: JsonObject, body: JsonObject, source: Source): DeviceMessage[] {
  const { module, version } = params
  if (module === undefined || module === '' || module === 'default')
    return [{ kind: 'report', values: { fwVersion: version } }]
  return [event('moduleVersion', params, body, source)]
}

/** Alink's `step` is a percentage, or a negative number for the way in which the upgrade failed. */
function progress(params: JsonObject): JsonObject {
  const step = Number(params.step)
  return Number.isFinite(step)
    ? { ...params, percent: Math.min(100, Math.max(0, step)), code: Math.min(0, step) }
    : params
}

function rawEvent(topic: string, payload: Uint8Array): DeviceEvent {
  const kept = isUtf8(payload)
    ? { text: cleanText(utf8(payload)) }
    : { base64: Buffer.from(payload).toString('base64') }
  const key = new Uint8Array(
    hash('sha256', Buffer.concat([Buffer.from(`${topic}\0`), payload]), 'buffer').subarray(0, 16),
  )
  return { kind: 'event', identifier: '$raw', params: { ...kept, topic }, key, frame: { topic, payload } }
}

/** Lets a device learn the time: half of the round trip is its error. The instants are digits in strings, as in the original. */
function clock(identity: DeviceIdentity, body: JsonObject | undefined, now: number): Publish {
  const sent = body?.deviceSendTime
  return jsonPublish(clockTopic(identity), {
    deviceSendTime: typeof sent === 'number' || (typeof sent === 'string' && sent.length <= 32) ? sent : '',
    serverRecvTime: String(now),
    serverSendTime: String(now),
  })
}
