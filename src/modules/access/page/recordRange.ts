/** The spans that records of passing are looked at by, and their two instants, which an export filters by. */
import { dayOf, DEFAULT_ZONE, startOfDay } from '#base/time.ts'

export type Span = 'today' | 'yesterday' | '7d' | ''

const DAY_MS = 86_400_000
/** First and last day back from today. */
const BACK = { today: [0, 0], yesterday: [1, 1], '7d': [6, 0] } as const

const dayBegins = (back: number): number => startOfDay(dayOf(Date.now() - back * DAY_MS), DEFAULT_ZONE).getTime()

/** Without a span: everything. */
export const rangeOf = (span: Span): string | undefined => {
  if (span === '') return undefined
  const [from, to] = BACK[span]
  return `${new Date(dayBegins(from)).toISOString()},${new Date(dayBegins(to) + DAY_MS - 1).toISOString()}`
}
