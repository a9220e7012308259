/** The ends that are offered are hours of the application's zone. */
import { expect, test } from 'vitest'
import { endsFrom } from './reasons.ts'

const last = (now: string, zone: string): string => {
  const { id, at } = endsFrom(Date.parse(now), true, zone).at(-1)!
  return `${id} ${new Date(at!).toISOString()}`
}

test.each([
  ['2026-01-10T04:00:00Z', 'Asia/Shanghai', 'evening 2026-01-10T10:00:00.000Z'],
  ['2026-01-10T09:30:00Z', 'Asia/Shanghai', 'morning 2026-01-11T00:00:00.000Z'],
  ['2026-01-10T15:00:00Z', 'America/New_York', 'evening 2026-01-10T23:00:00.000Z'],
  // It is the evening before there.
  ['2026-01-10T04:00:00Z', 'America/New_York', 'morning 2026-01-10T13:00:00.000Z'],
  // The night has an hour less.
  ['2026-03-07T23:30:00Z', 'America/New_York', 'morning 2026-03-08T12:00:00.000Z'],
])('%s in %s', (now, zone, end) => {
  expect(last(now, zone)).toBe(end)
})
