/** Why a trigger cannot start a rule, why a condition can never be judged, and why an act cannot be carried out. */
import type { Text } from '#base/text.ts'
import type { Fields } from '#model/field.ts'
import { judgeAll } from '#model/judge.ts'
import type { Act, LinkageKinds, Start, Words } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'
import type { RuleCondition } from './linkage.rules.ts'

/** What the fields of the kind say against the values; those of other kinds are not its own. */
function fieldProblem(fields: Fields, values: Readonly<Params>): Text | null {
  const own = Object.keys(fields).flatMap(name => (Object.hasOwn(values, name) ? [[name, values[name]]] : []))
  const judged = judgeAll(fields, Object.fromEntries(own) as Params)
  return 'problems' in judged ? judged.problems[0]!.text : null
}

interface Problem {
  field: 'deviceClass' | 'triggerEvent' | 'trigger'
  text: Text
}
/** Why the trigger cannot start anything, or null. */
export function triggerProblem(kinds: LinkageKinds, kind: number, start: Start): Problem | null {
  const trigger = kinds.triggers.get(kind)
  if (!trigger) return { field: 'trigger', text: ['没有这种触发方式', 'There is no such trigger'] }
  if (trigger.devices && !start.deviceClass)
    return { field: 'deviceClass', text: ['请选择设备类', 'Choose a class of devices'] }
  const own = trigger.problem?.(start)
  if (own) return { field: 'trigger', ...own }
  const text = fieldProblem(trigger.fields, start.trigger)
  return text && { field: 'trigger', text }
}

/** Why the condition can never be judged, or null. */
export function conditionProblem(kinds: LinkageKinds, condition: RuleCondition, words: Words): Text | null {
  const kind = kinds.conditions.get(condition.what)
  if (!kind) return ['没有这种条件', 'There is no such condition']
  return kind.problem?.(condition, words) ?? fieldProblem(kind.fields, condition)
}

/** Why the platform cannot carry out the act with these parameters, or null. */
export const actProblem = (act: Act, params: Readonly<Params> | null | undefined): Text | null =>
  fieldProblem(act.fields, params ?? {}) ? act.asks : (act.problem?.(params ?? {}) ?? null)
