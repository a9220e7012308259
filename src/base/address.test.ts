/** One form of an address for each way in which it is written. */
import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalAddress, clientNetwork, customerNetwork } from './address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7:51234 ', '203.0.113.7'],
  ['"203.0.113.7:51234"', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['::', '::'],
  ['unknown', null],
  ['_hidden', null],
  ['', null],
  ['256.1.1.1', null],
  ['1.2.3', null],
  ['2001:db8::1::2', null],
  ['203.0.113.7, 10.0.0.1', null],
  ['::1]/x', null],
])('%s', (given, canonical) => {
  expect(canonicalAddress(given)).toBe(canonical)
})

test('every address has one form, which has itself, whatever port and case it came with', () => {
  const port = fc.integer({ min: 1, max: 65_535 })
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), port, (address, port) => {
      const canonical = canonicalAddress(address)!
      expect(isIP(canonical)).not.toBe(0)
      const withPort = isIP(address) === 4 ? `${address}:${port}` : `[${address}]:${port}`
      for (const other of [canonical, address.toUpperCase(), withPort]) expect(canonicalAddress(other)).toBe(canonical)
    }),
  )
})

test('a network of 64 bits is one client, and one of 48 bits one customer', () => {
  expect(clientNetwork('2001:db8::1')).toBe(clientNetwork('2001:db8::ffff:2'))
  expect(clientNetwork('2001:db8::1')).not.toBe(clientNetwork('2001:db8:0:1::1'))
  expect(clientNetwork('203.0.113.7')).toBe('203.0.113.7')
  expect(customerNetwork('2001:db8::1')).toBe(customerNetwork('2001:db8:0:1::1'))
  expect(customerNetwork('2001:db8::1')).not.toBe(customerNetwork('2001:db8:1::1'))
  expect(customerNetwork('203.0.113.7')).toBe('203.0.113')
})
