/** What an act changed, line by line in the words of the fields of its noun: a new value, or the one before and the one after. */
import { HIDDEN } from '#base/hidden.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { ChoiceField, Field, Fields } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Params } from '#model/row.ts'
import { COUNTED } from './auditWords.rules.ts'

export interface ChangeLine {
  name: string
  label: Text
  /** Undefined where the values are not of a field, or not of its form. */
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

const isText = (value: unknown): boolean => typeof value !== 'object'
const isTime = (value: unknown): boolean => isText(value) && !Number.isNaN(new Date(String(value)).getTime())
const anything = (): boolean => true
const allFit = (fields: Fields, value: unknown): boolean =>
  isObject(value) && Object.entries(fields).every(([name, field]) => fits(field, value[name]))
const SHAPES: { [K in Field['kind']]?: (value: unknown, field: Extract<Field, { kind: K }>) => boolean } = {
  list: (value, { of }) => Array.isArray(value) && value.every(item => allFit(of, item)),
  group: (value, { of }) => allFit(of, value),
  instant: isTime,
  span: (value, { of }) => isObject(value) && [value.from, value.to].every(of === 'instant' ? isTime : isText),
  place: value => isObject(value) && isText(value.lng) && isText(value.lat),
  ...{ json: anything, custom: anything, branch: anything },
}

/** An act can keep something else under the name of a field: a number of rows, a hidden value, or an earlier form of it. */
function fits(field: Field, value: unknown): boolean {
  if (isNothing(value)) return true
  const shape = SHAPES[field.kind] as ((value: unknown, field: Field) => boolean) | undefined
  return value !== HIDDEN && (shape?.(value, field) ?? [value].flat().every(isText))
}

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
    const shaped = field && fits(field, after) && fits(field, before) ? field : undefined
    return [{ name, label, field: shaped, after, ...(pair ? { before } : {}) }]
  }
  if (!isObject(changes)) return []
  const { after, ...others } = changes
  return [
    ...(isObject(after) ? Object.entries(after) : []).flatMap(([name, value]) => lineOf(name, value, true)),
    ...Object.entries(others).flatMap(([name, value]) => lineOf(name, value, false)),
  ]
}

/** The same changes by the names of what changed alone. Counts of the act, which are values of no field, stay. */
export function withoutValues(noun: Noun | undefined, changes: Params): Params {
  const hide = (name: string, value: unknown): unknown => {
    if (noun?.fields[name]) return HIDDEN
    if (isObject(value)) return withoutValues(noun, value)
    const isCount = name in COUNTED && (typeof value === 'number' || typeof value === 'boolean')
    return isCount ? value : HIDDEN
  }
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, hide(name, value)]))
}
