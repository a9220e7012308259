/** What a rule needs of who saves it: to read what starts it and what it looks at, and to give its commands. */
import type { DeviceClass } from '#model/device.ts'
import { readingAny, type NeededPoints } from '#modules/identity/account/neededPoints.rules.ts'
import { readersOfRecord } from '#modules/devices/facts/readers.rules.ts'
import { WHAT, type Condition } from './condition.rules.ts'
import type { LinkageAction } from './linkage.rules.ts'
import { PLATFORM_ACTS } from './platformActs.rules.ts'
import { KIND } from './trigger.rules.ts'

const DEVICE = readingAny('deviceBind', 'device')
const LOOKED_AT: Readonly<Record<number, readonly string[]>> = {
  [WHAT.group[0]]: readingAny('authGroup'),
  [WHAT.plan[0]]: readingAny('timePlan'),
  [WHAT.state[0]]: DEVICE,
}

interface OfRule {
  deviceClass: DeviceClass | undefined
  triggerKind: number
  triggerEvent: string | null
  conditions: readonly Condition[]
  actions: readonly LinkageAction[]
}

export const neededPoints = ({ deviceClass, ...rule }: OfRule): NeededPoints => [
  ...startedBy(deviceClass, rule),
  ...rule.conditions.flatMap(({ what }) => (LOOKED_AT[what] ? [LOOKED_AT[what]] : [])),
  ...(rule.actions.some(({ identifier }) => !PLATFORM_ACTS.has(identifier)) ? [['command:send']] : []),
]

function startedBy(
  deviceClass: DeviceClass | undefined,
  { triggerKind, triggerEvent }: Pick<OfRule, 'triggerKind' | 'triggerEvent'>,
): NeededPoints {
  switch (triggerKind) {
    case KIND.event[0]: {
      const event = deviceClass?.events[triggerEvent ?? '']
      return event ? [readingAny(readersOfRecord(event.record))] : []
    }
    case KIND.alarm[0]:
      return [readingAny('deviceAlarm')]
    case KIND.time[0]:
      return []
    default:
      return [DEVICE]
  }
}
