/** An answer about other devices never stands in for one that is on its way. */
import { expect, test } from 'vitest'
import { ofSameDevices } from './ofSameDevices.ts'

test.each([
  ['another page or filter', ['/api', 'matrix', '7', 'faceEqui', { current: 2 }], 'before'],
  ['another class', ['/api', 'matrix', '7', 'brakeDevice', {}], undefined],
  ['another application', ['/api', 'matrix', '8', 'faceEqui', {}], undefined],
])('%s', (_what, queryKey, shown) => {
  expect(ofSameDevices('7', 'faceEqui')('before', { queryKey })).toBe(shown)
})
test('nothing before the first', () => expect(ofSameDevices('7', 'faceEqui')(undefined, undefined)).toBeUndefined())
