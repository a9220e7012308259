/** Days of the address as instants the server takes: the end is the next midnight, so that totals come exact from the tally. */
import { startOfDay } from '#base/time.ts'
import { defaultSpan, type DateSpan } from '#console/kit/dateSpan.ts'

/** `all`, `2026-11-20,2026-11-21`, or nothing for the last thirty days. */
export const spanIn = (text: string | undefined): DateSpan | undefined => {
  if (text === 'all') return undefined
  const [from, to] = (text ?? '').split(',')
  return from && to && /^\d{4}-\d\d-\d\d$/.test(from) && /^\d{4}-\d\d-\d\d$/.test(to) ? { from, to } : defaultSpan()
}
export const spanText = (span: DateSpan | undefined): string => (span ? `${span.from},${span.to}` : 'all')

const DAY_MS = 86_400_000
export const spanQuery = (span: DateSpan | undefined): string | undefined =>
  span && `${startOfDay(span.from).toISOString()},${new Date(startOfDay(span.to).getTime() + DAY_MS).toISOString()}`
