/** All definitions of the product, collected from its files and checked once: nouns, lenses, device classes, dictionaries. */
import type { Params } from '#model/row.ts'
import { PROTOCOL_CHOICES } from '#devices/generated/choices.ts'
import { classProblems } from '#model/classProblems.ts'
import type { DeviceClass } from '#model/device.ts'
import { dictionariesOf } from '#model/dictionary.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { undeclaredDictionaries } from '#modules/catalog/api.ts'
import { all as foundClasses } from '#devices/generated/classes.ts'
import { all as foundNouns } from './generated/nouns.ts'

const isObject = (value: unknown): value is Params => typeof value === 'object' && value !== null
const isNoun = (value: unknown): value is Noun =>
  isObject(value) && 'api' in value && 'fields' in value && 'table' in value
const isLens = (value: unknown): value is Lens =>
  isObject(value) && 'of' in value && 'columns' in value && 'path' in value
const isClass = (value: unknown): value is DeviceClass => isObject(value) && 'abilities' in value && 'pages' in value

function index<T extends { key: string }>(items: T[], what: string): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    if (map.has(item.key)) throw new Error(`two ${what} are called '${item.key}'; rename one`)
    map.set(item.key, item)
  }
  return map
}

export const nouns = index(foundNouns.filter(isNoun), 'nouns')
export const lenses = index(foundNouns.filter(isLens), 'lenses')
export const classes = index(foundClasses.filter(isClass), 'device classes')
for (const deviceClass of classes.values()) {
  const problems = classProblems(deviceClass, Object.keys(PROTOCOL_CHOICES))
  if (problems.length) throw new Error(`${deviceClass.key} cannot be used: ${problems.join('; ')}`)
}
export const dictionaries = dictionariesOf(nouns.values(), classes.values(), undeclaredDictionaries)
