/** Spans of days for filters: today, yesterday, the last seven, the default thirty. */
import { getLocalTimeZone, today } from '@internationalized/date'

/** Both days belong to the span; written `2026-11-21`. */
export type DateSpan = { from: string; to: string }

/** The last `days` days, today among them. */
export const lastDays = (days: number): DateSpan => {
  const to = today(getLocalTimeZone())
  return { from: to.subtract({ days: days - 1 }).toString(), to: to.toString() }
}

export const defaultSpan = (): DateSpan => lastDays(30)

export const yesterday = (): DateSpan => {
  const day = today(getLocalTimeZone()).subtract({ days: 1 }).toString()
  return { from: day, to: day }
}

export type Quick = 'today' | 'yesterday' | 'week' | 'all'
export const spanOf = (quick: Quick): DateSpan | undefined => {
  switch (quick) {
    case 'today':
      return lastDays(1)
    case 'yesterday':
      return yesterday()
    case 'week':
      return lastDays(7)
    case 'all':
      return undefined
  }
}

export const quickOf = (span: DateSpan | undefined): Quick | undefined =>
  (['today', 'yesterday', 'week', 'all'] as const).find(quick => {
    const own = spanOf(quick)
    return own?.from === span?.from && own?.to === span?.to
  })
