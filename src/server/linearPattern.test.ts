/** Patterns of customers: linear in the text, refused where they could not be, and with the meaning that they had. */
import { describe, expect, test } from 'vitest'
import { fitsWhole, linearProblem } from './linearPattern.ts'

describe('a pattern of a customer', () => {
  test.each([
    ['京[A-Z]\\d{5}', '京A12345', '京A1234'],
    ['[\\u4e00-\\u9fa5]{2,4}', '周雨桐', 'Zhou'],
    ['A|B', 'B', 'AB'],
    ['\\d{4}-\\d{2}', '2026-11', 'x2026-11'],
    ['(?:a?){3}b', 'aab', 'aaaab'],
  ])('%s fits the whole text', (pattern, good, bad) => {
    expect(linearProblem(pattern, 100)).toBeNull()
    expect([fitsWhole(pattern, good), fitsWhole(pattern, bad)]).toEqual([true, false])
  })
  test('one that takes every other engine seconds is judged at once', () => {
    const pattern = `${'a?'.repeat(29)}b`
    expect(linearProblem(pattern, 100)).toBeNull()
    // With an engine that tries every way this line does not end within the time limit of a test.
    for (let n = 0; n < 100; n += 1) expect(fitsWhole(pattern, 'a'.repeat(29))).toBe(false)
  })
  test.each(['(?=a)a', '(?<!a)b', '(a)\\1', '(', '\\p{Nothing}'])('%s is refused, with the reason', pattern => {
    expect(linearProblem(pattern, 100)?.[1]).toContain('not supported')
  })
  test.each([
    ['(.{1,30}){1,30}', 100],
    ['(((.?){10}){10}){10}', 100],
    ['.{1000}', 1000],
  ])('%s is too much work for texts of that length', (pattern, max) => {
    expect(linearProblem(pattern, max)?.[1]).toContain('too complex')
  })
})
