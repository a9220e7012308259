/** All definitions of the product, collected from its files and checked once: nouns, lenses, device classes, dictionaries. */
import type { Params } from '#model/row.ts'
import { classProblems } from '#model/problems/classProblems.ts'
import { nounProblems } from '#model/problems/nounProblems.ts'
import type { DeviceClass } from '#model/device.ts'
import { dictionariesOf } from '#model/dictionary.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { undeclaredDictionaries } from '#modules/catalog/api.ts'
import { all as foundClasses } from '#devices/generated/classes.ts'
import { all as foundNouns } from './generated/nouns.ts'
import { indexByKey } from './indexByKey.ts'
import { protocols } from './protocols.ts'

const isObject = (value: unknown): value is Params => typeof value === 'object' && value !== null
const isNoun = (value: unknown): value is Noun =>
  isObject(value) && 'api' in value && 'fields' in value && 'table' in value
const isLens = (value: unknown): value is Lens =>
  isObject(value) && 'of' in value && 'columns' in value && 'path' in value
const isClass = (value: unknown): value is DeviceClass => isObject(value) && 'abilities' in value && 'pages' in value

export const nouns = indexByKey(foundNouns.filter(isNoun), 'nouns')
export const lenses = indexByKey(foundNouns.filter(isLens), 'lenses')
export const classes = indexByKey(foundClasses.filter(isClass), 'device classes')
/** What the messages of devices are written in; other protocols only carry one of these. */
const spoken = [...protocols.values()].filter(one => !one.carries).map(one => one.key)
const refuse = (key: string, problems: readonly string[]): void => {
  if (problems.length) throw new Error(`${key} cannot be used: ${problems.join('; ')}`)
}
for (const noun of nouns.values()) refuse(noun.key, nounProblems(noun))
for (const deviceClass of classes.values()) refuse(deviceClass.key, classProblems(deviceClass, spoken))
export const dictionaries = dictionariesOf(nouns.values(), classes.values(), undeclaredDictionaries)
