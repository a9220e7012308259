/** Under which conditions something can be done to a row: declared in a definition, applied alike by the server and every screen. */
import { lowered, type Text } from '#base/text.ts'
import { VERB_LABELS, type Machine, type Noun, type Verb } from './noun.ts'
import type { Params } from './row.ts'

type Wire = string | number | boolean | null

export interface When {
  /** The states of the row's state machine in which it can be done. */
  from?: readonly string[]
  /** Fields that must have one of these wire values. */
  where?: Readonly<Record<string, readonly Wire[]>>
  /** Fields that must have none of these wire values. */
  unless?: Readonly<Record<string, readonly Wire[]>>
  /** The reason shown when a field forbids it. */
  because?: Text
}

/** The conditions and label of a verb, an action or a move, by its name. */
export function whenOf(noun: Noun, act: string): { when: When; label: Text } | undefined {
  const action = noun.actions?.[act]
  if (action) return { when: action, label: action.label }
  for (const { moves } of Object.values(noun.states ?? {}))
    if (moves[act]) return { when: moves[act], label: moves[act].label }
  const when = noun.when?.[act as 'edit' | 'remove']
  return when && { when, label: VERB_LABELS[act as Verb] }
}

/** The state machine that has these states, with its field. */
const machineOf = (noun: Noun, from: readonly string[]): [string, Machine] | undefined =>
  Object.entries(noun.states ?? {}).find(([, { states }]) => from.every(name => states[name]))

/** Why something cannot be done to the row, or null when it can. Fields that the row does not carry forbid nothing. */
export function refusedBy(noun: Noun, act: string, row: Readonly<Params>): Text | null {
  const found = whenOf(noun, act)
  if (!found) return null
  const { when, label } = found
  const [field, machine] = (when.from && machineOf(noun, when.from)) ?? []
  if (field && machine && row[field] !== undefined) {
    const state = Object.keys(machine.states).find(name => machine.states[name]![0] === row[field])
    if (!state || !when.from!.includes(state)) {
      const [, zh, en] = state ? machine.states[state]! : ([0, '未知', 'unknown'] as const)
      return [`当前为“${zh}”，不能${label[0]}`, `It is "${en}" now; cannot ${lowered(label[1])}`]
    }
  }
  const has = (name: string, values: readonly Wire[]): boolean => values.includes((row[name] ?? null) as Wire)
  const carried = (of: When['where']): [string, readonly Wire[]][] =>
    Object.entries(of ?? {}).filter(([name]) => row[name] !== undefined)
  if (
    carried(when.where).every(([name, values]) => has(name, values)) &&
    !carried(when.unless).some(([name, values]) => has(name, values))
  )
    return null
  return when.because ?? [`当前不能${label[0]}`, `Cannot ${lowered(label[1])} now`]
}

/** Fields on which the conditions depend. */
export const fieldsOfWhen = ({ where, unless }: When): string[] => [
  ...Object.keys(where ?? {}),
  ...Object.keys(unless ?? {}),
]

/** The conditions in words, for the API's description; undefined when there are none. */
export function whenWords(noun: Noun, act: string): Text | undefined {
  const found = whenOf(noun, act)
  if (!found) return undefined
  const { from, where, unless } = found.when
  const limiting = from && machineOf(noun, from)
  const machine = limiting && from.length < Object.keys(limiting[1].states).length ? limiting : undefined
  const list = (of: When['where'], zh: string, en: string): Text[] =>
    Object.entries(of ?? {}).map(([name, values]) => one(name, zh, en, values))
  const one = (name: string, zh: string, en: string, values: readonly unknown[]): Text => [
    `${name} ${zh} ${values.map(String).join(' 或 ')}`,
    `${name} ${en} ${values.map(String).join(' or ')}`,
  ]
  const parts = [
    ...(machine
      ? [
          one(
            machine[0],
            '为',
            'is',
            from!.map(name => machine[1].states[name]![0]),
          ),
        ]
      : []),
    ...list(where, '为', 'is'),
    ...list(unless, '不为', 'is not'),
  ]
  if (!parts.length) return undefined
  return [
    `仅当 ${parts.map(([zh]) => zh).join(' 且 ')} 时可用，否则返回 409 wrong_state`,
    `Only while ${parts.map(([, en]) => en).join(', and ')}; otherwise 409 wrong_state`,
  ]
}
