/** One form for all spellings of an identity, and no form for what is none. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardOf, cardShown, documentNo, phoneOf, serialOf } from './identity.ts'

const DECIMAL = ['0006655443', '6655443', '00 0665 5443', '0006-655443', '００06655443', '\u200b6655443', 6655443]
const HEX = [
  '04a1b2c3',
  '04A1B2C3',
  '4a1b2c3',
  '04:A1:B2:C3',
  '04‐a1‐b2‐c3',
  '０４Ａ１Ｂ２Ｃ３',
  '\ufeff04a1b2c3\u202c',
]

test.each(DECIMAL)('%j is card 6655443', given => expect(cardOf(given)).toBe('6655443'))
test.each(HEX)('%j is card 4A1B2C3', given => expect(cardOf(given)).toBe('4A1B2C3'))
test.each([
  2 ** 53,
  1.5,
  -5,
  1e300,
  Number.NaN,
  0,
  '0',
  '0000000000',
  '',
  '  ',
  '卡123',
  'ß123',
  '12/34',
  null,
  undefined,
  [1234],
  true,
])('%j is no card', given => expect(cardOf(given)).toBeNull())
test('shown and sent are the letters and zeros that were given', () => {
  expect(['04:a1:b2:c3', ' ００06655443', 6655443].map(cardShown)).toEqual(['04a1b2c3', '0006655443', '6655443'])
})
test('a serial number keeps its zeros and dashes', () => {
  expect(['ybf7-0012', 'YBF7-0012', ' ｙｂｆ7－0012\u200d'].map(serialOf)).toEqual(Array(3).fill('YBF7-0012'))
})
test.each([
  '13800138000',
  '+8613800138000',
  '0086 138 0013 8000',
  '86-138-0013-8000',
  '(+86)13800138000',
  '１３８００１３８０００',
  '\u202a13800138000\u202c',
])('%j is phone 13800138000', given => expect(phoneOf(given)).toBe('13800138000'))
test('what is another number stays another', () => {
  expect(['8613800', '861380013800', '12345678901'].map(phoneOf)).toEqual(['8613800', '861380013800', '12345678901'])
  expect(documentNo(' １１０１０５-19491231-002ｘ')).toBe('11010519491231002X')
})
test('every form is that of itself', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\s0０a-zA-Z:\-＋+8６]{0,24}$/),
    fc.integer(),
  )
  fc.assert(
    fc.property(anything, given => {
      const card = cardOf(given)
      if (card !== null) expect(cardOf(card)).toBe(card)
      if (card !== null) expect(cardOf(cardShown(given))).toBe(card)
      for (const form of [serialOf, documentNo, phoneOf]) expect(form(form(String(given)))).toBe(form(String(given)))
    }),
    { numRuns: 1000 },
  )
})
