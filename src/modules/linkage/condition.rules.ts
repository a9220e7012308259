/** The conditions of a rule, all of which must hold, and what each of them saw. */
import { VALUE } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import { localMinute } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import { choice, json, ref, text, type Choices, type Field, type Fields } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import { isOpen, type TimePlan } from '#modules/access/timePlan.rules.ts'
import { COMPARE, COMPARED, compared, holds, unfit, valueWords } from './compare.rules.ts'
import { isClock, propertyOf } from './trigger.rules.ts'

export const WHAT = {
  field: [1, '事件内容', 'Field of the event'],
  group: [2, '人员的权限组', "The person's group"],
  hours: [3, '时段', 'Hours'],
  plan: [4, '时间计划', 'Time plan'],
  state: [5, '设备状态', 'State of a device'],
} as const satisfies Choices

export const CONDITION_FIELDS = {
  what: choice(['条件', 'Condition'], WHAT, { required: true, as: 'select' }),
  /** A field of the event, or a property of the device. */
  name: text(['名称', 'Name'], { max: 64, pattern: 'code' }),
  op: choice(['比较', 'Comparison'], COMPARE),
  value: json(VALUE, { by: 'user', schema: COMPARED }),
  groupId: ref(['权限组', 'Permission group'], 'authGroup'),
  from: text(['从', 'From'], { max: 5 }),
  to: text(['到', 'To'], { max: 5 }),
  planId: ref(['时间计划', 'Time plan'], 'timePlan'),
  deviceId: ref(['设备', 'Device'], 'deviceBind'),
  component: text(['部件', 'Part'], { max: 32 }),
} satisfies Fields

export interface Condition {
  what: number
  name?: string | null
  op?: number | null
  value?: unknown
  groupId?: string | null
  from?: string | null
  to?: string | null
  planId?: string | null
  deviceId?: string | null
  component?: string | null
}
/** Fields that every passage has, whatever its class calls them. */
const OF_PASSAGES: Readonly<Record<string, Field>> = {
  result: choice(['结果', 'Result'], { passed: [1, '放行', 'Passed'], refused: [0, '拒绝', 'Refused'] }),
  direction: choice(['方向', 'Direction'], { in: [1, '进', 'In'], out: [2, '出', 'Out'] }),
}
/** The fields of an event that a condition may name. */
export function fieldsOf(
  deviceClass: DeviceClass | undefined,
  event: string | null | undefined,
): Readonly<Record<string, Field>> {
  const spec = deviceClass?.events[event ?? '']
  if (!spec) return {}
  return { ...spec.fields, ...(spec.record === 'passage' ? OF_PASSAGES : {}) }
}

export interface NamedDevice {
  name: string
  deviceClass: string
}
/** What the words of conditions need. */
export interface Words {
  /** The fields of the event that starts the rule. */
  fields: Readonly<Record<string, Field>>
  classes: ReadonlyMap<string, DeviceClass>
  device(id: string): NamedDevice | undefined
  name(of: 'group' | 'plan', id: string): string | undefined
}
/** A condition as a sentence. */
export function conditionWords(condition: Condition, words: Words): Text {
  const { what, name, op, value } = condition
  switch (what) {
    case WHAT.field[0]: {
      const field = words.fields[name ?? '']
      return compared(field?.label ?? [name ?? '…', name ?? '…'], op ?? 0, field, value)
    }
    case WHAT.group[0]: {
      const group = words.name('group', condition.groupId ?? '')
      return group
        ? [`人员在“${group}”中`, `The person is in “${group}”`]
        : ['人员在指定权限组中', 'The person is in one group']
    }
    case WHAT.hours[0]: {
      const span = `${condition.from ?? '…'}–${condition.to ?? '…'}`
      return [span, span]
    }
    case WHAT.plan[0]: {
      const plan = words.name('plan', condition.planId ?? '')
      return plan
        ? [`在时间计划“${plan}”内`, `Within the time plan “${plan}”`]
        : ['在时间计划内', 'Within the time plan']
    }
    default: {
      const device = words.device(condition.deviceId ?? '')
      const property = propertyOf(words.classes.get(device?.deviceClass ?? ''), name)
      const label = property?.field.label ?? [name ?? '…', name ?? '…']
      const who = device?.name ?? '…'
      return compared([`${who} ${label[0]}`, `${who}: ${label[1].toLowerCase()}`], op ?? 0, property?.field, value)
    }
  }
}

/** Why the condition can never be judged, or null. */
export function conditionProblem(condition: Condition, words: Words): Text | null {
  switch (condition.what) {
    case WHAT.field[0]: {
      const field = words.fields[condition.name ?? '']
      if (!field) return ['请选择触发事件的内容', 'Choose a field of the event that starts the rule']
      return condition.op ? unfit(field, condition.op, condition.value) : NO_COMPARISON
    }
    case WHAT.group[0]:
      return condition.groupId ? null : ['请选择权限组', 'Choose a permission group']
    case WHAT.hours[0]:
      return isClock(condition.from) && isClock(condition.to)
        ? null
        : ['请填写起止时间，例如 08:00 与 18:00', 'Enter both times, such as 08:00 and 18:00']
    case WHAT.plan[0]:
      return condition.planId ? null : ['请选择时间计划', 'Choose a time plan']
    default: {
      const device = words.device(condition.deviceId ?? '')
      if (!device) return ['请选择本应用的设备', 'Choose a device of this application']
      const property = propertyOf(words.classes.get(device.deviceClass), condition.name)
      if (!property) return ['请选择设备的状态', 'Choose a state of the device']
      return condition.op ? unfit(property.field, condition.op, condition.value) : NO_COMPARISON
    }
  }
}
const NO_COMPARISON: Text = ['请选择如何比较', 'Choose a comparison']

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
      const value = seen.fields[condition.name ?? '']
      return {
        held: holds(condition.op ?? 0, condition.value, value),
        saw:
          value === null || value === undefined ? NOT_REPORTED : valueWords(words.fields[condition.name ?? ''], value),
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
function checkState(condition: Condition, seen: Seen, words: Words): Check {
  const state = seen.states.get(stateKey(condition.deviceId ?? '', condition.component))
  if (!state) return { held: false, saw: NOT_REPORTED }
  if (!state.online) return { held: false, saw: ['设备离线', 'The device is offline'] }
  const value = state.vals[condition.name ?? '']
  const device = words.device(condition.deviceId ?? '')
  const property = propertyOf(words.classes.get(device?.deviceClass ?? ''), condition.name)
  return {
    held: holds(condition.op ?? 0, condition.value, value),
    saw: value === null || value === undefined ? NOT_REPORTED : valueWords(property?.field, value),
  }
}
const clockAt = (minute: number): Text => {
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return [clock, clock]
}
