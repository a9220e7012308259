/** Spans are rounded down where they are roughly known, and never where they are a setting. */
import { expect, test } from 'vitest'
import { spanText, wholeSpanText } from './ago.ts'

test.each([
  [2000, '2 秒'],
  [300_000, '5 分'],
  [1_800_000, '30 分'],
  [5_400_000, '1 时 30 分'],
  [90_000_000, '1 天 1 时'],
])('%i ms are %s, and nothing is left out', (ms, words) => {
  expect(wholeSpanText(ms)?.[0]).toBe(words)
  expect(spanText(ms)[0]).toBe(words)
})

test.each([0, 1500, 90_000, 86_460_000])('%i ms are not said in rounder words', ms => {
  expect(wholeSpanText(ms)).toBeUndefined()
})
