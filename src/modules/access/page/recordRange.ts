/** The spans that records of passing are looked at by, as the two instants that a list and its export filter by. */
import { instantsOf, spanOf } from '#console/kit/daySpan.ts'

export type Span = 'today' | 'yesterday' | '7d' | ''

const QUICK = { today: 'today', yesterday: 'yesterday', '7d': 'week', '': 'all' } as const

/** Without a span: everything. */
export const rangeOf = (span: Span): string | undefined => {
  const days = spanOf(QUICK[span])
  return days && instantsOf(days)
}
