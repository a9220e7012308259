/** What a rule needs of who saves it: to read what starts it and what it looks at, and to do what it does. */
import type { LinkageKinds, Start } from '#model/linkage.ts'
import type { NeededPoints } from '#modules/identity/account/neededPoints.rules.ts'
import type { LinkageAction, RuleCondition } from './linkage.rules.ts'

interface OfRule extends Start {
  triggerKind: number | null
  conditions: readonly RuleCondition[]
  actions: readonly LinkageAction[]
}
const COMMAND: NeededPoints = [['command:send']]

export function neededPoints(
  kinds: LinkageKinds,
  { triggerKind, conditions, actions, ...start }: OfRule,
): NeededPoints {
  const needs = kinds.triggers.get(triggerKind ?? 0)?.needs ?? []
  const commands = actions.some(({ identifier }) => !kinds.acts.has(identifier))
  return [
    ...(typeof needs === 'function' ? needs(start) : needs),
    ...conditions.flatMap(({ what }) => kinds.conditions.get(what)?.needs ?? []),
    ...actions.flatMap(({ identifier, params }) => {
      const own = kinds.acts.get(identifier)?.needs ?? []
      return typeof own === 'function' ? own(params ?? {}) : own
    }),
    ...(commands ? COMMAND : []),
  ]
}
