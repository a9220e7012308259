/** A chosen node means all below it; taking one out leaves its siblings. */
import { expect, test } from 'vitest'
import { topmost, withBelow } from '#console/kit/table/topmost.ts'

const TREE = [
  {
    id: 'a',
    label: 'A',
    children: [
      { id: 'a1', label: '1', children: [{ id: 'x', label: 'x' }] },
      { id: 'a2', label: '2' },
    ],
  },
  { id: 'b', label: 'B' },
]
const set = (...ids: string[]): ReadonlySet<string> => new Set(ids)

test('a chosen node ticks all below it, and means them', () => {
  expect([...withBelow(TREE, set('a'))]).toEqual(['a', 'a1', 'x', 'a2'])
  expect(topmost(TREE, set(), set('a', 'a1', 'x', 'a2', 'b'))).toEqual(['a', 'b'])
})
test('unticking a part of it leaves the other parts', () => {
  expect(topmost(TREE, set('a', 'a1', 'x', 'a2'), set('a', 'a1', 'a2'))).toEqual(['a2'])
  expect(topmost(TREE, set('a', 'a1', 'x', 'a2'), set('a', 'a1', 'x'))).toEqual(['a1'])
})
