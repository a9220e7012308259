/** One span for several days at once. */
import { expect, test } from 'vitest'
import { repeated } from './repeated.ts'

const span = (weekday: number | undefined, from: string) => ({ weekday, from, to: '18:00' })

test('the last item is repeated for each value, in place of itself', () => {
  expect(repeated([span(undefined, '09:00')], 'weekday', [6, 7])).toEqual([span(6, '09:00'), span(7, '09:00')])
  expect(repeated([span(6, '09:00')], 'weekday', [6, 7])).toEqual([span(6, '09:00'), span(7, '09:00')])
})
test('nothing is lost and nothing is there twice', () => {
  // Saturday is none of the days, so its hours stay.
  expect(repeated([span(6, '09:00')], 'weekday', [1, 2])).toEqual([
    span(6, '09:00'),
    span(1, '09:00'),
    span(2, '09:00'),
  ])
  expect(repeated([span(1, '09:00'), span(2, '09:00')], 'weekday', [1, 2])).toEqual([
    span(1, '09:00'),
    span(2, '09:00'),
  ])
  expect(repeated([span(1, '09:00'), span(undefined, '13:00')], 'weekday', [1])).toEqual([
    span(1, '09:00'),
    span(1, '13:00'),
  ])
  expect(repeated([], 'weekday', [1])).toEqual([])
})
