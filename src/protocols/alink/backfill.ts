/**
 * What a device stored while it was offline, sent in bundles: the three forms of the standard, read item by item, each with
 * its reported time. Items that are too old, too many or unreadable are named in the reply; all others are accepted.
 */
import type { DeviceMessage, Report } from '#model/message.ts'
import { EARLIEST_MS, statedTime, type StatedMs } from '#model/statedTime.ts'
import { isObject, type JsonObject } from './payload.ts'
import { isTimed, pastEvent, type Source } from './valuesAndEvents.ts'

/** Older facts are refused: months later a card may belong to another person. */
export const MAX_AGE_MS = 30 * 24 * 3_600_000
/** The standard's limits for one bundle are 200 properties and 20 events; devices with long outages send more. */
export const MAX_ITEMS = 1000
export const MAX_NAMED = 20
/** A gateway's bundle from the last minute counts as live. */
const LIVE_MS = 60_000

export interface Backfill {
  messages: DeviceMessage[]
  /** `properties.magnet[3]: older than 30 days` */
  refused: string[]
}
export type Form = 'history' | 'batch' | 'pack'
interface Item {
  kind: 'property' | 'event'
  path: string
  name: string
  given: unknown
}

/** Undefined when the message has none of the forms. */
export function readBackfill(form: Form, params: unknown, source: Source): Backfill | undefined {
  const bundles = bundlesOf(form, params)
  if (!bundles) return undefined
  const result: Backfill = { messages: [], refused: [] }
  const reports = new Map<StatedMs | undefined, Report>()
  let count = 0
  for (const { path, bundle } of bundles) {
    const stranger = strangerOf(bundle, source)
    if (stranger) {
      result.refused.push(`${path}: ${stranger}`)
      continue
    }
    for (const item of itemsOf(path, bundle)) {
      count += 1
      if (count > MAX_ITEMS) continue
      const problem = take(form, item, source, result.messages, reports)
      if (problem) result.refused.push(`${item.path}: ${problem}`)
    }
  }
  if (count > MAX_ITEMS) result.refused.push(`${count - MAX_ITEMS} items beyond the first ${MAX_ITEMS}`)
  result.messages.push(...[...reports.values()].sort((a, b) => (a.at ?? source.now) - (b.at ?? source.now)))
  return result
}

/** The refused items, as listed in a reply. */
export const named = (refused: readonly string[]): { count: number; items: string[] } => ({
  count: refused.length,
  items: refused.slice(0, MAX_NAMED),
})

function take(
  form: Form,
  { kind, name, given }: Item,
  source: Source,
  messages: DeviceMessage[],
  reports: Map<StatedMs | undefined, Report>,
): string | undefined {
  const at = isObject(given) ? statedTime(given.time) : undefined
  // With the current time, a passage from last week could open a door by linkage.
  if (at === undefined && form !== 'pack') return 'states no time'
  // A time that no device means says nothing about the age.
  const ageMs = at === undefined || at < EARLIEST_MS ? 0 : source.now - at
  if (ageMs > MAX_AGE_MS) return `older than ${MAX_AGE_MS / 86_400_000} days`
  const isPast = form !== 'pack' || ageMs > LIVE_MS
  if (kind === 'event') {
    if (!/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/.test(name)) return 'no name of an event'
    if (!isObject(given)) return 'not an object'
    // By its clock alone an event is not of the past: whether it waited, the connection shows (decision 0028).
    messages.push(pastEvent(name, given, form !== 'pack'))
    return undefined
  }
  const value = isTimed(given) ? given.value : given
  // Several values of one property at one instant are all reported; the last one counts.
  const before = reports.get(at)
  if (before && !Object.hasOwn(before.values, name)) before.values[name] = value
  else {
    if (before) messages.push(before)
    reports.set(at, {
      kind: 'report',
      ...(isPast && { past: true }),
      ...(at !== undefined && { at }),
      values: { [name]: value },
    })
  }
  return undefined
}

interface Bundle {
  path: string
  bundle: JsonObject
}
function bundlesOf(form: Form, params: unknown): Bundle[] | undefined {
  // History is a list of devices; some manufacturers send a single device without the list.
  if (Array.isArray(params))
    return form === 'history' && params.every(isObject)
      ? params.map((bundle, at) => ({ path: `params[${at}]`, bundle: bundle as JsonObject }))
      : undefined
  if (!isObject(params)) return undefined
  const { subDevices } = params
  if (!('properties' in params) && !('events' in params) && !Array.isArray(subDevices)) return undefined
  const below = Array.isArray(subDevices)
    ? subDevices.filter(isObject).map((bundle, at) => ({ path: `subDevices[${at}]`, bundle: bundle as JsonObject }))
    : []
  return [{ path: '', bundle: params }, ...below]
}

/** A device may only report about itself. An empty identity means the device, as in the standard's samples. */
function strangerOf({ identity }: JsonObject, source: Source): string | undefined {
  if (!isObject(identity)) return undefined
  const { productKey, deviceName } = identity
  const same = (given: unknown, is: string): boolean => given === undefined || given === '' || given === is
  return same(productKey, source.identity.productKey) && same(deviceName, source.identity.deviceName)
    ? undefined
    : 'a device behind a gateway reports on its own topics'
}

/** `properties` and `events` as `{name: item}`, `{name: [item]}` or `[{name: item}]`; or `{time, value: {name: v}}`. */
function* itemsOf(path: string, bundle: JsonObject): Generator<Item> {
  const at = path && `${path}.`
  if (isTimed(bundle) && isObject(bundle.value)) {
    for (const [name, value] of Object.entries(bundle.value))
      yield { kind: 'property', path: `${at}value.${name}`, name, given: { value, time: bundle.time } }
    return
  }
  for (const [list, kind] of [
    ['properties', 'property'],
    ['events', 'event'],
  ] as const) {
    const given = bundle[list]
    const groups = Array.isArray(given) ? given : [given]
    for (const [index, group] of groups.entries()) {
      if (!isObject(group)) continue
      const place = Array.isArray(given) ? `${at}${list}[${index}]` : `${at}${list}`
      for (const [name, items] of Object.entries(group)) {
        // A list of `{value, time}` is several items; any other list is a single value.
        const several = Array.isArray(items) && items.length > 0 && items.every(isTimed)
        if (!several) yield { kind, path: `${place}.${name}`, name, given: items }
        else
          for (const [no, item] of items.entries()) yield { kind, path: `${place}.${name}[${no}]`, name, given: item }
      }
    }
  }
}
