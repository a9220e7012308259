/** The place of what was found: only four numbers within the picture are one. */
import { expect, test } from 'vitest'
import { boxOf } from './boxOf.ts'

test('four thousandths are a place in percent', () => {
  expect(boxOf('412,220,180,360')).toEqual({ left: 41.2, top: 22, width: 18, height: 36 })
  expect(boxOf('0,0,1000,1000')).toEqual({ left: 0, top: 0, width: 100, height: 100 })
})
test.each([
  '',
  '1,2,3',
  '1,2,3,4,5',
  '900,0,200,10',
  '0,900,10,200',
  '0,0,0,10',
  '-1,0,5,5',
  '1.5,0,5,5',
  7,
  null,
  undefined,
])('none: %s', stated => expect(boxOf(stated)).toBeUndefined())
