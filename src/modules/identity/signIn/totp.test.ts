/** Codes of an authenticator app, compared with the test vectors of the standards. */
import { expect, test } from 'vitest'
import { base32, hotp, otpauthUri, stepOf } from './totp.server.ts'

const SECRET = Buffer.from('12345678901234567890')

test.each([
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [9, '520489'],
])('RFC 4226, appendix D: count %i', (count, code) => {
  expect(hotp(SECRET, count)).toBe(code)
})

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('RFC 6238, appendix B: second %i', (second, code) => {
  expect(hotp(SECRET, Math.floor(second / 30), 8)).toBe(code)
})

test('a code is good one step early and late, and no further', () => {
  const at = new Date(1_700_000_010_000)
  const step = Math.floor(at.getTime() / 30_000)
  for (const off of [-1, 0, 1]) expect(stepOf(SECRET, hotp(SECRET, step + off), at)).toBe(step + off)
  for (const off of [-2, 2]) expect(stepOf(SECRET, hotp(SECRET, step + off), at)).toBeNull()
  for (const odd of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(stepOf(SECRET, odd, at)).toBeNull()
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j, RFC 4648', (text, coded) => {
  expect(base32(Buffer.from(text))).toBe(coded)
})

test('what the QR code holds names issuer and account', () => {
  expect(otpauthUri(SECRET, '佛山 万物', 'zhang san')).toBe(
    `otpauth://totp/${encodeURIComponent('佛山 万物:zhang san')}?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=${encodeURIComponent('佛山 万物')}`,
  )
})
