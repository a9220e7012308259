/** Days of the address as instants the server takes: the end is the next midnight, so that totals come exact from the tally. */
import { startOfDay } from '#base/time.ts'
import { dayBefore, defaultSpan, type DaySpan } from '#console/kit/daySpan.ts'

/** `all`, `2026-11-20,2026-11-21`, or nothing for the last thirty days. */
export const spanIn = (text: string | undefined): DaySpan | undefined => {
  if (text === 'all') return undefined
  const [from, to] = (text ?? '').split(',')
  return from && to && /^\d{4}-\d\d-\d\d$/.test(from) && /^\d{4}-\d\d-\d\d$/.test(to) ? { from, to } : defaultSpan()
}
export const spanText = (span: DaySpan | undefined): string => (span ? `${span.from},${span.to}` : 'all')

export const spanQuery = (span: DaySpan | undefined): string | undefined =>
  span && `${startOfDay(span.from).toISOString()},${startOfDay(dayBefore(span.to, -1)).toISOString()}`
