/** The range of a list of facts, as its address gives it. */
import { expect, test } from 'vitest'
import { spanOf } from './listFacts.server.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const iso = (given: unknown): (string | null)[] => {
  const { from, to } = spanOf(given, NOW, 'Asia/Shanghai')
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
  expect(() => spanOf(given, NOW, 'Asia/Shanghai')).toThrow(/not valid/)
})

test.each([
  // Summer time ended in New York on 2026-11-01: that day has 25 hours.
  ['2026-11-02T12:00:00Z', 'yesterday', ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']],
  ['2026-11-02T12:00:00Z', '7d', ['2026-10-27T04:00:00.000Z', null]],
  ['2026-11-02T03:00:00Z', 'today', ['2026-11-01T04:00:00.000Z', null]],
  ['2026-11-02T12:00:00Z', '2026-11-01,2026-11-02', ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']],
])('at %s in New York, %j', (now, given, span) => {
  const { from, to } = spanOf(given, new Date(now), 'America/New_York')
  expect([from?.toISOString() ?? null, to?.toISOString() ?? null]).toEqual(span)
})
