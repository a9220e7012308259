/** The span of a list of facts, as its address says it. */
import { expect, test } from 'vitest'
import { spanOf } from './facts.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const iso = (given: unknown): (string | null)[] => {
  const { from, to } = spanOf(given, NOW)
  return [from?.toISOString() ?? null, to?.toISOString() ?? null]
}

test.each([
  ['', [null, null]],
  ['today', ['2026-11-20T16:00:00.000Z', null]],
  ['yesterday', ['2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z']],
  ['2026-11-01,', ['2026-10-31T16:00:00.000Z', null]],
  [',2026-11-01T08:00:00Z', [null, '2026-11-01T08:00:00.000Z']],
])('%j', (given, span) => {
  expect(iso(given)).toEqual(span)
})
test.each(['0000-00-00', '2026-13-01', 'soon', '2026-11-01,x', '1e309'])('%j is refused', given => {
  expect(() => spanOf(given, NOW)).toThrow(/not valid/)
})
