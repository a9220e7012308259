/** Weeks begin on Monday and are whole; entries that overlap are in different lanes, and keep their days within a week. */
import { expect, test } from 'vitest'
import { lanesOf, monthAfter, weeksOf } from '#console/kit/month/monthWeeks.ts'

test('the weeks of a month are whole, across years and in a leap year', () => {
  expect(weeksOf('2026-11').map(week => `${week[0]} ${week[6]}`)).toEqual([
    ...['2026-10-26 2026-11-01', '2026-11-02 2026-11-08', '2026-11-09 2026-11-15'],
    ...['2026-11-16 2026-11-22', '2026-11-23 2026-11-29', '2026-11-30 2026-12-06'],
  ])
  expect(weeksOf('2027-02')).toHaveLength(4)
  expect(weeksOf('2028-02').flat()).toContain('2028-02-29')
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})

test('entries are cut to the week, and those that overlap get lanes of their own', () => {
  const [week] = [weeksOf('2026-11')[3]!]
  const entries = [
    { id: 'long', from: '2026-11-01', to: '2026-11-30' },
    { id: 'one', from: '2026-11-17', to: '2026-11-17' },
    { id: 'two', from: '2026-11-18', to: '2026-11-24' },
    { id: 'past', from: '2026-11-01', to: '2026-11-15' },
  ]
  const placed = lanesOf(week, entries).map(({ entry, ...rest }) => ({ id: entry.id, ...rest }))
  expect(placed).toEqual([
    { id: 'long', at: 0, days: 7, lane: 0, before: true, after: true },
    { id: 'one', at: 1, days: 1, lane: 1, before: false, after: false },
    { id: 'two', at: 2, days: 5, lane: 1, before: false, after: true },
  ])
})
