/**
 * Time plans: when a door may be passed. Spans are half open, from ≤ now < to, so 18:00 is outside 09:00–18:00. One that ends
 * before it begins continues into the next day, and an exceptional day has its own hours from midnight to midnight.
 */
import { WEEKDAYS } from '#base/weekdays.ts'
import type { Text } from '#base/text.ts'
import { localMinute } from '#base/zonedTime.ts'
import {
  crossesMidnight,
  exceptionalDays,
  isOpenAt,
  isWithin,
  minuteOf,
  weekOf,
  type Exception,
  type Span,
} from './week.rules.ts'

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

/** Refuses an open day without hours, a closed one with them, hours that end before they begin, and those of one day that overlap. */
export function exceptionsClear(given: readonly Exception[]): Text | null {
  for (const [day, own] of Map.groupBy(given, one => one.day)) {
    const open = own.filter(one => !one.closed)
    if (own.some(one => one.closed && (one.from || one.to)))
      return [`${day} 禁行，不填起止`, `${day} is closed: it has no hours`]
    if (open.length > 0 && open.length < own.length)
      return [`${day} 不能既禁行又有时段`, `${day} cannot be closed and have hours`]
    if (open.some(one => !one.from || !one.to))
      return [`${day} 不禁行，请填写当天的起止`, `${day} is not closed: give its hours`]
    if (open.length > MAX_SPANS_A_DAY) return ['每天最多8个时段', 'At most 8 spans a day']
    const spans = open.map(one => [minuteOf(one.from!), minuteOf(one.to!)] as const).sort((a, b) => a[0] - b[0])
    if (spans.some(([from, to]) => from >= to))
      return [`${day} 的起须早于止，止可为 24:00`, `The hours of ${day} end after they begin, at 24:00 at the latest`]
    if (spans.some(([, to], at) => to > (spans[at + 1]?.[0] ?? DAY)))
      return [`${day} 的时段不能重叠`, `The hours of ${day} may not overlap`]
  }
  return null
}

/** True when the plan allows passing at `at` in `zone`. No plan means always. */
export function isOpen(plan: TimePlan | null, at: string, zone: string): boolean {
  if (!plan) return true
  const { minute, weekday, day } = localMinute(at, zone)
  const special = exceptionalDays(plan.exceptions).get(day)
  return special ? isWithin(special, minute) : isOpenAt(weekOf(plan.week), weekday, minute)
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
