/** One form for each plate, whatever camera, sheet or person wrote it. */
import { expect, test } from 'vitest'
import { plateOf } from './identity.ts'

test.each([
  ['粤B10234', '粤B10234'],
  ['粤b·1o234', '粤B10234'],
  ['粤B1O234', '粤B10234'],
  ['粤Ｂ１０２３４', '粤B10234'],
  ['粤B 1I234', '粤B11234'],
  ['粤B-10234', '粤B10234'],
  // O is possible as the letter of an authority, and no misread D.
  ['闽O12345', '闽O12345'],
  ['闽D12345', '闽D12345'],
  // New energy: eight characters.
  ['粤BD12345', '粤BD12345'],
  ['粤B12345D', '粤B12345D'],
  ['粤Z9065澳', '粤Z9065澳'],
  ['京A1234警', '京A1234警'],
  ['WJ京12345', 'WJ京12345'],
  ['使014578', '使014578'],
  // Not of the mainland: its letters are its own.
  ['IO 1234', 'IO1234'],
  ['MA-12-34', 'MA1234'],
])('%s is %s', (given, plate) => {
  expect(plateOf(given)).toBe(plate)
  expect(plateOf(plate)).toBe(plate)
})
test.each([
  '_无_',
  '无牌车',
  '',
  '粤B',
  '粤B1',
  '1',
  'A'.repeat(500),
  '粤B10234'.repeat(9),
  '粤B<1234',
  '粤B10234\n;1',
  null,
  10234,
  {},
])('%j is none', given => expect(plateOf(given)).toBeNull())
