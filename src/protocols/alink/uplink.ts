/** Converts what a device published on an Alink topic to messages of the platform and a reply. */
import { isUtf8 } from 'node:buffer'
import { isId } from '#base/id.ts'
import type { Claim, DeviceIdentity, DeviceName } from '#model/gate.ts'
import type { DeviceEvent, DeviceMessage } from '#model/message.ts'
import { named, readBackfill } from './backfill.ts'
import { childCredential, childName } from './credential.ts'
import { cleanText, isObject, type JsonObject, readObject, utf8 } from './payload.ts'
import { callOf, jsonPublish, messageId, PARAMS_ERROR, type Publish, replyTo, SUCCESS, TOPIC_ERROR } from './reply.ts'
import { type AlinkOptions, event, payloadDigest, reports, type Source } from './valuesAndEvents.ts'
import { readShadow } from './readShadow.ts'
import { clockTopic, type Route, routeOf } from './topic.ts'
import { readTopology, type TopologyCall } from './topology.ts'

export interface Uplink {
  /** Empty when nothing has to be stored. */
  messages: readonly DeviceMessage[]
  /** Published to the device after the messages are stored. */
  reply?: Publish
  /** The platform does not process the topic; it is counted and shown in the device's log. */
  unused?: true
  /** A gateway logs in a device behind it, or logs it out; answered when that is decided. */
  child?: ChildCall
  /** A gateway says which devices are behind it, or asks; answered when that is decided. */
  topology?: TopologyCall
}

export interface ChildCall {
  name: DeviceName
  /** Absent for a logout. */
  login?: Omit<Claim, 'protocol' | 'remoteAddress'> & { clientId: string }
  answer(code: number, message?: string): Publish
}

/**
 * Reads one publish. Undefined means that the device has no right to the topic. An unreadable payload
 * is never lost: it becomes an event named `$raw`.
 */
export function readUplink(
  identity: DeviceIdentity,
  topic: string,
  payload: Uint8Array,
  options: AlinkOptions,
  now: number,
  { correlation, awaited }: Pick<Source, 'correlation' | 'awaited'> = {},
): Uplink | undefined {
  const route = routeOf(identity, topic)
  if (!route) return undefined
  if (route.kind === 'unknown') return { messages: [], unused: true }
  if (route.kind === 'binary')
    return { messages: [rawEvent(topic, payload)], reply: replyTo(topic, undefined, TOPIC_ERROR, notServed(topic)) }
  const body = readObject(payload)
  const source: Source = { identity, topic, payload, options, now, correlation, awaited }
  switch (route.kind) {
    case 'clock':
      return { messages: [], reply: clock(identity, body, now) }
    case 'unserved':
      return { messages: [], unused: true, reply: replyTo(topic, body, TOPIC_ERROR, notServed(topic)) }
    case 'fixed':
      return { messages: [], reply: replyTo(topic, body, SUCCESS, { data: { ...route.data } }) }
    case 'childLogin':
    case 'childLogout':
      return childCall(route.kind, topic, body)
    case 'topologyAdd':
    case 'topologyDelete':
    case 'topologyGet':
      return { messages: [], ...readTopology(TOPOLOGY[route.kind], identity, topic, body) }
    case 'topologyChanged':
      return { messages: [] }
    case 'shadow':
      return withFrame(readShadow(source, body), source)
  }
  const tooLong = messageId(body) === undefined
  const read = body && !tooLong ? readMessages(route, body, source) : undefined
  if (!read || !body) {
    const raw = rawEvent(topic, payload)
    if (!repliesAre(route)) return { messages: [raw] }
    const message = tooLong ? 'the id is longer than 256 characters' : undefined
    return { messages: [raw], reply: replyTo(topic, body, PARAMS_ERROR, { message }) }
  }
  const { messages, refused } = read
  const silent =
    !repliesAre(route) || messages.some(m => m.kind === 'ask') || (isObject(body.sys) && Number(body.sys.ack) === 0)
  // Refusals are sent even to a device that wants no replies, because it would believe the data was stored.
  if (refused.length) return withFrame({ messages, reply: refusing(topic, body, messages, refused) }, source)
  return withFrame(silent ? { messages } : { messages, reply: replyTo(topic, body, SUCCESS) }, source)
}

const TOPOLOGY = { topologyAdd: 'add', topologyDelete: 'delete', topologyGet: 'get' } as const

function withFrame(uplink: Uplink, { topic, payload }: Source): Uplink {
  const frame = { topic, payload }
  for (const message of uplink.messages) message.frame = frame
  return uplink
}

