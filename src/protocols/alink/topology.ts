/** What a gateway says of the devices behind it: `thing/topo/add`, `delete`, `get` (Aliyun, "Manage topological relationships"). */
import type { Claim, DeviceIdentity, DeviceName } from '#model/gate.ts'
import type { Downlink } from '#model/message.ts'
import { named } from './backfill.ts'
import { announcedCredential, childName } from './credential.ts'
import { isObject, type JsonObject } from './payload.ts'
import { BEHIND_ITSELF, jsonPublish, PARAMS_ERROR, type Publish, replyTo, SUCCESS } from './reply.ts'
import { nameOf, topologyTopic } from './topic.ts'

/** Devices in one message, as Aliyun has it. */
export const TOPOLOGY_MAX = 30
/** The status of devices that are no longer behind the gateway. */
const DELETED = 1

/** Null, or why a device is refused. */
export type Outcome = readonly [code: number, message: string] | null
interface Answered {
  /** The whole call is refused. */
  refuse(code: number, message: string): Publish
}
interface OfDevices extends Answered {
  /** An outcome for each device. Undefined where all succeeded and the gateway wants no reply. */
  answer(outcomes: readonly Outcome[]): Publish | undefined
}
export type TopologyCall =
  | (OfDevices & { kind: 'add'; claims: readonly Omit<Claim, 'protocol' | 'remoteAddress'>[] })
  | (OfDevices & { kind: 'delete'; names: readonly DeviceName[] })
  | (Answered & { kind: 'get'; answer(names: readonly DeviceName[]): Publish })

/** What is asked of the platform, or the answer where that is known at once. */
export type ReadTopology = { topology: TopologyCall } | { reply: Publish }

const MUST_NAME = 'productKey and deviceName must name a device'

export function readTopology(
  kind: TopologyCall['kind'],
  by: DeviceIdentity,
  topic: string,
  body: JsonObject | undefined,
): ReadTopology {
  const refuse = (code: number, message: string): Publish => replyTo(topic, body, code, { message })
  if (kind === 'get') {
    const answer = (names: readonly DeviceName[]): Publish =>
      replyTo(topic, body, SUCCESS, { data: names.map(name => ({ ...name })) })
    return { topology: { kind, refuse, answer } }
  }
  const params = body?.params
  if (!Array.isArray(params) || params.length === 0)
    return { reply: refuse(PARAMS_ERROR, 'params must be a list of devices') }
  if (params.length > TOPOLOGY_MAX)
    return { reply: refuse(PARAMS_ERROR, `${params.length} devices in one message; the most are ${TOPOLOGY_MAX}`) }
  const items = readItems(kind, by, params)
  const asked = items.flatMap(({ asks }) => asks ?? [])
  const answer = (outcomes: readonly Outcome[]): Publish | undefined => {
    let next = 0
    return answerItems(
      topic,
      body,
      items.map(item => ({ ...item, wrong: item.asks ? (outcomes[next++] ?? null) : item.wrong })),
    )
  }
  if (!asked.length) return { reply: answer([])! }
  const call = { refuse, answer }
  return { topology: kind === 'add' ? { ...call, kind, claims: asked as Asked[] } : { ...call, kind, names: asked } }
}

type Asked = DeviceName & Omit<Claim, 'protocol' | 'remoteAddress'>
interface Item {
  label: string
  /** Undefined for an item that is wrong in itself. */
  asks?: Asked | DeviceName
  wrong: Outcome
}

function readItems(kind: 'add' | 'delete', by: DeviceIdentity, params: readonly unknown[]): Item[] {
  const known = new Set<string>()
  return params.map((given, at) => {
    const name = childName(given)
    if (!name) return { label: `device ${at + 1}`, wrong: [PARAMS_ERROR, MUST_NAME] }
    const label = nameOf(name)
    if (label === nameOf(by)) return { label, wrong: [BEHIND_ITSELF, 'a gateway is not a device behind itself'] }
    if (known.has(label)) return { label, wrong: [PARAMS_ERROR, 'it is named twice'] }
    known.add(label)
    if (kind === 'delete') return { label, asks: name, wrong: null }
    const credential = announcedCredential(given)
    return typeof credential === 'string'
      ? { label, wrong: [PARAMS_ERROR, credential] }
      : { label, asks: credential, wrong: null }
  })
}

/** Success if any device was accepted; those that were not are named in the message. */
function answerItems(topic: string, body: JsonObject | undefined, items: readonly Item[]): Publish | undefined {
  const refused = items.filter(({ wrong }) => wrong)
  const data = items.flatMap(({ asks, wrong }) =>
    asks && !wrong ? [{ productKey: asks.productKey, deviceName: asks.deviceName }] : [],
  )
  if (!refused.length)
    return isObject(body?.sys) && Number(body.sys.ack) === 0 ? undefined : replyTo(topic, body, SUCCESS, { data })
  const { count, items: reasons } = named(refused.map(({ label, wrong }) => `${label}: ${wrong![1]}`))
  const message = `${count} refused: ${reasons.join('; ')}${count > reasons.length ? '; …' : ''}`
  return replyTo(topic, body, data.length ? SUCCESS : refused[0]!.wrong![0], { data, message })
}

/** Tells a gateway which devices are no longer behind it. */
export const writeUnlinked = (
  gateway: DeviceIdentity,
  { id, devices }: Extract<Downlink, { kind: 'unlinked' }>,
): Publish =>
  jsonPublish(topologyTopic(gateway), {
    id,
    version: '1.0',
    method: 'thing.topo.change',
    params: { status: DELETED, subList: devices },
  })
