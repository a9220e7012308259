/** The conditions of a rule, all of which must hold, and what each of them saw. */
import { VALUE } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { choice, json, ref, text, type Choices, type Field, type Fields } from '#model/field.ts'
import { COMPARE, COMPARED, compared } from './compare.rules.ts'
import { propertyOf } from './trigger.rules.ts'

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
  from: text(['开始时刻', 'From'], { max: 5 }),
  to: text(['结束时刻', 'To'], { max: 5 }),
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
  /** The zone in which instants are said. */
  zone: string
}
/** A condition as a sentence. */
export function conditionWords(condition: Condition, words: Words): Text {
  const { what, name, op, value } = condition
  switch (what) {
    case WHAT.field[0]: {
      const field = words.fields[name ?? '']
      return compared(field?.label ?? [name ?? '…', name ?? '…'], op ?? 0, field, value, words.zone)
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
      return compared(
        [`${who} ${label[0]}`, `${who}: ${label[1].toLowerCase()}`],
        op ?? 0,
        property?.field,
        value,
        words.zone,
      )
    }
  }
}
