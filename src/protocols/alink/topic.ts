/** Which Alink topics belong to a device: always computed from the authenticated identity, never from what a client claims. */
import type { DeviceIdentity } from '#model/gate.ts'

type Owner = Pick<DeviceIdentity, 'productKey' | 'deviceName'>

/** What a device says on one of the topics it may publish to. */
export type Route =
  | { kind: 'properties' | 'setReply' | 'deviceInfo' | 'firmware' | 'progress' | 'clock' }
  | { kind: 'event' | 'serviceReply'; identifier: string }

// Aliyun writes functions of a block as `block:identifier`. A leading letter or digit keeps `$raw` ours and `__proto__` out.
const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/

const own = ({ productKey, deviceName }: Owner): string => `${productKey}/${deviceName}`

/** The right to publish: the route of a topic of the device's own, or undefined when it has no business there. */
export function routeOf(owner: Owner, topic: string): Route | undefined {
  const self = own(owner)
  if (topic.startsWith('/sys/')) {
    const prefix = `/sys/${self}/thing/`
    return topic.startsWith(prefix) ? thingRoute(topic.slice(prefix.length)) : undefined
  }
  if (topic === `/ext/ntp/${self}/request`) return { kind: 'clock' }
  if (topic === `/ota/device/inform/${self}`) return { kind: 'firmware' }
  if (topic === `/ota/device/progress/${self}`) return { kind: 'progress' }
  return undefined
}

function thingRoute(rest: string): Route | undefined {
  if (rest === 'event/property/post') return { kind: 'properties' }
  if (rest === 'service/property/set_reply') return { kind: 'setReply' }
  if (rest === 'deviceinfo/update') return { kind: 'deviceInfo' }
  if (rest.startsWith('event/') && rest.endsWith('/post')) {
    const identifier = rest.slice('event/'.length, -'/post'.length)
    return IDENTIFIER.test(identifier) ? { kind: 'event', identifier } : undefined
  }
  if (rest.startsWith('service/') && rest.endsWith('_reply')) {
    const identifier = rest.slice('service/'.length, -'_reply'.length)
    return IDENTIFIER.test(identifier) ? { kind: 'serviceReply', identifier } : undefined
  }
  return undefined
}

/**
 * The right to subscribe, for a filter whose syntax was checked before. Wildcards are granted only below the
 * device's own name, where they reach nothing of anybody else.
 */
export function maySubscribe(owner: Owner, filter: string): boolean {
  const self = own(owner)
  if (filter.startsWith(`/sys/${self}/`)) return true
  const area = filter.split('/', 2)[1]
  const below =
    area === 'ota'
      ? /^\/ota\/device\/[a-z]+\//
      : area === 'ext' || area === 'shadow'
        ? /^\/(?:ext|shadow)\/[a-z]+\//
        : undefined
  const prefix = below?.exec(filter)?.[0]
  return prefix !== undefined && (filter === prefix + self || filter.startsWith(`${prefix}${self}/`))
}

/** The topics of what is said to a device. */
export const serviceTopic = (owner: Owner, identifier: string): string =>
  `/sys/${own(owner)}/thing/service/${identifier}`
export const setTopic = (owner: Owner): string => `/sys/${own(owner)}/thing/service/property/set`
export const eventReplyTopic = (owner: Owner, identifier: string): string =>
  `/sys/${own(owner)}/thing/event/${identifier}/post_reply`
export const clockTopic = (owner: Owner): string => `/ext/ntp/${own(owner)}/response`
