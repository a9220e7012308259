/** What starts a rule: an event, a state that lasts, a time, a device that goes offline or comes back, or an alarm. */
import { spanText } from '#base/ago.ts'
import { VALUE } from '#base/labelTexts.ts'
import { OFFLINE, STATE } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { choice, integer, json, ref, text, type Choices, type Fields } from '#model/field.ts'
import { ALARM_LEVELS } from '#modules/devices/alarm/alarmLevels.rules.ts'
import { COMPARE, COMPARED, compared } from './compare.rules.ts'

export const KIND = {
  event: [1, '事件', 'Event'],
  state: [2, '状态', 'State'],
  time: [3, '时间', 'Time'],
  presence: [4, '在线', 'Presence'],
  alarm: [5, '告警', 'Alarm'],
} as const satisfies Choices
export const SUN = { rise: [1, '日出', 'Sunrise'], set: [2, '日落', 'Sunset'] } as const satisfies Choices
export const EDGE = { begin: [1, '开始', 'Begins'], end: [2, '结束', 'Ends'] } as const satisfies Choices
const ONLINE = { online: [1, '上线', 'Comes online'], offline: [0, '离线', 'Goes offline'] } as const satisfies Choices

export const TRIGGER_FIELDS = {
  property: text(STATE, { max: 64, pattern: 'code' }),
  /** One part, as `door:2`; without it every part. */
  component: text(['部件', 'Part'], { max: 32 }),
  op: choice(['比较', 'Comparison'], COMPARE),
  value: json(VALUE, { by: 'user', schema: COMPARED }),
  /** For so long it must last. */
  forS: integer(['持续', 'For'], { min: 0, max: 86_400, unit: 's' }),
  online: choice(['在线', 'Presence'], ONLINE),
  at: text(['时刻', 'At'], { max: 5 }),
  sun: choice(['日出日落', 'Sun'], SUN),
  siteId: ref(['站点', 'Site'], 'site'),
  offsetMin: integer(['偏移', 'Offset'], { min: -180, max: 180, unit: 'min' }),
  /** 1 is Monday; none is every day. */
  days: json(['星期', 'Weekdays'], { by: 'user', schema: { type: 'array', items: { type: 'integer' } } }),
  planId: ref(['时间计划', 'Time plan'], 'timePlan'),
  edge: choice(['起止', 'Begins or ends'], EDGE),
  level: choice(['级别', 'Level'], ALARM_LEVELS),
  alarmKind: text(['告警种类', 'Kind of alarm'], { max: 64, pattern: 'code' }),
} satisfies Fields

export interface Trigger {
  property?: string | null
  component?: string | null
  op?: number | null
  value?: unknown
  forS?: number | null
  online?: number | null
  at?: string | null
  sun?: number | null
  siteId?: string | null
  offsetMin?: number | null
  days?: readonly number[] | null
  planId?: string | null
  edge?: number | null
  level?: number | null
  alarmKind?: string | null
}
export interface Started {
  triggerKind: number
  triggerEvent?: string | null | undefined
  trigger: Trigger
}

/** The property of a class that a state trigger or a condition names. */
export const propertyOf = (deviceClass: DeviceClass | undefined, name: string | null | undefined) =>
  name ? deviceClass?.properties[name] : undefined

export const DAYS: readonly Text[] = [
  ['周一', 'Mon'],
  ['周二', 'Tue'],
  ['周三', 'Wed'],
  ['周四', 'Thu'],
  ['周五', 'Fri'],
  ['周六', 'Sat'],
  ['周日', 'Sun'],
]
const daysText = (days: readonly number[] | null | undefined): Text => {
  if (!days?.length || days.length === 7) return ['每天', 'Every day']
  const words = [...days].sort().map(day => DAYS[day - 1] ?? ['', ''])
  return [words.map(one => one[0]).join('、'), words.map(one => one[1]).join(', ')]
}
const lasting = (forS: number | null | undefined): Text => {
  const span = forS ? spanText(forS * 1000) : null
  return span ? [` 持续 ${span[0]}`, ` for ${span[1]}`] : ['', '']
}
function timeText({ at, sun, offsetMin, days, edge }: Trigger): Text {
  const day = daysText(days)
  if (at) return [`${day[0]} ${at}`, `${day[1]}, ${at}`]
  if (sun) {
    const word = sun === SUN.rise[0] ? SUN.rise : SUN.set
    const min = Math.abs(offsetMin ?? 0)
    if (!min) return [`${day[0]}${word[1]}时`, `${day[1]}, at ${word[2].toLowerCase()}`]
    const early = (offsetMin ?? 0) < 0
    return [
      `${day[0]}${word[1]}${early ? '前' : '后'} ${min} 分钟`,
      `${day[1]}, ${min} min ${early ? 'before' : 'after'} ${word[2].toLowerCase()}`,
    ]
  }
  return edge === EDGE.end[0]
    ? ['时间计划结束时', 'When the time plan ends']
    : ['时间计划开始时', 'When the time plan begins']
}

/** What starts the rule, without the devices. */
export function whatText(
  { triggerKind, triggerEvent, trigger }: Started,
  deviceClass: DeviceClass | undefined,
  zone: string,
): Text {
  switch (triggerKind) {
    case KIND.state[0]: {
      const property = propertyOf(deviceClass, trigger.property)
      const label = property?.field.label ?? [trigger.property ?? '…', trigger.property ?? '…']
      const words = compared(label, trigger.op ?? 0, property?.field, trigger.value, zone)
      const span = lasting(trigger.forS)
      return [`${words[0]}${span[0]}`, `${words[1]}${span[1]}`]
    }
    case KIND.time[0]:
      return timeText(trigger)
    case KIND.presence[0]: {
      const word = trigger.online === 1 ? ONLINE.online : ONLINE.offline
      const span = lasting(trigger.forS)
      return [`${word[1]}${span[0]}`, `${word[2]}${span[1]}`]
    }
    case KIND.alarm[0]: {
      const level = Object.values(ALARM_LEVELS).find(([wire]) => wire === trigger.level)
      const kind =
        trigger.alarmKind && (deviceClass?.events[trigger.alarmKind]?.label ?? [trigger.alarmKind, trigger.alarmKind])
      const name: Text = kind
        ? [`“${kind[0]}”告警`, `The alarm “${kind[1]}” is opened`]
        : ['打开告警', 'An alarm is opened']
      return level ? [`${name[0]}（${level[1]}及以上）`, `${name[1]} (${level[2].toLowerCase()} or higher)`] : name
    }
    default:
      return deviceClass?.events[triggerEvent ?? '']?.label ?? [triggerEvent ?? '…', triggerEvent ?? '…']
  }
}
