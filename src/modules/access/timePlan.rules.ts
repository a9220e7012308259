/**
 * Time plans: when a door may be passed. Spans are half open, from ≤ now < to, so 18:00 is outside 09:00–18:00. One that ends
 * before it begins continues into the next day, and a closed day is closed from midnight to midnight.
 */
import { WEEKDAYS } from '#base/weekdays.ts'
import type { Text } from '#base/text.ts'
import { localMinute } from '#base/zonedTime.ts'
import { crossesMidnight, isOpenAt, minuteOf, weekOf, type Exception, type Span } from './week.rules.ts'

export type { Exception, Span }
export interface TimePlan {
  name: string
  week: readonly Span[]
  exceptions: readonly Exception[]
}

const DAY = 1440
const WEEK = 7 * DAY
const MAX_SPANS_A_DAY = 8

/** Refuses spans that overlap, also past midnight, that end when they begin, or of which more than eight begin on one day. */
export function spansDisjoint(given: readonly Span[]): Text | null {
  for (let weekday = 1; weekday <= 7; weekday += 1)
    if (given.filter(span => span.weekday === weekday).length > MAX_SPANS_A_DAY)
      return ['每天最多8个时段', 'At most 8 spans a day']
  const placed = given
    .map(span => {
      const from = (span.weekday - 1) * DAY + minuteOf(span.from)
      return { from, to: (span.weekday - 1 + (crossesMidnight(span) ? 1 : 0)) * DAY + minuteOf(span.to), span }
    })
    .sort((a, b) => a.from - b.from)
  for (const [at, { to, span }] of placed.entries()) {
    if (span.from === span.to || span.from === '24:00')
      return [
        '时段的起止不能相同，全天请填 00:00–24:00',
        'A span must not end when it begins; a whole day is 00:00–24:00',
      ]
    const next = placed[at + 1]?.from ?? placed[0]!.from + WEEK
    if (to > next)
      return ['时段不能重叠，跨夜的时段算到次日', 'Spans may not overlap; one past midnight reaches into the next day']
  }
  return null
}

/** True when the plan allows passing at `at` in `zone`. No plan means always. */
export function isOpen(plan: TimePlan | null, at: string, zone: string): boolean {
  if (!plan) return true
  const { minute, weekday, day } = localMinute(at, zone)
  if (plan.exceptions.some(exception => exception.day === day && exception.closed)) return false
  return isOpenAt(weekOf(plan.week), weekday, minute)
}

const NEXT_DAY = '→'

/** A week in words: consecutive days with the same spans are joined, as in 周一至周五 09:00–12:00、13:00–18:00；周六 09:00–12:00. */
export function weekText(week: readonly Span[]): Text {
  const days = WEEKDAYS.map((_, at) =>
    week
      .filter(span => span.weekday === at + 1)
      .map(span => `${span.from}–${crossesMidnight(span) && minuteOf(span.to) > 0 ? NEXT_DAY : ''}${span.to}`)
      .sort()
      .join('、'),
  )
  const runs: { from: number; to: number; spans: string }[] = []
  for (const [at, spans] of days.entries()) {
    const last = runs.at(-1)
    if (last && last.spans === spans && last.to === at - 1) last.to = at
    else if (spans) runs.push({ from: at, to: at, spans })
  }
  const join = (language: 0 | 1, to: string, between: string, comma: string): string =>
    runs
      .map(run => {
        const day = (at: number): string => WEEKDAYS[at]![language]
        const name = run.from === run.to ? day(run.from) : `${day(run.from)}${to}${day(run.to)}`
        return `${name} ${run.spans.replaceAll('、', comma).replaceAll(NEXT_DAY, language === 0 ? '次日 ' : 'next day ')}`
      })
      .join(between)
  return [join(0, '至', '；', '、'), join(1, '–', '; ', ', ')]
}
