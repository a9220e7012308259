/** What each condition of a rule sees, and whether it holds. */
import type { Text } from '#base/text.ts'
import { localMinute } from '#base/zonedTime.ts'
import { comparedAs, isIdentity } from '#model/comparedAs.ts'
import type { Field } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import { isOpen, type TimePlan } from '#modules/access/timePlan.rules.ts'
import { holds, valueWords } from './compare.rules.ts'
import { WHAT, type Condition, type Words } from './condition.rules.ts'
import { propertyOf } from './trigger.rules.ts'

/** What is known when the conditions are judged. */
export interface Seen {
  /** The fields of the event; null where no event started the rule. */
  fields: Readonly<Params> | null
  /** Ids of the person's permission groups; null where the event has no person. */
  groups: readonly string[] | null
  at: string
  zone: string
  plans: ReadonlyMap<string, TimePlan>
  /** The last reported values of a part, by device and part. */
  states: ReadonlyMap<string, { vals: Readonly<Params>; online: boolean }>
}
export interface Check {
  held: boolean
  /** What the condition found in the place of what it asks for. */
  saw: Text
}
export const stateKey = (deviceId: string, component: string | null | undefined): string =>
  `${deviceId} ${component ?? ''}`

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const NO_EVENT: Text = ['没有触发事件', 'There was no event']
const NOT_REPORTED: Text = ['没有上报', 'It was not reported']

/** Judges one condition. A device that is offline is in no state: what it last reported may be over. */
export function check(condition: Condition, seen: Seen, words: Words): Check {
  switch (condition.what) {
    case WHAT.field[0]: {
      if (!seen.fields) return { held: false, saw: NO_EVENT }
      const [value, field] = [seen.fields[condition.name ?? ''], words.fields[condition.name ?? '']]
      return {
        held: holds(condition.op ?? 0, asCompared(field, condition.value), asCompared(field, value)),
        saw: value === null || value === undefined ? NOT_REPORTED : valueWords(field, value, seen.zone),
      }
    }
    case WHAT.group[0]: {
      if (!seen.groups)
        return { held: false, saw: seen.fields ? ['不是已登记的人员', 'Not a registered person'] : NO_EVENT }
      const held = seen.groups.includes(condition.groupId ?? '')
      return { held, saw: held ? ['在权限组内', 'In the group'] : ['不在权限组内', 'Not in the group'] }
    }
    case WHAT.hours[0]: {
      const { minute } = localMinute(seen.at, seen.zone)
      const [from, to] = [minutes(condition.from ?? '00:00'), minutes(condition.to ?? '00:00')]
      // Hours may cross midnight.
      const held = from <= to ? minute >= from && minute < to : minute >= from || minute < to
      return { held, saw: clockAt(minute) }
    }
    case WHAT.plan[0]: {
      const plan = seen.plans.get(condition.planId ?? '')
      if (!plan) return { held: false, saw: ['时间计划已删除', 'The time plan was deleted'] }
      const held = isOpen(plan, seen.at, seen.zone)
      return { held, saw: held ? ['在计划内', 'Within the plan'] : ['不在计划内', 'Outside the plan'] }
    }
    default:
      return checkState(condition, seen, words)
  }
}
/** Values of an identity in its one form. */
function asCompared(field: Field | undefined, value: unknown): unknown {
  if (!isIdentity(field)) return value
  return Array.isArray(value)
    ? value.map(one => comparedAs(field, String(one)))
    : value === null || value === undefined
      ? value
      : comparedAs(field, String(value))
}

function checkState(condition: Condition, seen: Seen, words: Words): Check {
  const state = seen.states.get(stateKey(condition.deviceId ?? '', condition.component))
  if (!state) return { held: false, saw: NOT_REPORTED }
  if (!state.online) return { held: false, saw: ['设备离线', 'The device is offline'] }
  const value = state.vals[condition.name ?? '']
  const device = words.device(condition.deviceId ?? '')
  const property = propertyOf(words.classes.get(device?.deviceClass ?? ''), condition.name)
  return {
    held: holds(condition.op ?? 0, condition.value, value),
    saw: value === null || value === undefined ? NOT_REPORTED : valueWords(property?.field, value, seen.zone),
  }
}
const clockAt = (minute: number): Text => {
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return [clock, clock]
}