function childCall(kind: 'childLogin' | 'childLogout', topic: string, body: JsonObject | undefined): Uplink {
  const name = childName(body?.params)
  const login = kind === 'childLogin' ? childCredential(body?.params) : undefined
  if (!name || typeof login === 'string') {
    const message = typeof login === 'string' ? login : 'productKey and deviceName must name a device'
    return { messages: [], reply: replyTo(topic, body, PARAMS_ERROR, { message }) }
  }
  const answer = (code: number, message?: string): Publish => replyTo(topic, body, code, { data: { ...name }, message })
  return { messages: [], child: { name, answer, ...(login && { login }) } }
}

const notServed = (topic: string): { message: string } => ({
  message: `${callOf(topic)} is not served by this platform`,
})

/** Some items were refused: success if any was accepted, because a device would otherwise send all of them again. */
function refusing(
  topic: string,
  body: JsonObject,
  messages: readonly DeviceMessage[],
  refused: readonly string[],
): Publish {
  const { count, items } = named(refused)
  return replyTo(topic, body, messages.length ? SUCCESS : PARAMS_ERROR, {
    data: { refused: items },
    message: `${count} refused: ${items.join('; ')}${count > items.length ? '; …' : ''}`,
  })
}

/** Replies to replies would never end, and `/ota` topics have none. */
const repliesAre = ({ kind }: Route): boolean =>
  ['properties', 'event', 'deviceInfo', 'deviceInfoDelete', 'history', 'batch', 'pack'].includes(kind)

interface Read {
  messages: DeviceMessage[]
  refused: readonly string[]
}
const all = (messages: DeviceMessage[] | undefined): Read | undefined => messages && { messages, refused: [] }

function readMessages(route: Route, body: JsonObject, source: Source): Read | undefined {
  const { params } = body
  switch (route.kind) {
    case 'properties':
      return all(isObject(params) ? reports(params) : undefined)
    case 'event':
      return all(isObject(params) ? [event(route.identifier, params, body, source)] : undefined)
    case 'history':
    case 'batch':
    case 'pack':
      return readBackfill(route.kind, params, source)
    case 'serviceReply':
    case 'setReply':
      return all(reply(body, source))
    case 'deviceInfo':
    case 'deviceInfoDelete':
      return all(deviceInfo(params, route.kind === 'deviceInfoDelete'))
    case 'firmware':
      return all(isObject(params) ? firmware(params, body, source) : undefined)
    case 'progress':
      return all(isObject(params) ? [event('upgradeProgress', progress(params), body, source)] : undefined)
    default:
      return undefined
  }
}

/**
 * A reply without a code (32 bits, as devices have them) or without one of our ids says nothing about any command. The id is
 * that of the payload; where it has none, or one of the device's own, that of the transport, or of the only command that
 * waits on this topic.
 */
function reply(body: JsonObject, { correlation, awaited }: Source): DeviceMessage[] | undefined {
  const id = messageId(body) || correlation
  const given = typeof id === 'object' ? id.rawJSON : String(id ?? '')
  const commandId = awaited?.(given) ?? given
  const code = typeof body.code === 'string' && /^-?\d{1,9}$/.test(body.code) ? Number(body.code) : body.code
  if (!isId(commandId) || typeof code !== 'number' || code !== (code | 0)) return undefined
  const data = isObject(body.data)
    ? body.data
    : body.data === undefined || body.data === null
      ? {}
      : { value: body.data }
  return [{ kind: 'reply', commandId, code, data, ...(typeof body.message === 'string' && { message: body.message }) }]
}

/** Alink's device labels, `[{attrKey, attrValue}]`: properties under another name; a deleted one has no value. */
function deviceInfo(params: unknown, deleted: boolean): DeviceMessage[] | undefined {
  if (!Array.isArray(params)) return undefined
  const values: JsonObject = {}
  for (const label of params) {
    if (!isObject(label) || typeof label.attrKey !== 'string' || label.attrKey === '__proto__') return undefined
    values[label.attrKey] = deleted ? null : label.attrValue
  }
  return [{ kind: 'report', values }]
}

function firmware(params: JsonObject, body: JsonObject, source: Source): DeviceMessage[] {
  const { module, version } = params
  if (module === undefined || module === '' || module === 'default')
    return [{ kind: 'report', values: { fwVersion: version } }]
  return [event('moduleVersion', params, body, source)]
}

/** Alink's `step` is a percentage, or a negative number for the kind of failure of the upgrade. */
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
  const key = payloadDigest(topic, payload)
  return { kind: 'event', identifier: '$raw', params: { ...kept, topic }, key, frame: { topic, payload } }
}

/** Lets a device synchronise its clock, with an error of half of the round trip. The instants are digits in strings, as in the original. */
function clock(identity: DeviceIdentity, body: JsonObject | undefined, now: number): Publish {
  const sent = body?.deviceSendTime
  return jsonPublish(clockTopic(identity), {
    deviceSendTime: typeof sent === 'number' || (typeof sent === 'string' && sent.length <= 32) ? sent : '',
    serverRecvTime: String(now),
    serverSendTime: String(now),
  })
}
