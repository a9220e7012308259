/** The syntax of topics and what a filter matches (4.7). */
import { expect, test } from 'vitest'
import { isTopicFilter, isWithinLimits, matches } from './filter.ts'

test.each([
  ['a/b/#', true],
  ['#', true],
  ['+', true],
  ['/+', true],
  ['+/tennis/#', true],
  ['$share/g/a/#', true],
  ['a/#/b', false],
  ['a#', false],
  ['a/b+', false],
  ['', false],
  ['$share', false],
  ['$share/g', false],
  ['$share/g/', false],
  ['$share//a', false],
  ['$share/+/a', false],
  ['a\u0001', false],
])('filter %s: %s', (filter, good) => expect(isTopicFilter(filter)).toBe(good))

test.each([
  ['a/b', 'a/b', true],
  ['a/+', 'a/b', true],
  ['a/+', 'a', false],
  ['a/+', 'a/', true],
  ['a/#', 'a', true],
  ['a/#', 'a/b/c', true],
  ['+/b', '/b', true],
  ['+', '/b', false],
  ['a/b', 'a/bc', false],
  ['a/+/c', 'a/b/d', false],
])('%s on %s: %s', (filter, topic, match) => expect(matches(filter, topic)).toBe(match))

test('256 bytes and 16 levels', () => {
  expect(isWithinLimits('a'.repeat(256))).toBe(true)
  expect(isWithinLimits(`${'中'.repeat(85)}ab`)).toBe(false)
  expect(isWithinLimits('a/'.repeat(15))).toBe(true)
  expect(isWithinLimits('a/'.repeat(16))).toBe(false)
})
