/** The state of a part, from its last report: one shape, one word, one fact. It never shows an old state as the current one. */
import { STATE } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { ChoiceField } from '#model/field.ts'
import type { Glyph, Going, Look, LookFact, LookState, LookTone } from '#model/look.ts'
import type { Params } from '#model/row.ts'
import type { Alarm, DeviceRow, Part, State } from './DeviceRow.ts'
import { untilText } from '#base/ago.ts'

/** The displayed state of a part. */
export interface ShownLook {
  glyph: Glyph
  word: Text
  fact: Text | null
  tone: LookTone
  /** For something that moves: how far it is closed, 0 … 100, each of its leaves, and whether something is in its way. */
  closed?: number
  leaves?: readonly number[]
  moving?: Going
  blocked?: boolean
}

const valueWord = (deviceClass: DeviceClass, property: string, value: unknown): Text | null => {
  const field = deviceClass.properties[property]?.field
  if (field?.kind === 'text' && typeof value === 'string' && value) return [value, value]
  if (field?.kind !== 'choice') return null
  const entry = Object.values((field as ChoiceField).values).find(([wire]) => wire === value)
  return entry ? [entry[1], entry[2]] : null
}

const UNKNOWN: ShownLook = { glyph: 'unknown', word: ['未知', 'Unknown'], fact: null, tone: 'off' }
const join = (parts: readonly (Text | null)[]): Text | null => {
  const known = parts.filter((part): part is Text => part !== null)
  return known.length ? [known.map(part => part[0]).join(' · '), known.map(part => part[1]).join(' · ')] : null
}

const factText = (deviceClass: DeviceClass, { property, unless }: LookFact, state: State, now: number): Text | null => {
  const field = deviceClass.properties[property]?.field
  const value = state[property]
  if (!field || value === unless) return null
  if (field.kind === 'flag') return value === true ? field.label : null
  if (field.kind !== 'instant') return valueWord(deviceClass, property, value)
  if (typeof value !== 'string' || Date.parse(value) <= now) return null
  const until = untilText(value, now)
  return [`至 ${until}`, `until ${until}`]
}

const holds = (when: Readonly<Params>, state: State): boolean =>
  Object.entries(when).every(([property, value]) => state[property] === value)

/** The look of the part with `key`; '' is the device itself. */
const declaredLook = (deviceClass: DeviceClass, key: string): Look | undefined => deviceClass.looks[key.split(':')[0]!]

/** The parts with a look; readers and ports have none. */
export const shapedParts = (deviceClass: DeviceClass, row: Pick<DeviceRow, 'components'>): readonly Part[] =>
  row.components.filter(part => deviceClass.looks[part.kind] !== undefined)

/** The keys of all parts with a look, the device itself first if it has one. */
export const lookKeys = (deviceClass: DeviceClass, row: Pick<DeviceRow, 'components'>): readonly string[] => [
  ...(deviceClass.looks[''] ? [''] : []),
  ...shapedParts(deviceClass, row).map(part => part.key),
]

/** `key` '' is the device itself. */
export function lookOf(deviceClass: DeviceClass, row: DeviceRow, key: string, now: number): ShownLook {
  const state = row.shadow[key]
  if (!row.online || !state) return UNKNOWN
  const look = declaredLook(deviceClass, key)
  if (!look) return { ...UNKNOWN, glyph: 'plain' }
  const facts = (of: readonly LookFact[]): Text | null => join(of.map(fact => factText(deviceClass, fact, state, now)))
  // An alarm of a part is shown at that part; one of the device colours the look of the device.
  const alarm = row.alarm && (key === '' || row.alarm.component === key) ? row.alarm : null
  if (alarm && look.alarm)
    return { glyph: 'alarm', word: alarmLabel(deviceClass, alarm), fact: facts(look.alarm), tone: 'bad' }
  const shown = look.states.find(({ when }) => holds(when, state))!
  return {
    glyph: shown.glyph,
    word: valueWord(deviceClass, shown.word, state[shown.word]) ?? UNKNOWN.word,
    fact: facts(shown.facts),
    tone: alarm && shown.tone !== 'bad' ? (alarm.level > 1 ? 'bad' : 'warn') : shown.tone,
    ...(shown.glyph === 'unknown' ? {} : placeOf(look, shown, state)),
    ...(look.blocked ? { blocked: look.blocked.some(name => state[name] === true) } : {}),
  }
}

/** How it stands: as it reports, or as its state says. */
function placeOf(
  { closed, opened, leaves }: Look,
  shown: LookState,
  state: State,
): Pick<ShownLook, 'closed' | 'leaves' | 'moving'> {
  const within = (value: unknown): number[] =>
    typeof value === 'number' && Number.isFinite(value) ? [Math.max(0, Math.min(100, value))] : []
  const stated = closed ? within(state[closed]) : opened ? within(state[opened]).map(open => 100 - open) : []
  const drawn = stated[0] ?? shown.closed
  const turned = (leaves?.angles ?? []).map(name =>
    within(100 - (Number(state[name] ?? Number.NaN) / leaves!.full) * 100),
  )
  // Up to the last that is reported: a door may have fewer. One that says nothing stands as the door as a whole.
  const last = turned.findLastIndex(([leaf]) => leaf !== undefined)
  const hung = turned.slice(0, last + 1).flatMap(([leaf = drawn]) => leaf ?? [])
  return {
    ...(drawn === undefined ? {} : { closed: drawn }),
    ...(hung.length ? { leaves: hung } : {}),
    ...(shown.moving ? { moving: shown.moving } : {}),
  }
}

export const alarmLabel = (deviceClass: DeviceClass, alarm: Pick<Alarm, 'identifier' | 'name'>): Text =>
  deviceClass.events[alarm.identifier]?.label ?? [alarm.name, alarm.name]

/** 大堂外门, or 2 号门 while it has no name. */
export const partName = (deviceClass: DeviceClass | undefined, part: Pick<Part, 'kind' | 'no' | 'name'>): Text => {
  if (part.name) return [part.name, part.name]
  const label = deviceClass?.components[part.kind]?.label ?? [part.kind, part.kind]
  return [`${part.no} 号${label[0]}`, `${label[1]} ${part.no}`]
}
/** The same for the key in events and commands; '' gives no name. */
export const partOfKey = (
  deviceClass: DeviceClass | undefined,
  key: string | null | undefined,
  parts: readonly Part[] = [],
): Text | null => {
  const [kind, no] = (key ?? '').split(':')
  if (!kind || !no) return null
  return partName(deviceClass, parts.find(part => part.key === key) ?? { kind, no: Number(no), name: null })
}
export const partsLabel = (deviceClass: DeviceClass): Text => Object.values(deviceClass.looks)[0]?.label ?? STATE
