/** Hours belong to the right day of the zone, and yesterday is counted only up to the same time. */
import { expect, test } from 'vitest'
import { change, dayFigures } from './hourly.ts'

// 2026-11-21 09:30 in Shanghai.
const now = Date.parse('2026-11-21T01:30:00Z')
const at = (hour: string, n: number, family = 1, result = 1) => ({ hour, family, result, n })

test('today, yesterday and the running hour', () => {
  const day = dayFigures(
    [
      at('2026-11-20T16:00:00Z', 5),
      at('2026-11-21T01:00:00Z', 7),
      at('2026-11-20T00:00:00Z', 10),
      at('2026-11-20T01:00:00Z', 8),
      at('2026-11-20T12:00:00Z', 100),
      at('2026-11-19T16:00:00Z', 3),
    ],
    now,
    () => true,
  )
  expect(day.running).toBe(9)
  expect(day.today).toEqual([5, 0, 0, 0, 0, 0, 0, 0, 0, 7])
  expect(day.yesterday[0]).toBe(3)
  expect(day.yesterday[20]).toBe(100)
  expect([day.sum, day.before]).toEqual([12, 3 + 10 + 4])
})
test('only what fits is counted', () => {
  expect(
    dayFigures(
      [at('2026-11-21T01:00:00Z', 7, 1, 0), at('2026-11-21T01:00:00Z', 2, 1, 1)],
      now,
      entry => entry.result === 0,
    ).sum,
  ).toBe(7)
})
test('nothing yesterday is nothing to compare with', () =>
  expect([change(5, 0), change(5, 10), change(15, 10)]).toEqual([null, -50, 50]))
