/** Why a trigger cannot start a rule, and why a condition can never be judged. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { unfit } from './compare.rules.ts'
import { WHAT, type Condition, type Words } from './condition.rules.ts'
import { KIND, propertyOf, type Started, type Trigger } from './trigger.rules.ts'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
const isClock = (given: unknown): given is string => typeof given === 'string' && CLOCK.test(given)

/** Why the trigger cannot start anything, or null. */
export function triggerProblem(
  { triggerKind, triggerEvent, trigger }: Started,
  deviceClass: DeviceClass,
): { field: 'triggerEvent' | 'trigger'; text: Text } | null {
  const wrong = (text: Text): { field: 'trigger'; text: Text } => ({ field: 'trigger', text })
  switch (triggerKind) {
    case KIND.event[0]:
      return triggerEvent && deviceClass.events[triggerEvent]
        ? null
        : { field: 'triggerEvent', text: ['请选择触发事件', 'Choose an event'] }
    case KIND.state[0]: {
      const property = propertyOf(deviceClass, trigger.property)
      if (!property) return wrong(['请选择状态', 'Choose a state'])
      const text = trigger.op
        ? unfit(property.field, trigger.op, trigger.value)
        : (['请选择如何比较', 'Choose a comparison'] as const)
      return text && wrong(text)
    }
    case KIND.time[0]:
      return timeProblem(trigger)
    case KIND.presence[0]:
      return trigger.online === 0 || trigger.online === 1
        ? null
        : wrong(['请选择上线或离线', 'Choose online or offline'])
    case KIND.alarm[0]:
      return null
    default:
      return wrong(['没有这种触发方式', 'There is no such trigger'])
  }
}
function timeProblem({ at, sun, siteId, planId, edge, days }: Trigger): { field: 'trigger'; text: Text } | null {
  const wrong = (text: Text): { field: 'trigger'; text: Text } => ({ field: 'trigger', text })
  if ([at, sun, planId].filter(one => one !== null && one !== undefined && one !== '').length !== 1)
    return wrong(['请选择一个时刻、日出日落或时间计划', 'Choose a time, the sun or a time plan'])
  if (at && !isClock(at)) return wrong(['请填写时刻，例如 06:30', 'Enter a time such as 06:30'])
  if (sun && !siteId) return wrong(['请选择按哪个站点的日出日落', 'Choose the site of the sunrise or sunset'])
  if (planId && !edge) return wrong(['请选择时间计划开始或结束时', 'Choose whether the plan begins or ends'])
  if (days && (days.length > 7 || !days.every(day => Number.isInteger(day) && day >= 1 && day <= 7)))
    return wrong(['星期有误', 'The weekdays are not valid'])
  return null
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
