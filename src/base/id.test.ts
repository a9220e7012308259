/** Ids under a clock that steps: none repeats, none is smaller than one before it, across restarts as well. */
import { expect, test } from 'vitest'
import { IdSource, idTimeMs } from './id.ts'

const DAY_MS = 86_400_000
const BLOCK_MS = 10_000
/** A clock that the test moves, and the mark that outlives each process. */
function world(startMs: number) {
  const clock = { ms: startMs }
  let mark = 0
  const start = (): IdSource => {
    const ids = new IdSource(7, () => clock.ms)
    reserve(ids)
    return ids
  }
  const reserve = (ids: IdSource): void => {
    mark = Math.max(mark, clock.ms) + BLOCK_MS
    ids.reserve(mark - BLOCK_MS, mark)
  }
  return { clock, start, reserve }
}
/** Seeded, so that a failure can be repeated. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('a million ids over steps of −1 s to −1 day with a restart at each: none repeats, none runs backwards', () => {
  const { clock, start, reserve } = world(Date.UTC(2026, 10, 22))
  const random = dice(41)
  let before = 0n
  let wrong = 0
  for (let restart = 0; restart < 100; restart += 1) {
    const ids = start()
    for (let n = 0; n < 10_000; n += 1) {
      if (random() < 0.3) clock.ms += Math.floor(random() * 4)
      if (random() < 0.001) clock.ms -= Math.floor(random() * 5000)
      if (ids.leftMs < 6000) reserve(ids)
      const id = BigInt(ids.next())
      if (id <= before) wrong += 1
      before = id
    }
    clock.ms -= 1000 + Math.floor(random() ** 4 * (DAY_MS - 1000))
  }
  expect(wrong).toBe(0)
})

test('ids carry the time of the clock while it goes forward', () => {
  const { clock, start } = world(Date.UTC(2026, 10, 22))
  const ids = start()
  clock.ms += 1234
  expect(idTimeMs(ids.next())).toBe(clock.ms)
})

test('nothing is made of what was not reserved; while no reservation can be had millions are left', () => {
  expect(() => new IdSource(1).next()).toThrow('no ids are reserved')
  const { clock, start } = world(Date.UTC(2026, 10, 22))
  const ids = start()
  clock.ms += 3_600_000
  const seen = new Set(Array.from({ length: 100_000 }, () => ids.next()))
  expect(seen.size).toBe(100_000)
  expect(idTimeMs([...seen].at(-1)!)).toBeLessThan(ids.endMs)
  const end = ids.close()
  expect(idTimeMs([...seen].at(-1)!)).toBe(end - 1)
  expect(() => ids.next()).toThrow('no ids are reserved')
})

test('a reservation that another process of the node has come before is begun at its own start', () => {
  const { clock, start, reserve } = world(Date.UTC(2026, 10, 22))
  const [a, b] = [start(), start()]
  const made = new Set<string>()
  for (let n = 0; n < 2000; n += 1) {
    clock.ms += 7
    for (const ids of [a, b]) {
      if (ids.leftMs < 6000) reserve(ids)
      made.add(ids.next())
    }
  }
  expect(made.size).toBe(4000)
})
