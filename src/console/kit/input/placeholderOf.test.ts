/** A placeholder says what belongs in an empty input, once. */
import { expect, test } from 'vitest'
import { placeholderOf } from './placeholderOf.ts'

const label = ['报修人', 'Reported by'] as const

test('a filter, whose label is hidden, is named by its placeholder', () => {
  expect(placeholderOf('enter', { label, hideLabel: true })).toEqual(['请输入报修人', 'Reported by'])
  expect(placeholderOf('choose', { label, hideLabel: true })).toEqual(['请选择报修人', 'Reported by'])
})
test('below its label an English input repeats nothing', () => {
  expect(placeholderOf('enter', { label })).toEqual(['请输入报修人', ''])
  expect(placeholderOf('choose', { label })).toEqual(['请选择报修人', 'Choose'])
})
