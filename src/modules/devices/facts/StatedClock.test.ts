import { expect, test } from 'vitest'
import { StatedClock } from './StatedClock.ts'

const MINUTE_S = 60
/** Messages as `[arrived, made]` in seconds of our clock, by a device whose clock is behind; returns their ages in seconds. */
const ages = (behindS: number, messages: readonly (readonly [number, number])[], clock = new StatedClock()): number[] =>
  messages.map(([arrived, made]) => clock.ageMs((made - behindS) * 1000, arrived * 1000) / 1000)

test('the age of messages of a right clock is their way', () => {
  const messages = [0, 20, 25, 600].map(s => [s + 0.2, s] as const)
  for (const age of ages(0, messages)) expect(age).toBeCloseTo(0.2)
})

test('a slow clock is known from the third message at an uneven interval, and a delay afterwards is seen', () => {
  const messages = [[0, 0], [30, 30], [47, 47], [60, 60], [200, 100]] as const // prettier-ignore
  expect(ages(180, messages)).toEqual([180, 180, 0, 0, 100])
})

test('a slow clock is known at once where the device says so and a message agrees', () => {
  const clock = new StatedClock()
  clock.claim(-180)
  expect(ages(180, [[0, 0], [5, 5], [90, 30]], clock)).toEqual([0, 0, 60]) // prettier-ignore
})

test('what a device says about its clock counts for nothing when its messages say otherwise', () => {
  const clock = new StatedClock()
  clock.claim(-180)
  expect(ages(0, [[0, -600], [0, -90], [0, 0], [100, -120]], clock)).toEqual([600, 90, 0, 220]) // prettier-ignore
})

test('messages from a queue stay old, however the queue is emptied', () => {
  const made = [0, 100, 130, 220, 400]
  expect(ages(0, made.map(s => [600, s] as const))).toEqual([600, 500, 470, 380, 200]) // prettier-ignore
  // One a minute, made one a minute.
  const even = Array.from({ length: 20 }, (_, n) => [10 * MINUTE_S + n * MINUTE_S, n * MINUTE_S] as const)
  expect(new Set(ages(0, even))).toEqual(new Set([10 * MINUTE_S]))
  // One a minute, made at uneven times.
  const uneven = [0, 45, 130, 180, 250].map((s, n) => [600 + n * MINUTE_S, s] as const)
  for (const age of ages(0, uneven)) expect(age).toBeGreaterThan(500)
})

test('a clock that is ahead hides no age once a live message has shown it', () => {
  const messages = [[0, 0], [100, -60]] as const // prettier-ignore
  expect(ages(-200, messages)).toEqual([0, 160])
})

test('a clock that is set right corrects nothing any more', () => {
  const clock = new StatedClock()
  ages(180, [[0, 0], [30, 30], [47, 47]], clock) // prettier-ignore
  expect(ages(0, [[60, 60], [240, 60]], clock)).toEqual([0, 180]) // prettier-ignore
})

test('replays teach nothing, and a message without a time has no age', () => {
  const clock = new StatedClock()
  for (const s of [0, 30, 47, 90]) expect(clock.ageMs((s - 180) * 1000, s * 1000, true)).toBe(180_000)
  expect(clock.ageMs(undefined, 100_000)).toBe(0)
})
