/** Alink's authentication, compared with HMACs made by `openssl dgst -hmac`. */
import { expect, test } from 'vitest'
import { alinkCredential } from './credential.ts'

const SECRETS = {
  hmacsha1: '1c32ea038c67c8d1f4cc9af51f236a940ddd8318',
  hmacsha256: '89a08af0f4e4b6dde0bb257fd0117eab387ff81b68098bb4cc26bd3703e9ce8c',
  hmacmd5: '067a83dbcc44f97bfccdc10be9c6253e',
}
const username = 'dn_1&pkDoor'
const clientId = (method: string, rest = ',timestamp=789'): string => `a.b|securemode=3,signmethod=${method}${rest}|`

test.each(Object.entries(SECRETS))('%s', (method, hex) => {
  const proves = (password: string): boolean | undefined =>
    alinkCredential(clientId(method), username, Buffer.from(password))?.proves('s3cret')
  expect(proves(hex)).toBe(true)
  expect(proves(hex.toUpperCase())).toBe(true)
  expect(proves(hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0'))).toBe(false)
  expect(proves(`${hex}0`)).toBe(false)
  expect(proves(hex.slice(0, -2))).toBe(false)
  expect(proves('')).toBe(false)
  expect(alinkCredential(clientId(method), username, Buffer.from(hex))?.proves('another')).toBe(false)
})

test('without a timestamp none is signed', () => {
  expect(
    alinkCredential(
      clientId('hmacsha256', ''),
      username,
      Buffer.from('8a6533c187908916091365bfde5d3013ff4a2fd74f5e3f98d078257df781fdd2'),
    )?.proves('s3cret'),
  ).toBe(true)
})

test.each([
  ['a|securemode=3|', username],
  ['a|signmethod=hmacsha512|', username],
  ['a|signmethod=__proto__|', username],
  ['a|securemode=-2,signmethod=hmacsha256|', username],
  ['|signmethod=hmacsha256|', username],
  ['a', username],
  [clientId('hmacsha1'), 'dn_1'],
  [clientId('hmacsha1'), 'dn/1&pk'],
  [clientId('hmacsha1'), '+&pk'],
  [clientId('hmacsha1'), 'a&b&c'],
  [clientId('hmacsha1'), `${'a'.repeat(65)}&pk`],
])('%s as %s has no proof', (id, name) => {
  expect(alinkCredential(id, name, Buffer.from('00'))).toBeUndefined()
})
