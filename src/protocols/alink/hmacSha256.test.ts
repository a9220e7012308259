/** Our HMAC compared with Node's, and with RFC 4231. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSha256 } from './hmacSha256.ts'

test('RFC 4231, test case 2', () => {
  expect(hmacSha256('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})
test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000])('a message of %i bytes, with short and long keys', length => {
  const message = '门'.repeat(length).slice(0, length)
  for (const key of ['k', 'x'.repeat(64), '钥'.repeat(40)])
    expect(hmacSha256(key, message)).toBe(createHmac('sha256', key).update(message).digest('hex'))
})
