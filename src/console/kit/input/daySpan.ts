/** Spans of days in the displayed time zone: today, yesterday, the last seven, the default thirty. Both ends are included. */
import { dayOf, startOfDay } from '#base/time.ts'
import { dateRangeDays, quickDates } from '#console/kit/defaults.ts'

/** Both as `2026-11-21`. */
export type DaySpan = { from: string; to: string }
export type QuickDate = (typeof quickDates)[number]['id']

const dayMs = 86_400_000
/** The date this many days earlier. It is calculated in UTC, because days there always have 24 hours. */
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)

/** The last `days` days, including today. */
const lastDays = (days: number, nowMs = Date.now()): DaySpan => {
  const today = dayOf(nowMs)
  return { from: dayBefore(today, days - 1), to: today }
}
export const defaultSpan = (): DaySpan => lastDays(dateRangeDays)

export const spanOf = (quick: QuickDate, nowMs = Date.now()): DaySpan | undefined => {
  const today = dayOf(nowMs)
  switch (quick) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: dayBefore(today, 1), to: dayBefore(today, 1) }
    case 'week':
      return lastDays(7, nowMs)
    case 'all':
      return undefined
  }
}
export const quickDateOf = (span: DaySpan | undefined): QuickDate | undefined =>
  quickDates.find(({ id }) => spanOf(id)?.from === span?.from && spanOf(id)?.to === span?.to)?.id

/** Both ends as instants, the format of filters in requests. The end is the last millisecond of its day. */
export const instantsOf = ({ from, to }: DaySpan): string =>
  `${startOfDay(from).toISOString()},${new Date(startOfDay(dayBefore(to, -1)).getTime() - 1).toISOString()}`
