/**
 * An exchange between a device and the platform, message by message: pages draw it, and a test replays it over a real
 * connection. Payloads are templates: values that differ between devices or days are slots.
 */
import type { Text } from '#base/text.ts'
import type { WayItem } from '#modules/rights/ways.rules.ts'
import type { Input } from '#model/row.ts'

/** A value that differs each time: the name links its occurrences, the example is shown on pages. */
export interface Slot {
  $slot: string
  example: unknown
}
export type Template = unknown
export const slot = (name: string, example: unknown): Slot => ({ $slot: name, example })
const isSlot = (value: unknown): value is Slot => typeof value === 'object' && value !== null && '$slot' in value

/** The device of every example. Topics of exchanges contain its names in braces. */
export interface Owner {
  productKey: string
  deviceName: string
}
export const PLACEHOLDER: Owner = { productKey: '{productKey}', deviceName: '{deviceName}' }
export const EXAMPLE: Owner & { secret: string } = {
  productKey: 'pk7Hq2LmZt4x',
  deviceName: 'SN20260001',
  secret: 'wK3vN8rT5yB1zQ6m',
}

/** What somebody does in the console to trigger a message of the platform. */
export type Act =
  | { kind: 'command'; identifier: string; component?: string; params: Readonly<Record<string, Template>> }
  | { kind: 'set'; values: Readonly<Input>; component?: string }
  /** A right to somebody who is recognised in the way of this set alone. */
  | { kind: 'give'; item: WayItem }
  | { kind: 'take' | 'readBack' | 'package' }
/** What is true on the platform afterwards. */
export type Outcome =
  | { kind: 'commandDone' | 'holdsOne' | 'holdsNobody' | 'readBackEqual' | 'packageInstalled' }
  | { kind: 'refusedOne'; code: number }

export interface PlatformStep {
  kind: 'platform'
  topic: string
  qos: 0 | 1
  body: Template
  note?: Text
}
export type Step =
  | { kind: 'connect'; note: Text }
  | { kind: 'connack'; v4: number; v5: number; note: Text }
  | { kind: 'leave'; note: Text }
  | PlatformStep
  | (Omit<PlatformStep, 'kind'> & { kind: 'device' })
  | { kind: 'person'; act: Act; note: Text }
  | { kind: 'outcome'; outcome: Outcome; note: Text }
export interface Exchange {
  key: string
  title: Text
  intro?: Text
  /** The class whose device plays it. */
  deviceClass: string
  steps: readonly Step[]
}

/** The template with every slot replaced. */
export function fill(template: Template, valueOf: (slot: Slot) => unknown): unknown {
  if (isSlot(template)) return valueOf(template)
  if (Array.isArray(template)) return template.map(one => fill(one, valueOf))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, valueOf)]))
}
export const exampleOf = (template: Template): unknown => fill(template, one => one.example)
export const topicOf = (topic: string, { productKey, deviceName }: Owner): string =>
  topic.replace('{productKey}', productKey).replace('{deviceName}', deviceName)

/**
 * The values of slots in a received message, added to those known before. Undefined when its shape differs, or a
 * known slot has another value.
 */
export function bind(
  template: Template,
  came: unknown,
  known: ReadonlyMap<string, unknown>,
): Map<string, unknown> | undefined {
  const found = new Map(known)
  const walk = (part: Template, value: unknown): boolean => {
    if (isSlot(part)) {
      if (value === undefined) return false
      if (found.has(part.$slot)) return JSON.stringify(found.get(part.$slot)) === JSON.stringify(value)
      found.set(part.$slot, value)
      return true
    }
    if (Array.isArray(part))
      return Array.isArray(value) && value.length === part.length && part.every((one, at) => walk(one, value[at]))
    if (typeof part !== 'object' || part === null) return part === value
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const [names, others] = [Object.keys(part), Object.keys(value)]
    return (
      names.length === others.length &&
      names.every((name, at) => name === others[at] && walk((part as never)[name], (value as never)[name]))
    )
  }
  return walk(template, came) ? found : undefined
}

/** In the order of PostgreSQL's jsonb, shorter names first. Commands are stored there, so this is the order in which they are sent. */
export function stored(value: unknown): unknown {
  if (isSlot(value) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(stored)
  const sorted = Object.entries(value).sort(
    ([one], [other]) => Buffer.byteLength(one) - Buffer.byteLength(other) || (one < other ? -1 : 1),
  )
  return Object.fromEntries(sorted.map(([name, inner]) => [name, stored(inner)]))
}

/** Every leaf becomes a slot of its own. `whole` names values that become one slot, whatever their type. */
export function slotted(value: unknown, name: string, whole: ReadonlySet<string> = new Set()): Template {
  const isList = Array.isArray(value) && value.length > 0 && value.every(one => typeof one === 'object')
  if (isSlot(value)) return value
  if (whole.has(name.split('.').at(-1)!)) return slot(name, value)
  if (isList) return (value as unknown[]).map((one, at) => slotted(one, `${name}.${at}`, whole))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return slot(name, value)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, slotted(one, `${name}.${key}`, whole)]))
}
