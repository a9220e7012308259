import { expect, test } from 'vitest'
import { inBatches } from './inBatches.ts'

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

test('items that arrive while a batch runs join the next, up to its size, and each gets its own answer', async () => {
  const batches: number[][] = []
  const double = inBatches<number, number>({
    max: 3,
    keyOf: String,
    async run(items) {
      batches.push([...items])
      await pause(5)
      return items.map(item => item * 2)
    },
  })
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

test('two of one key never share a batch and keep their order', async () => {
  const batches: string[][] = []
  const add = inBatches<string, void>({
    max: 10,
    keyOf: item => item[0]!,
    async run(items) {
      batches.push([...items])
      await pause(5)
      return items.map(() => undefined)
    },
  })
  await Promise.all(['x', 'a1', 'a2', 'b1', 'a3'].map(add))
  expect(batches).toEqual([['x'], ['a1', 'b1'], ['a2'], ['a3']])
})

test('one that cannot be done harms no other', async () => {
  const add = inBatches<number, number>({
    max: 10,
    keyOf: String,
    async run(items) {
      await pause(1)
      if (items.includes(3)) throw new Error('three')
      return items
    },
  })
  const results = await Promise.allSettled([1, 2, 3, 4].map(add))
  expect(results.map(result => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
    1,
    2,
    'Error: three',
    4,
  ])
})

test('while the database is unavailable, items are not tried one by one', async () => {
  let runs = 0
  const add = inBatches<number, number>({
    max: 10,
    keyOf: String,
    async run() {
      runs += 1
      await pause(1)
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    },
  })
  await Promise.allSettled([1, 2, 3, 4].map(add))
  expect(runs).toBe(2)
})
