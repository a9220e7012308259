/** Which Alink topics belong to a device: always derived from the authenticated identity, never from what a client claims. */
import type { DeviceIdentity } from '#model/gate.ts'
import type { Params } from '#model/row.ts'

type Owner = Pick<DeviceIdentity, 'productKey' | 'deviceName'>

/** The meaning of a topic to which a device may publish. */
export type Route =
  | {
      kind: 'properties' | 'setReply' | 'deviceInfo' | 'deviceInfoDelete' | 'firmware' | 'progress' | 'clock' | 'shadow'
    }
  | { kind: 'history' | 'batch' | 'pack' }
  | { kind: 'event' | 'serviceReply'; identifier: string }
  /** A call of the standard with the same fixed answer for all devices. */
  | { kind: 'fixed'; data: Readonly<Params> }
  /** A gateway logs in a device behind it, or logs it out. */
  | { kind: 'childLogin' | 'childLogout' }
  /** A gateway says which devices are behind it, or asks. */
  | { kind: 'topologyAdd' | 'topologyDelete' | 'topologyGet' }
  /** A gateway has received that devices are no longer behind it. */
  | { kind: 'topologyChanged' }
  /** A call of the standard that this platform does not support; it is answered. */
  | { kind: 'unserved' }
  /** Binary frames for a script of the product, which this platform does not have. */
  | { kind: 'binary' }
  /** Neither another device's topic nor one of the standard. */
  | { kind: 'unknown' }

// Aliyun writes functions of a block as `block:identifier`. Requiring a leading letter or digit reserves `$raw` and excludes `__proto__`.
const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/

/** Topics below `/sys/{pk}/{dn}/thing/` whose name is their whole meaning. */
export const CALLS: Readonly<Record<string, Route>> = {
  'event/property/post': { kind: 'properties' },
  'event/property/history/post': { kind: 'history' },
  'event/property/batch/post': { kind: 'batch' },
  'property/batch/post': { kind: 'batch' },
  'event/property/pack/post': { kind: 'pack' },
  'service/property/set_reply': { kind: 'setReply' },
  'deviceinfo/update': { kind: 'deviceInfo' },
  'deviceinfo/delete': { kind: 'deviceInfoDelete' },
  'topo/add': { kind: 'topologyAdd' },
  'topo/delete': { kind: 'topologyDelete' },
  'topo/get': { kind: 'topologyGet' },
  'topo/change_reply': { kind: 'topologyChanged' },
  'model/up_raw': { kind: 'binary' },
  // Desired values are sent as `service/property/set`; there is nothing to fetch.
  'property/desired/get': { kind: 'fixed', data: {} },
  'property/desired/delete': { kind: 'fixed', data: {} },
  // Upgrades are not offered this way, but by a command.
  'ota/firmware/get': { kind: 'fixed', data: {} },
  // Mode 0: the device sends no log of its own.
  'config/log/get': { kind: 'fixed', data: { getType: 'content', content: { mode: 0 } } },
}
export const UNSERVED = new Set([
  ...['config/get', 'log/post', 'dsltemplate/get', 'dynamicTsl/get', 'reset', 'job/get', 'job/update', 'list/found'],
  ...['sub/register', 'proxy/provisioning/product_register'],
  ...['sub/login', 'sub/logout', 'gateway/permit', 'cipher/get', 'lan/prefix/get', 'lan/blacklist/update'],
  ...['awss/enrollee/match', 'awss/enrollee/checkin', 'awss/enrollee/found', 'awss/device/switchap'],
  ...['file/upload/mqtt/init', 'file/upload/mqtt/send', 'file/upload/mqtt/cancel', 'network/check', 'bind/token/get'],
  ...['secure_tunnel/proxy/request', 'secure_tunnel/notify'],
])
const [UNKNOWN, UNSERVED_ROUTE]: [Route, Route] = [{ kind: 'unknown' }, { kind: 'unserved' }]

const own = ({ productKey, deviceName }: Owner): string => `${productKey}/${deviceName}`

/**
 * The right to publish: the route of one of the device's own topics. A topic that belongs to no device is unknown as
 * well, because there is no receiver. Undefined when it belongs to another device, or to the server.
 */
