/** What an act changed, line by line in the words of the fields of its noun: a new value, or the one before and the one after. */
import { fieldOf } from '#console/crud/lensFields.ts'
import { nounOf, registry } from '#console/data/registry.ts'
import type { Text } from '#base/text.ts'
import type { ChoiceField, Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Params } from '#model/row.ts'
import { COUNTED } from '../auditWords.rules.ts'

export interface ChangeLine {
  name: string
  label: Text
  field: Field | undefined
  /** Undefined where the act has no value before it: a new row, or a number of its own. */
  before?: unknown
  after: unknown
}

/** A move is kept by the names of its states, an action by their values. */
const asWire = (field: Field | undefined, value: unknown): unknown => {
  const known = field?.kind === 'choice' && typeof value === 'string' ? (field as ChoiceField).values[value] : undefined
  return known ? known[0] : value
}

const fieldFor = (noun: Noun | undefined, action: string, name: string): Field | undefined =>
  (noun && (noun.actions?.[action]?.input?.[name] ?? fieldOf(noun, name))) ??
  [...registry().classes.values()].map(({ commands }) => commands[action]?.input[name]).find(Boolean)

/** Numbers inside an act that are of use to the platform alone. */
const UNREAD: ReadonlySet<string> = new Set(['id', 'rev', 'commandId', 'reviewId', 'uploadId', 'md5', 'sha256'])
const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

const lineOf = (noun: Noun | undefined, action: string, name: string, value: unknown, added: boolean): ChangeLine[] => {
  if (UNREAD.has(name)) return []
  const field = fieldFor(noun, action, name)
  if (!field && isObject(value))
    return Object.entries(value).flatMap(([key, one]) => lineOf(noun, action, key, one, true))
  const label = field?.label ?? COUNTED[name] ?? [name, name]
  const pair = !added && Array.isArray(value) && value.length === 2
  const after = asWire(field, pair ? value[1] : value)
  const before = pair ? asWire(field, value[0]) : undefined
  if (isNothing(after) && isNothing(before)) return []
  return [{ name, label, field, after, ...(pair ? { before } : {}) }]
}

export const changeLines = (row: { object: string; action: string; changes?: unknown }): readonly ChangeLine[] => {
  if (!isObject(row.changes)) return []
  const noun = nounOf(row.object)
  const { after, ...others } = row.changes
  return [
    ...(isObject(after) ? Object.entries(after) : []).flatMap(([name, value]) =>
      lineOf(noun, row.action, name, value, true),
    ),
    ...Object.entries(others).flatMap(([name, value]) => lineOf(noun, row.action, name, value, false)),
  ]
}
