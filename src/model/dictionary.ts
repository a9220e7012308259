/**
 * Dictionaries: codes with their labels, which programs request by type. What a noun, its states or a device class declares
 * is its dictionary; dictionaries without such a declaration are listed by hand.
 */
import type { Text } from '#base/text.ts'
import { HELD, type DeviceClass } from './device.ts'
import type { Choices, Field, Fields } from './field.ts'
import type { Noun } from './noun.ts'

/** The type that programs request; with a label of its own where that of the field would not do as a title. */
export type DictionaryName = string | readonly [type: string, zh: string, en: string]

export const dictionaryType = (name: DictionaryName): string => (typeof name === 'string' ? name : name[0])

export interface DictionaryOption {
  value: string
  label: Text
}
export interface Dictionary {
  type: string
  label: Text
  options: readonly DictionaryOption[]
}

/** Where a dictionary is declared, for the message when two declarations differ. */
interface Declaration extends Dictionary {
  by: string
  /** Whether the label was given for the dictionary, rather than taken from a field. */
  titled: boolean
}

const optionsOf = (choices: Choices): DictionaryOption[] =>
  Object.values(choices).map(([wire, ...label]) => ({ value: String(wire), label }))

const declare = (by: string, name: DictionaryName, label: Text, options: DictionaryOption[]): Declaration =>
  typeof name === 'string'
    ? { by, type: name, label, options, titled: false }
    : { by, type: dictionaryType(name), label: [name[1], name[2]], options, titled: true }

function ofField(by: string, field: Field): Declaration[] {
  if ('of' in field && typeof field.of === 'object')
    return field.kind === 'branch'
      ? Object.entries(field.of).flatMap(([name, fields]) => ofFields(`${by}.${name}`, fields))
      : ofFields(by, field.of as Fields)
  if (field.kind === 'choice' && field.dictionary)
    return [declare(by, field.dictionary, field.label, optionsOf(field.values))]
  if (field.kind === 'text' && field.dictionary && field.known)
    return [declare(by, field.dictionary, field.label, optionsOf(field.known))]
  if (field.kind === 'flag' && field.dictionary && field.words)
    return [
      declare(by, field.dictionary, field.label, [
        { value: 'true', label: field.words.true },
        { value: 'false', label: field.words.false },
      ]),
    ]
  return []
}
const ofFields = (by: string, fields: Fields): Declaration[] =>
  Object.entries(fields).flatMap(([name, field]) => ofField(`${by}.${name}`, field))

const ofNoun = (noun: Noun): Declaration[] => [
  ...ofFields(noun.key, noun.fields),
  ...Object.entries(noun.states ?? {}).flatMap(([name, machine]) =>
    machine.dictionary
      ? [declare(`${noun.key}.${name}`, machine.dictionary, machine.label, optionsOf(machine.states))]
      : [],
  ),
  ...Object.entries(noun.actions ?? {}).flatMap(([name, action]) =>
    ofFields(`${noun.key}.${name}`, action.input ?? {}),
  ),
]

const ofClass = ({ key, properties, commands, events, sets, documents }: DeviceClass): Declaration[] => [
  ...Object.entries(properties).flatMap(([name, property]) => ofField(`${key}.${name}`, property.field)),
  ...Object.entries(commands).flatMap(([name, command]) => ofFields(`${key}.${name}`, command.input)),
  ...Object.entries(events).flatMap(([name, event]) => ofFields(`${key}.${name}`, event.fields)),
  ...(sets.length + documents.length
    ? [declare(key, HELD.dictionary, ['', ''], optionsOf({ ...HELD.items, ...HELD.documents }))]
    : []),
]

/** Throws when two declarations of one dictionary differ. */
function compare(one: Declaration, other: Declaration): void {
  const differ = (what: string): never => {
    throw new Error(`dictionary '${one.type}': ${one.by} and ${other.by} declare ${what}`)
  }
  const codes = ({ options }: Declaration): string =>
    options
      .map(option => option.value)
      .sort()
      .join(', ')
  if (codes(one) !== codes(other)) differ(`other codes (${codes(one)} and ${codes(other)})`)
  for (const { value, label } of one.options) {
    const same = other.options.find(option => option.value === value)!
    if (same.label.join() !== label.join())
      differ(`other words for ${value} (${label.join(' / ')} and ${same.label.join(' / ')})`)
  }
  if (one.titled && other.titled && one.label.join() !== other.label.join()) differ('other titles')
}

/** Every dictionary by its type: the declared ones and `others`. */
export function dictionariesOf(
  nouns: Iterable<Noun>,
  classes: Iterable<DeviceClass>,
  others: Iterable<Dictionary>,
): ReadonlyMap<string, Dictionary> {
  const found = new Map<string, Declaration>()
  for (const one of [...nouns].flatMap(ofNoun).concat([...classes].flatMap(ofClass))) {
    const before = found.get(one.type)
    if (before) compare(before, one)
    if (!before || (one.titled && !before.titled))
      found.set(one.type, { ...one, options: before?.options ?? one.options })
  }
  const all = new Map<string, Dictionary>(
    [...found].map(([type, { label, options }]) => [type, { type, label, options }]),
  )
  for (const other of others) {
    if (all.has(other.type))
      throw new Error(
        `dictionary '${other.type}' follows from ${found.get(other.type)?.by ?? 'another list'}; take it from the list`,
      )
    all.set(other.type, other)
  }
  return all
}
