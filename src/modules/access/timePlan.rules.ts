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
