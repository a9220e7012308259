/** Times of linkage rules: a rule starts at a time, and a condition is a part of the day. */
import type { Text } from '#base/text.ts'
import { localMinute } from '#base/zonedTime.ts'
import { choice, integer, json, ref, text, type Choices } from '#model/field.ts'
import { defineCondition, defineTrigger } from '#model/linkage.ts'

export const SUN = { rise: [1, '日出', 'Sunrise'], set: [2, '日落', 'Sunset'] } as const satisfies Choices
export const EDGE = { begin: [1, '开始', 'Begins'], end: [2, '结束', 'Ends'] } as const satisfies Choices
export interface TimeOfRule {
  at?: string | null
  sun?: number | null
  siteId?: string | null
  offsetMin?: number | null
  /** 1 is Monday; none is every day. */
  days?: readonly number[] | null
  planId?: string | null
  edge?: number | null
}

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
function timeText({ at, sun, offsetMin, days, edge }: TimeOfRule): Text {
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

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
const isClock = (given: unknown): given is string => typeof given === 'string' && CLOCK.test(given)

function timeProblem({ at, sun, siteId, planId, edge, days }: TimeOfRule): Text | null {
  if ([at, sun, planId].filter(one => one !== null && one !== undefined && one !== '').length !== 1)
    return ['请选择一个时刻、日出日落或时间计划', 'Choose a time, the sun or a time plan']
  if (at && !isClock(at)) return ['请填写时刻，例如 06:30', 'Enter a time such as 06:30']
  if (sun && !siteId) return ['请选择按哪个站点的日出日落', 'Choose the site of the sunrise or sunset']
  if (planId && !edge) return ['请选择时间计划开始或结束时', 'Choose whether the plan begins or ends']
  if (days && (days.length > 7 || !days.every(day => Number.isInteger(day) && day >= 1 && day <= 7)))
    return ['星期有误', 'The weekdays are not valid']
  return null
}

export const timeTrigger = defineTrigger('time', {
  wire: 3,
  label: ['时间', 'Time'],
  fields: {
    at: text(['时刻', 'At'], { max: 5 }),
    sun: choice(['日出日落', 'Sun'], SUN),
    siteId: ref(['站点', 'Site'], 'site'),
    offsetMin: integer(['偏移', 'Offset'], { min: -180, max: 180, unit: 'min' }),
    days: json(['星期', 'Weekdays'], { by: 'user', schema: { type: 'array', items: { type: 'integer' } } }),
    planId: ref(['时间计划', 'Time plan'], 'timePlan'),
    edge: choice(['起止', 'Begins or ends'], EDGE),
  },
  needs: [],
  problem({ trigger }) {
    const text = timeProblem(trigger)
    return text && { text }
  },
  words: ({ trigger }) => timeText(trigger),
})

const minutes = (clock: unknown): number => Number(String(clock).slice(0, 2)) * 60 + Number(String(clock).slice(3, 5))
const clockAt = (minute: number): Text => {
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return [clock, clock]
}

export const hoursCondition = defineCondition('hours', {
  wire: 3,
  label: ['时段', 'Hours'],
  fields: { from: text(['开始时刻', 'From'], { max: 5 }), to: text(['结束时刻', 'To'], { max: 5 }) },
  needs: [],
  problem: ({ from, to }) =>
    isClock(from) && isClock(to)
      ? null
      : ['请填写起止时间，例如 08:00 与 18:00', 'Enter both times, such as 08:00 and 18:00'],
  words({ from, to }) {
    const span = `${String(from ?? '…')}–${String(to ?? '…')}`
    return [span, span]
  },
  check(condition, { at, zone }) {
    const { minute } = localMinute(at, zone)
    const [from, to] = [minutes(condition.from ?? '00:00'), minutes(condition.to ?? '00:00')]
    // Hours may cross midnight.
    const held = from <= to ? minute >= from && minute < to : minute >= from || minute < to
    return { held, saw: clockAt(minute) }
  },
})
