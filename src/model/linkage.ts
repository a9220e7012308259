/**
 * What a module adds to linkage rules: what starts them, what they look at and what they do. One definition serves the API,
 * the editor and the engine; what reads or writes the database is its half in a server part (`server/linkageParts.ts`).
 */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from './device.ts'
import type { Choices, Field, Fields } from './field.ts'
import type { Params } from './row.ts'

/** Permission points: of each entry any suffices. */
type Points = readonly (readonly string[])[]

/** A rule, as far as its start is concerned. */
export interface Start {
  /** Undefined where the rule names no devices. */
  deviceClass: DeviceClass | undefined
  triggerEvent?: string | null | undefined
  trigger: Readonly<Params>
}
/** What conditions can look at once something has started the rule. */
export interface Given {
  fields: Readonly<Record<string, Field>>
  /** Whether it was about a person. */
  person?: boolean
}
export interface Trigger {
  linkage: 'trigger'
  key: string
  /** The value of `triggerKind`. */
  wire: number
  label: Text
  /** What a rule says of it, in `trigger`. A form of its own is `<key>Trigger.ruleForm.tsx`. */
  fields: Fields
  /** With which values the form begins. */
  initial?: Readonly<Params>
  /** It happens at devices of one class: the rule names the class, and may name some of them. */
  devices?: true
  /** The event of the outbox that starts it; what the module finds by itself has none. */
  on?: string
  /** Whether an event with this payload starts the rule. Default: it has every value that the rule names. */
  starts?(rule: Start, payload: Readonly<Params>): boolean
  /** How a run calls what started it. Default: the key, with the label. */
  events?: Choices
  gives?(rule: Start): Given
  /** What who saves the rule must be allowed to read. */
  needs: Points | ((rule: Start) => Points)
  /** Why it can start nothing; its fields are judged besides. */
  problem?(rule: Start): { field?: 'triggerEvent'; text: Text } | null
  words(rule: Start, zone: string): Text
  /** What sets it off, so that no rules run in a circle: what devices do, acts that name it in `causes`, or both. */
  causedBy?: 'devices' | 'acts' | 'both'
}

export interface NamedDevice {
  name: string
  deviceClass: string
}
/** What the words of a condition need. */
export interface Words {
  fields: Given['fields']
  classes: ReadonlyMap<string, DeviceClass>
  device(id: string): NamedDevice | undefined
  /** The name of the row that the condition refers to, where it is known. */
  name?: string | undefined
  /** The zone in which instants are said. */
  zone: string
}
/** What is known when the conditions are judged. */
export interface Known {
  /** The fields of the event; null where no event started the rule. */
  fields: Readonly<Params> | null
  personId: string | null
  at: string
  zone: string
  /** Of the rule: nothing of another application is looked at. */
  appId: string
}
export interface Check {
  held: boolean
  /** What the condition found in the place of what it asks for. */
  saw: Text
}
export interface Condition {
  linkage: 'condition'
  key: string
  /** The value of `what`. */
  wire: number
  label: Text
  /** A form of its own is `<key>Condition.ruleForm.tsx`. */
  fields: Fields
  /** It looks at what started the rule, and is only offered where that gives it. */
  of?: 'fields' | 'person'
  needs: Points
  /** Why it can never be judged; its fields are judged besides. */
  problem?(condition: Readonly<Params>, words: Words): Text | null
  words(condition: Readonly<Params>, words: Words): Text
  /** Judges it by what is known; without it, its server part does. */
  check?(condition: Readonly<Params>, known: Known, words: Words): Check
}

/** An action that the platform carries out itself; commands of devices need no definition. */
export interface Act {
  linkage: 'act'
  /** The `identifier` of the action. */
  key: string
  label: Text
  /** Its parameters. */
  fields: Fields
  /** Whether it is about a device. */
  device: 'required' | 'optional' | 'none'
  needs: Points | ((params: Readonly<Params>) => Points)
  /** For a message: what is wrong when the parameters are not valid. */
  asks: Text
  /** What else is wrong with them. */
  problem?(params: Readonly<Params>): Text | null
  /** The action as part of a sentence. */
  words(params: Readonly<Params>): Text
  /** Whether these parameters begin what lets everybody pass: the rule must say when it ends. */
  mustEnd?(params: Readonly<Params>): boolean
  /** The keys of the triggers that it may set off, at its device. */
  causes?: readonly string[]
}

export const defineTrigger = (key: string, spec: Omit<Trigger, 'linkage' | 'key'>): Trigger => ({
  ...{ linkage: 'trigger', key },
  ...spec,
})
export const defineCondition = (key: string, spec: Omit<Condition, 'linkage' | 'key'>): Condition => ({
  ...{ linkage: 'condition', key },
  ...spec,
})
export const defineAct = (key: string, spec: Omit<Act, 'linkage' | 'key'>): Act => ({
  ...{ linkage: 'act', key },
  ...spec,
})

export interface LinkageKinds {
  triggers: ReadonlyMap<number, Trigger>
  conditions: ReadonlyMap<number, Condition>
  acts: ReadonlyMap<string, Act>
}
type Kind = Trigger | Condition | Act
const isKind = (value: unknown): value is Kind => typeof value === 'object' && value !== null && 'linkage' in value

function unique<K extends string | number, T extends Kind>(kinds: readonly T[], by: (kind: T) => K): Map<K, T> {
  const found = new Map<K, T>()
  for (const kind of kinds) {
    const other = found.get(by(kind))
    if (other) throw new Error(`the ${kind.linkage}s ${other.key} and ${kind.key} are both ${by(kind)}: choose another`)
    found.set(by(kind), kind)
  }
  return found
}
/** The definitions among these values. Throws where two have the same value on the wire. */
export function linkageKinds(values: readonly unknown[]): LinkageKinds {
  const kinds = values.filter(isKind)
  return {
    triggers: unique(
      kinds.filter(kind => kind.linkage === 'trigger'),
      kind => kind.wire,
    ),
    conditions: unique(
      kinds.filter(kind => kind.linkage === 'condition'),
      kind => kind.wire,
    ),
    acts: unique(
      kinds.filter(kind => kind.linkage === 'act'),
      kind => kind.key,
    ),
  }
}
