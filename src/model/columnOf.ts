/** What a column of a noun's rows is: a field, the state of a machine, or the history of the row. */
import type { ChoiceField, Field } from './field.ts'
import { historyOf } from './historyOf.ts'
import type { Machine, Noun } from './noun.ts'

/** A state machine is shown as a choice that cannot be edited. */
const stateField = (machine: Machine): ChoiceField => ({
  kind: 'choice',
  label: machine.label,
  values: machine.states,
  by: 'system',
})

export function columnOf(noun: Noun, name: string): Field | undefined {
  const machine = noun.states?.[name]
  return noun.fields[name] ?? (machine ? stateField(machine) : historyOf(noun)[name])
}
