/** Time plans: when a door may be passed. Spans are half open, from ≤ now < to, so 18:00 is outside 09:00–18:00. */
import type { Text } from '#base/text.ts'
import { localMinute } from '#base/time.ts'

export interface Span {
  weekday: number
  from: string
  to: string
}
export interface Exception {
  day: string
  closed: boolean
}
export interface TimePlan {
  name: string
  week: readonly Span[]
  exceptions: readonly Exception[]
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const MAX_SPANS_A_DAY = 8

/** Spans of one day may not overlap, end after they begin, and number at most eight. */
export function spansDisjoint(spans: Record<string, unknown>[]): Text | null {
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const day = spans
      .filter(span => span.weekday === weekday)
      .map(span => [minutes(String(span.from)), minutes(String(span.to))] as const)
      .sort((a, b) => a[0] - b[0])
    if (day.length > MAX_SPANS_A_DAY) return ['每天最多8个时段', 'At most 8 spans a day']
    for (const [index, [from, to]] of day.entries()) {
      if (to <= from) return ['时段的结束应晚于开始', 'A span must end after it begins']
      if (index > 0 && from < day[index - 1]![1]) return ['同一天的时段不能重叠', 'Spans of one day may not overlap']
    }
  }
  return null
}

/** True when the plan lets pass at `at` in `zone`. No plan means always. */
export function isOpen(plan: TimePlan | null, at: string, zone: string): boolean {
  if (!plan) return true
  const { minute, weekday, day } = localMinute(at, zone)
  if (plan.exceptions.some(exception => exception.day === day && exception.closed)) return false
  return plan.week.some(span => span.weekday === weekday && minutes(span.from) <= minute && minute < minutes(span.to))
}

const WEEKDAYS: readonly Text[] = [
  ['周一', 'Mon'],
  ['周二', 'Tue'],
  ['周三', 'Wed'],
  ['周四', 'Thu'],
  ['周五', 'Fri'],
  ['周六', 'Sat'],
  ['周日', 'Sun'],
]

/** A week in words: days in a row with the same spans are one, as in 周一至周五 09:00–12:00、13:00–18:00；周六 09:00–12:00. */
export function weekText(week: readonly Span[]): Text {
  const days = WEEKDAYS.map((_, at) =>
    week
      .filter(span => span.weekday === at + 1)
      .map(span => `${span.from}–${span.to}`)
      .sort()
      .join('、'),
  )
  const runs: { from: number; to: number; spans: string }[] = []
  for (const [at, spans] of days.entries()) {
    const last = runs.at(-1)
    if (last && last.spans === spans && last.to === at - 1) last.to = at
    else if (spans) runs.push({ from: at, to: at, spans })
  }
  const say = (language: 0 | 1, to: string, between: string, comma: string): string =>
    runs
      .map(run => {
        const day = (at: number): string => WEEKDAYS[at]![language]
        const name = run.from === run.to ? day(run.from) : `${day(run.from)}${to}${day(run.to)}`
        return `${name} ${run.spans.replaceAll('、', comma)}`
      })
      .join(between)
  return [say(0, '至', '；', '、'), say(1, '–', '; ', ', ')]
}
