/** Spans of days of the zone: today, yesterday, the last seven, the default thirty. Both ends belong to it. */
import { dayOf, DEFAULT_ZONE, startOfDay } from '#base/time.ts'

export type DaySpan = { from: string; to: string }
export type Quick = 'today' | 'yesterday' | 'week' | 'all'

const dayMs = 86_400_000
const daysAgo = (days: number): string => dayOf(Date.now() - days * dayMs)

/** The last `days` days, today among them. */
export const lastDays = (days: number): DaySpan => ({ from: daysAgo(days - 1), to: daysAgo(0) })
export const defaultSpan = (): DaySpan => lastDays(30)

export const spanOf = (quick: Quick): DaySpan | undefined => {
  switch (quick) {
    case 'today':
      return lastDays(1)
    case 'yesterday':
      return { from: daysAgo(1), to: daysAgo(1) }
    case 'week':
      return lastDays(7)
    case 'all':
      return undefined
  }
}
export const quickOf = (span: DaySpan | undefined): Quick | undefined =>
  (['today', 'yesterday', 'week', 'all'] as const).find(
    quick => spanOf(quick)?.from === span?.from && spanOf(quick)?.to === span?.to,
  )

/** Both ends as instants of the zone, as filters travel. */
export const instantsOf = ({ from, to }: DaySpan): string => {
  const end = new Date(startOfDay(to, DEFAULT_ZONE).getTime() + dayMs - 1)
  return `${startOfDay(from, DEFAULT_ZONE).toISOString()},${end.toISOString()}`
}
