/** Device classes and abilities: a class is a label, some abilities and the pages it has; an ability is plain data. */
import type { Text } from '#base/text.ts'
import type { Choices, Field, Fields, Unit } from './field.ts'
import type { Look } from './look.ts'

export const PAGE_KINDS = ['equi', 'equiSum', 'authorize', 'person', 'discern', 'callback', 'union', 'event'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** A numbered part of a device: a door, a reader, a port. State, commands and permission are per part. */
export interface Component {
  label: Text
  min: number
  /** `model`: the model's specification says how many (`spec[<kind>Count]`). */
  max: number | 'model'
  /** The parameter that names the part in this class's messages, for example `doorNo`. */
  param: string
  /** The property that carries the state of all parts at once as a list of `{no, …}`, for example `doors`. */
  list: string
}
export interface Property {
  field: Field
  unit?: Unit
  access: 'r' | 'rw'
  per?: string
  /** What a mistake in setting it costs, where it costs more than setting it again. */
  risk?: Risk
  /** Refused to be set to `to` while another property has a value, as with commands. */
  never?: readonly ({ to: unknown } & NeverRule)[]
  /** What a person must confirm before it is set to `to`. */
  confirm?: readonly { to: unknown; text: Text }[]
}
/** Why something is not done in a state: the first property that has its value. */
export interface NeverRule {
  property: string
  is: unknown
  because: Text
  /** Whoever may force acts can go against it; the device is sent `force`. */
  force?: true
}
export type Risk = 'none' | 'opens' | 'moves' | 'erases'
export interface Command {
  label: Text
  input: Fields
  per?: string
  /** Seconds after which it must never act. */
  ttlS: number
  offline: 'refuse' | 'queue'
  /** What a mistake costs; it decides reason, confirmation and safety check. */
  risk: Risk
  /** `now` never waits behind sync work. */
  lane: 'now' | 'work'
  /** Refused while a property of the part has one of these values: never raise a bollard under a car. */
  never?: readonly NeverRule[]
  /** What a person must confirm before it is sent. */
  confirm?: Text
  /** It stands on the card of the part although a mistake costs nothing; others of that kind are upkeep. */
  atHand?: true
  /** The state that proves it: the command is done when the device reports it, with the words to say what is waited for. */
  proof?: { property: string; is: unknown; text: Text }
}
/** The family of facts an event becomes; one table per family, not per class. */
export type Family = 'passage' | 'event' | 'alarm'
export interface EventSpec {
  label: Text
  level: 'info' | 'alert' | 'fault'
  fields: Fields
  per?: string
  record: Family
  /** Cleared by the same event with `on: false`. */
  ends?: true
  /** The device waits for a decision. */
  ask?: { withinMs: number; whenSilent: Text }
}
/**
 * How much of a person's rights a device can keep. A right has doors, a period, a week and closed days; where rules say more
 * than fits, what holds now is sent, and the rest when its time comes.
 */
export interface Keeps {
  /** Rights about one person; with 1, one period and one week count for every door. */
  rights: number
  /** Spans of a week on one day; joined, and cut at midnight. */
  spansADay: number
  /** Days on which a right is closed, whatever its week says. */
  closedDays: number
}
/** What devices can hold, and the dictionary of it. */
export const HELD = {
  dictionary: ['sync_obj', '同步对象', 'Sync object'],
  items: { person: ['person', '人员', 'Person'], card: ['card', '卡', 'Card'] },
} as const satisfies { dictionary: readonly [string, string, string]; items: Choices }

/** A set of things that must be on the device. Nothing else links a class to the sync engine. */
export interface Holds {
  item: keyof typeof HELD.items
  /** The property that states how many fit. */
  capacity: string
  count: string
  keeps: Keeps
  put: { command: string; list: string; max: number }
  remove: { command: string; list: string; max: number }
  readBack: { command: string; proves: 'digest' | 'keys' | 'count' }
}
export interface Ability {
  name: string
  components?: Record<string, Component>
  properties?: Record<string, Property>
  commands?: Record<string, Command>
  events?: Record<string, EventSpec>
  holds?: Holds
  /** How the state of its part looks. */
  look?: Look
  /** States that leave a way open for as long as they last: a request for one names its end. */
  mustEnd?: readonly { property: string; is: unknown }[]
  /** The command that lets somebody through. */
  opens?: string
  /** What the overview of its devices counts; of several abilities the first in `FIGURES` leads. */
  figures?: Figure
}
/** What an overview counts by hour: who passed and who was refused, or events and alarms. */
const FIGURES = ['passages', 'events'] as const
export type Figure = (typeof FIGURES)[number]
export interface ClassSpec {
  label: Text
  /** A lucide icon's name. */
  icon: string
  category: 'access' | 'vehicle'
  abilities: readonly Ability[]
  protocols: readonly string[]
  pages: readonly PageKind[]
}
/** What is known of a class before it is loaded. */
export type ClassHead = Pick<ClassSpec, 'label' | 'pages'> & { key: string }
export interface DeviceClass extends ClassSpec {
  key: string
  components: Record<string, Component>
  properties: Record<string, Property>
  commands: Record<string, Command>
  events: Record<string, EventSpec>
  holds: readonly Holds[]
  /** By kind of part; '' is the device as a whole. */
  looks: Readonly<Record<string, Look>>
  mustEnd: readonly { property: string; is: unknown }[]
  /** The command that lets somebody through, where there is one. */
  opens: string | null
  figures: Figure
}

const PARTS = ['components', 'properties', 'commands', 'events'] as const

/** The same thing, whoever declares it: two abilities may share a property. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A class has one look for each kind of part, and one way to let through. */
const placeOf = (ability: Ability, one: 'look' | 'opens'): string => (one === 'look' ? (ability.look?.per ?? '') : '')

/** Joins the abilities of a class. Two abilities that give the same name to different things throw, naming both. */
export function defineDeviceClass(key: string, spec: ClassSpec): DeviceClass {
  const merged: DeviceClass = {
    key,
    ...spec,
    // Devices name these: `constructor` must be nothing that the class has.
    components: Object.create(null) as DeviceClass['components'],
    properties: Object.create(null) as DeviceClass['properties'],
    commands: Object.create(null) as DeviceClass['commands'],
    events: Object.create(null) as DeviceClass['events'],
    holds: spec.abilities.flatMap(ability => ability.holds ?? []),
    looks: Object.fromEntries(spec.abilities.flatMap(({ look }) => (look ? [[look.per ?? '', look]] : []))),
    mustEnd: spec.abilities.flatMap(ability => ability.mustEnd ?? []),
    opens: spec.abilities.find(ability => ability.opens)?.opens ?? null,
    figures: FIGURES.find(figure => spec.abilities.some(ability => ability.figures === figure)) ?? 'events',
  }
  const owner = new Map<string, string>()
  for (const ability of spec.abilities) {
    for (const part of PARTS) {
      for (const [name, value] of Object.entries(ability[part] ?? {})) {
        const place = `${part}.${name}`
        const other = owner.get(place)
        if (other && !isSame(merged[part][name], value))
          throw new Error(`${key}: '${name}' comes from both '${other}' and '${ability.name}'; rename one`)
        owner.set(place, other ?? ability.name)
        Object.assign(merged[part], { [name]: value })
      }
    }
  }
  for (const one of ['look', 'opens'] as const) {
    const places = spec.abilities.flatMap(ability => (ability[one] ? [[ability.name, placeOf(ability, one)]] : []))
    for (const [name, place] of places) {
      const [other] = places.find(([, known]) => known === place)!
      if (other !== name) throw new Error(`${key}: '${one}' comes from both '${other}' and '${name}'; keep one`)
    }
  }
  for (const part of ['properties', 'commands', 'events'] as const) {
    for (const [name, value] of Object.entries(merged[part])) {
      if (value.per && !merged.components[value.per])
        throw new Error(`${key}: '${name}' is per '${value.per}', which no ability declares`)
    }
  }
  return merged
}
