/** The curves of the demo's batteries: a month without a gap, downwards, to the value that the device states. */
import { expect, test } from 'vitest'
import type { Player } from './makePlayer.ts'
import { batteryPast } from './batteryPast.ts'

const DAY_MS = 86_400_000
const to = Date.parse('2026-11-25T09:07:00Z')
const of = (parts: object) => [...batteryPast(parts as Player, to - 31 * DAY_MS, to)]
const lock = (charge: number) => of({ space: { charge } })

test.each([71, 38, 88])('a lock that has %i %', charge => {
  const readings = lock(charge)
  expect(readings).toHaveLength(31 * 96)
  const values = readings.map(({ value }) => value)
  expect(values.at(-1)).toBe(charge)
  expect(Math.min(...values)).toBeGreaterThanOrEqual(Math.min(charge, 20) - 2)
  expect(Math.max(...values)).toBeLessThanOrEqual(100)
  // It loses more than a third of it in a month; where it cannot have had so much, the battery was changed once.
  const changed = values.filter((value, at) => value - (values[at - 1] ?? value) > 20)
  expect(changed).toHaveLength(charge === 38 ? 0 : 1)
  expect(charge === 38 ? values[0]! - charge : 36).toBeCloseTo(36, -1)
})

test('a host is full but while its battery is tested, and a door has no battery', () => {
  const values = of({ arming: { battery: 100 } }).map(({ value }) => value)
  expect(values.filter(value => value === 96)).toHaveLength(31)
  expect(values.filter(value => value === 100)).toHaveLength(31 * 95)
  expect(of({ cards: {} })).toEqual([])
})
