/** The columns, filters, form fields and actions of a lens, read from its definition. */
import type { Text } from '#base/text.ts'
import { allExcept } from '#model/list/allExcept.ts'
import { columnOf } from '#model/columnOf.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Mode } from '#model/facets.ts'
import type { ChoiceField, Choices, Field, Fields } from '#model/field.ts'
import { historyOf } from '#model/historyOf.ts'
import { verbsOf, type Action, type Lens, type Machine, type Move, type Noun, type Verb } from '#model/noun.ts'
import type { Params } from '#model/row.ts'
import { refusedBy } from '#model/when.ts'
import { registry } from '#console/data/registry.ts'

const classNames = (): Choices =>
  Object.fromEntries(registry().classIndex.map(({ key, label }) => [key, [key, ...label]]))

/** The events of a device class, except those that another list records. */
const eventNames = (deviceClass: DeviceClass): Choices =>
  Object.fromEntries(
    Object.entries(deviceClass.events)
      .filter(([, event]) => event.record === undefined)
      .map(([key, { label }]) => [key, [key, ...label]]),
  )

/** The field of a filter. On a page of a device class, its events are a choice. */
export const filterField = (noun: Noun, name: string, deviceClass: DeviceClass | undefined): Field | undefined => {
  const field = fieldOf(noun, name)
  return deviceClass && field?.kind === 'text' && field.keyOf === 'event' && field.find
    ? { kind: 'choice', label: field.label, values: eventNames(deviceClass), find: field.find }
    : field
}

/** The field of a column: of the noun, of a state, or of the row's history. */
export const fieldOf = (noun: Noun, name: string): Field | undefined => {
  const field = columnOf(noun, name)
  // Rows contain the key of their device class; the column shows its name.
  if (field?.kind === 'text' && field.keyOf === 'deviceClass')
    return {
      kind: 'choice',
      label: field.label,
      values: classNames(),
      ...(field.find ? { find: field.find } : {}),
      ...(field.by ? { by: field.by } : {}),
    }
  return field
}
export const isState = (noun: Noun, name: string): boolean => noun.states?.[name] !== undefined

/** What only support needs of a row. */
export const technicalNames = (noun: Noun): readonly string[] =>
  Object.keys(noun.fields).filter(name => noun.fields[name]!.technical)

/** The fields to show of one row. */
export const allNames = (noun: Noun): readonly string[] => [
  ...Object.keys(noun.states ?? {}),
  ...Object.keys(noun.fields).filter(name => {
    const field = noun.fields[name]!
    return field.kind !== 'secret' && field.kind !== 'custom' && !field.technical && !field.hiddenIn?.includes('view')
  }),
  ...Object.keys(historyOf(noun)),
]

const writable = (field: Field & { computed?: true }): boolean =>
  (field.by === undefined || field.by === 'user') && !field.computed

/** The fields of the form, in its order, without references to undefined nouns. */
export const formFields = (
  noun: Noun,
  lens: Lens | undefined,
  known: (key: string) => boolean,
  mode: Mode = 'add',
): Fields =>
  Object.fromEntries(
    allExcept(Object.keys(noun.fields), lens?.form).flatMap((name): [string, Fields[string]][] => {
      const field = noun.fields[name]
      return field && writable(field) && !field.hiddenIn?.includes(mode) && !(field.kind === 'ref' && !known(field.to))
        ? [[name, field]]
        : []
    }),
  )

export type Can = (point: string) => boolean
export const mayDo =
  (noun: Noun, lens: Lens | undefined, can: Can) =>
  (verb: Verb): boolean =>
    verbsOf(noun).includes(verb) && (lens?.verbs ?? verbsOf(noun)).includes(verb) && can(`${noun.key}:${verb}`)

/** Actions of one kind that change something; actions that only read are used by pages of their own. */
export const actionsOf = (
  noun: Noun,
  lens: Lens | undefined,
  on: Action['on'],
  can: Can,
): readonly { name: string; action: Action }[] =>
  Object.entries(noun.actions ?? {})
    .filter(
      ([name, action]) =>
        action.on === on &&
        action.method !== 'GET' &&
        (lens?.actions ?? [name]).includes(name) &&
        can(`${noun.key}:${name}`),
    )
    .map(([name, action]) => ({ name, action }))

/** All moves that users can make, from any state. */
export const allMoves = (noun: Noun, can: Can): readonly { name: string; move: Move }[] =>
  Object.values(noun.states ?? {}).flatMap(machine =>
    Object.entries(machine.moves)
      .filter(([name, move]) => move.by !== 'system' && can(`${noun.key}:${name}`))
      .map(([name, move]) => ({ name, move })),
  )

/** Moves that are possible from the state the row is in. */
export const movesOf = (noun: Noun, row: Params, can: Can): readonly { name: string; move: Move }[] =>
  Object.entries(noun.states ?? {}).flatMap(([state, machine]) => {
    const now = Object.keys(machine.states).find(name => machine.states[name]?.[0] === row[state])
    return Object.entries(machine.moves)
      .filter(
        ([name, move]) =>
          move.by !== 'system' &&
          now !== undefined &&
          refusedBy(noun, name, row) === null &&
          can(`${noun.key}:${name}`),
      )
      .map(([name, move]) => ({ name, move }))
  })

export const withSubject = (act: Text, subject: Text): Text => [
  `${act[0]}${subject[0]}`,
  `${act[1]} ${subject[1].toLowerCase()}`,
]
