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
