/** The label for a key of the definitions that a text field holds. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from './device.ts'
import type { TextField } from './field.ts'
import { actsOf, VERB_LABELS, type Noun } from './noun.ts'
import type { Params } from './row.ts'

/** The definitions known to the caller. */
export interface Definitions {
  nouns: ReadonlyMap<string, Noun>
  classes: ReadonlyMap<string, DeviceClass>
}

/** The label of what was done with a row: a verb, an action or a move of its noun, or a command of a device. */
function actWords(act: string, object: unknown, { nouns, classes }: Definitions): Text | undefined {
  const noun = nouns.get(String(object))
  return (
    (noun && actsOf(noun).find(one => one.act === act)?.label) ??
    (VERB_LABELS as Record<string, Text>)[act] ??
    [...classes.values()].map(({ commands }) => commands[act]?.label).find(Boolean)
  )
}

/** 门 2 for `door:2`; undefined for a part that the class does not have. */
export function partWords(deviceClass: Pick<DeviceClass, 'components'>, key: string): Text | undefined {
  const [kind = '', no = ''] = key.split(':')
  const label = deviceClass.components[kind]?.label
  return label && [`${label[0]} ${no}`, `${label[1]} ${no}`]
}

/** The label for the key that a text field holds. */
export function keyWords(
  { known = {}, keyOf }: TextField,
  key: string,
  row: Readonly<Params>,
  definitions: Definitions,
): Text | undefined {
  const usual = Object.values(known).find(([wire]) => wire === key)
  if (usual) return [usual[1], usual[2]]
  const deviceClass = definitions.classes.get(String(row.deviceClass))
  switch (keyOf) {
    case 'deviceClass':
      return definitions.classes.get(key)?.label
    case 'command':
      return deviceClass?.commands[key]?.label
    case 'event':
      return deviceClass?.events[key]?.label
    case 'part':
      return deviceClass && partWords(deviceClass, key)
    case 'noun':
      return definitions.nouns.get(key)?.label
    case 'act':
      return actWords(key, row.object, definitions)
    case undefined:
      return undefined
  }
}

/** Every key that a field with nouns or acts may hold, each with its words; acts of one object where it is given. */
export function keyChoices(
  { known = {}, keyOf }: TextField,
  object: string | undefined,
  definitions: Definitions,
): readonly (readonly [key: string, label: Text])[] {
  const usual = Object.values(known).map(([wire, zh, en]) => [String(wire), [zh, en] as Text] as const)
  const { nouns, classes } = definitions
  if (keyOf === 'noun') return [...new Map([...usual, ...[...nouns].map(([key, { label }]) => [key, label] as const)])]
  const objects = object === undefined ? [...nouns.values()] : [nouns.get(object)].filter(noun => noun !== undefined)
  const acts = objects.flatMap(noun => actsOf(noun).map(({ act, label }) => [act, label] as const))
  const commands = [...(objects.some(isOfClass) ? classes.values() : [])].flatMap(one =>
    Object.entries(one.commands).map(([key, { label }]) => [key, label] as const),
  )
  // The most general words of a key that several of them have: those of the verbs, then the usual ones.
  const all = [...commands, ...acts, ...usual, ...Object.entries(VERB_LABELS)]
  return [...new Map<string, Text>(all as [string, Text][])].filter(([key]) => !READS.has(key))
}

/** Its rows are devices, to which commands are given. */
const isOfClass = ({ fields }: Noun): boolean =>
  Object.values(fields).some(field => field.kind === 'text' && field.keyOf === 'deviceClass')

/** Reading is not audited. */
const READS: ReadonlySet<string> = new Set(['list', 'view'])
