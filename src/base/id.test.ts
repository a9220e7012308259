/** Ids under a clock that jumps: none repeats and none is smaller than an earlier one, also across restarts. */
import { expect, test } from 'vitest'
import { IdSource, idTimeMs, nodeOf } from './id.ts'

const DAY_MS = 86_400_000
const BLOCK_MS = 10_000
/** A clock that the test sets, and the reserved limit that survives each process. */
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
/** A seeded random generator, so that a failure can be reproduced. */
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

test('the ids of any two nodes differ, also when each uses up every id of its instants; those of before stay in order', () => {
  const random = dice(7)
  const nowMs = (): number => Date.UTC(2026, 10, 22)
  for (let round = 0; round < 20; round += 1) {
    const pair = [Math.floor(random() * 4096), Math.floor(random() * 4096)]
    if (pair[0] === pair[1]) continue
    const made = pair.map(node => {
      const ids = new IdSource(node, nowMs)
      ids.reserve(nowMs(), nowMs() + BLOCK_MS)
      return Array.from({ length: 2000 }, () => BigInt(ids.next()))
    })
    expect(new Set(made.flat()).size).toBe(4000)
    for (const ids of made) expect(ids.every((id, index) => index === 0 || id > ids[index - 1]!)).toBe(true)
    // An id of the earlier layout (8 bits of node, 13 of sequence), with all those bits set.
    const old = (BigInt(nowMs() - 1 - Date.UTC(2024, 0, 1)) << 21n) | (255n << 13n) | 8191n
    expect(made.flat().every(id => id > old)).toBe(true)
    expect(idTimeMs(String(old))).toBe(nowMs() - 1)
  }
})

test('a process and the one of before under its number use the same part of an id, other processes another', () => {
  const partOf = (process: number): bigint => {
    const ids = new IdSource(nodeOf(process))
    ids.reserve(Date.now(), Date.now() + BLOCK_MS)
    return (BigInt(ids.next()) >> 13n) & 255n
  }
  for (let process = 0; process < 256; process += 1) expect(partOf(process)).toBe(BigInt(process))
  expect(new Set(Array.from({ length: 256 * 16 }, (_, n) => nodeOf(n >> 4, n & 15))).size).toBe(4096)
})

test('512 ids a millisecond: more of them go on in the next instants, never twice and never back, until the reservation ends', () => {
  const { clock, start } = world(Date.UTC(2026, 10, 22))
  const ids = start()
  const from = clock.ms
  const made = Array.from({ length: 5 * 512 + 1 }, () => ids.next())
  expect(made.map(idTimeMs)).toEqual(made.map((_, index) => from + Math.floor(index / 512)))
  for (let n = made.length; n < BLOCK_MS * 512; n += 1) ids.next()
  expect(() => ids.next()).toThrow('no ids are reserved')
})
