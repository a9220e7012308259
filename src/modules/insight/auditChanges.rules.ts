/** What an act changed, line by line in the words of the fields of its noun: a new value, or the one before and the one after. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { ChoiceField, Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Params } from '#model/row.ts'
import { COUNTED } from './auditWords.rules.ts'

export interface ChangeLine {
  name: string
  label: Text
  field: Field | undefined
  /** Undefined where the act has no value before it: a new row, or a number of its own. */
  before?: unknown
  after: unknown
}

/** How a screen or a file finds definitions. */
export interface Known {
  nounOf(key: string): Noun | undefined
  /** Of the noun, of a state, or of the history of its rows. */
  fieldOf(noun: Noun, name: string): Field | undefined
  classes: ReadonlyMap<string, Pick<DeviceClass, 'commands'>>
}

/** A move is kept by the names of its states, an action by their values. */
const asWire = (field: Field | undefined, value: unknown): unknown => {
  const known = field?.kind === 'choice' && typeof value === 'string' ? (field as ChoiceField).values[value] : undefined
  return known ? known[0] : value
}

/** Numbers inside an act that are of use to the platform alone. */
const UNREAD: ReadonlySet<string> = new Set(['id', 'rev', 'commandId', 'reviewId', 'uploadId', 'md5', 'sha256'])
const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

export function changeLines(
  { object, action, changes }: { object: string; action: string; changes?: unknown },
  { nounOf, fieldOf, classes }: Known,
): readonly ChangeLine[] {
  const noun = nounOf(object)
  const fieldFor = (name: string): Field | undefined =>
    (noun && (noun.actions?.[action]?.input?.[name] ?? fieldOf(noun, name))) ??
    [...classes.values()].map(({ commands }) => commands[action]?.input[name]).find(Boolean)
  const lineOf = (name: string, value: unknown, added: boolean): ChangeLine[] => {
    if (UNREAD.has(name)) return []
    const field = fieldFor(name)
    if (!field && isObject(value)) return Object.entries(value).flatMap(([key, one]) => lineOf(key, one, true))
    const label = field?.label ?? COUNTED[name] ?? [name, name]
    const pair = !added && Array.isArray(value) && value.length === 2
    const after = asWire(field, pair ? value[1] : value)
    const before = pair ? asWire(field, value[0]) : undefined
    if (isNothing(after) && isNothing(before)) return []
    return [{ name, label, field, after, ...(pair ? { before } : {}) }]
  }
  if (!isObject(changes)) return []
  const { after, ...others } = changes
  return [
    ...(isObject(after) ? Object.entries(after) : []).flatMap(([name, value]) => lineOf(name, value, true)),
    ...Object.entries(others).flatMap(([name, value]) => lineOf(name, value, false)),
  ]
}
