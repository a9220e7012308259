/** The keys of the definitions among which a text field that holds one is chosen. */
import type { Text } from '#base/text.ts'
import type { TextField } from './field.ts'
import type { Definitions } from './keyWords.ts'
import { actsOf, VERB_LABELS, type Noun } from './noun.ts'

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