export function routeOf(owner: Owner, topic: string): Route | undefined {
  const self = own(owner)
  const thing = `/sys/${self}/thing/`
  if (topic.startsWith(thing)) return thingRoute(topic.slice(thing.length))
  if (topic === `/ext/ntp/${self}/request`) return { kind: 'clock' }
  if (topic === `/ota/device/inform/${self}`) return { kind: 'firmware' }
  if (topic === `/ota/device/progress/${self}`) return { kind: 'progress' }
  if (topic === `/shadow/update/${self}`) return { kind: 'shadow' }
  const session = `/ext/session/${self}/combine/`
  if (topic.startsWith(session)) return sessionRoute(topic.slice(session.length))
  return belongsTo(owner, topic) || !/^[/$]/.test(topic) ? UNKNOWN : undefined
}

function sessionRoute(rest: string): Route {
  if (rest === 'login') return { kind: 'childLogin' }
  if (rest === 'logout') return { kind: 'childLogout' }
  return rest.endsWith('_reply') ? UNKNOWN : UNSERVED_ROUTE
}

function thingRoute(rest: string): Route {
  if (Object.hasOwn(CALLS, rest)) return CALLS[rest]!
  if (UNSERVED.has(rest)) return UNSERVED_ROUTE
  if (rest.startsWith('event/') && rest.endsWith('/post')) {
    const identifier = rest.slice('event/'.length, -'/post'.length)
    return IDENTIFIER.test(identifier) ? { kind: 'event', identifier } : UNKNOWN
  }
  if (rest.startsWith('service/') && rest.endsWith('_reply')) {
    const identifier = rest.slice('service/'.length, -'_reply'.length)
    return IDENTIFIER.test(identifier) ? { kind: 'serviceReply', identifier } : UNKNOWN
  }
  return UNKNOWN
}

/** Whether a topic or filter is limited to this device's name. */
function belongsTo(owner: Owner, topic: string): boolean {
  const self = own(owner)
  if (topic.startsWith(`/sys/${self}/`) || topic.startsWith(`/${self}/`)) return true
  // Broadcasts to all devices of a product, which this platform never sends.
  if (topic === '/broadcast' || topic.startsWith(`/broadcast/${owner.productKey}/`)) return true
  const prefix = /^\/ext\/rrpc\/[^/#]+\/(?:sys\/)?|^\/(?:ota\/device|ext|shadow)\/[a-z_]+\//
  const below = prefix.exec(topic)?.[0]
  return below !== undefined && (topic === below + self || topic.startsWith(`${below}${self}/`))
}

const NAMED =
  /^\/(?:sys|ext\/rrpc\/[^/]+(?:\/sys)?|ext\/[a-z_]+|ota\/device\/[a-z_]+|shadow\/[a-z_]+)\/([^/#+]+\/[^/#+]+)(?:\/|$)/
const OWN = /^\/([^/#+]+\/[^/#+]+)\//

/** `productKey/deviceName` of the device that a topic or filter names. */
export const namedIn = (topic: string): string | undefined => (NAMED.exec(topic) ?? OWN.exec(topic))?.[1]
export const nameOf = own

/**
 * The right to subscribe, for a filter with valid syntax. Wildcards are granted only below the
 * device's own name, where they match no topics of others.
 */
export const maySubscribe = (owner: Owner, filter: string): boolean => belongsTo(owner, filter)

/** Topics of messages to a device. */
export const serviceTopic = (owner: Owner, identifier: string): string =>
  `/sys/${own(owner)}/thing/service/${identifier}`
export const setTopic = (owner: Owner): string => `/sys/${own(owner)}/thing/service/property/set`
export const eventReplyTopic = (owner: Owner, identifier: string): string =>
  `/sys/${own(owner)}/thing/event/${identifier}/post_reply`
export const clockTopic = (owner: Owner): string => `/ext/ntp/${own(owner)}/response`
/** Where a gateway receives that the session of a device behind it has ended. */
export const childErrorTopic = (owner: Owner): string => `/ext/error/${own(owner)}`
/** Where a gateway receives which devices are no longer behind it. */
export const topologyTopic = (owner: Owner): string => `/sys/${own(owner)}/thing/topo/change`
export const shadowTopic = (owner: Owner): string => `/shadow/get/${own(owner)}`
