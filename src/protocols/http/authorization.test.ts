/** Proofs by Basic and Digest: what is right, in both forms of Digest, and every field that may be wrong. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Authorization } from './authorization.ts'

const NOW = Date.UTC(2026, 10, 28)
const TARGET = '/isapi/SN1?x=1'
const authorization = new Authorization()
const nonceOf = (atMs = NOW): string => /nonce="([^"]+)"/.exec(authorization.challenge(false, atMs)[0]!)![1]!
const md5 = (...parts: string[]): string => createHash('md5').update(parts.join(':')).digest('hex')
const proofOf = (given: string | undefined, nowMs = NOW) =>
  authorization.proofOf({ header: () => given, method: 'POST', target: TARGET }, nowMs)
const proves = (given: string, secret = 'geheim'): boolean => {
  const proof = proofOf(given)
  return typeof proof === 'object' && proof.proves!(secret)
}

interface Fields {
  nonce?: string
  nc?: string
  plain?: boolean
  more?: string
}
function digest({ nonce = nonceOf(), nc = '00000001', plain = false, more = '' }: Fields = {}): string {
  const [counted, counter] = plain ? [[], ''] : [[nc, 'c', 'auth'], `, qop=auth, nc=${nc}, cnonce="c"`]
  const response = md5(md5('admin', 'device', 'geheim'), nonce, ...counted, md5('POST', TARGET))
  return `Digest username="admin", realm="device", nonce="${nonce}", uri="${TARGET}", response="${response}"${counter}${more}`
}

test('the secret is the password, whoever the user is', () => {
  expect(proves(`Basic ${Buffer.from('anyone:geheim').toString('base64')}`)).toBe(true)
  expect(proves(`basic ${Buffer.from('anyone:other').toString('base64')}`)).toBe(false)
  expect(proves(digest())).toBe(true)
  expect(proves(digest({ plain: true }))).toBe(true)
  expect(proves(digest(), 'other')).toBe(false)
})

test('each call of a nonce is another one, and one without a count is the only one', () => {
  const signedOf = (fields: Fields): string | undefined => {
    const proof = proofOf(digest(fields))
    return typeof proof === 'object' ? proof.signed?.nonce : undefined
  }
  const names = [{}, { nc: '00000002' }, { plain: true }, { nonce: nonceOf(NOW - 1) }].map(signedOf)
  expect(new Set(names).size).toBe(4)
  expect(signedOf({ nc: '0000000A' })).toBe(signedOf({ nc: '0000000a' }))
})

test('a nonce is ours, and counts for four minutes', () => {
  expect(proofOf(digest(), NOW + 240_000)).toBeTypeOf('object')
  expect(proofOf(digest(), NOW + 240_001)).toBe('stale')
  expect(proofOf(digest({ nonce: new Authorization().challenge(false, NOW)[0]!.slice(-40, -1) }))).toBe('stale')
  expect(proofOf(digest({ nonce: 'zz' }))).toBe('stale')
})

test('what cannot be read is no proof, and a header beyond its length is not read', () => {
  expect(proofOf(undefined)).toBe('none')
  const wrong = [
    '',
    'Digest',
    'Bearer abc',
    'Basic',
    `Basic ${Buffer.from('without').toString('base64')}`,
    digest({ more: ', realm="device"' }),
    digest({ more: ', algorithm=SHA-256' }),
    digest({ nc: '1' }),
    digest().replace('realm="device"', 'realm="other"'),
    digest().replace('x=1', 'x=2'),
    digest().replace('cnonce="c"', 'cnonce=""'),
    digest({ more: `, opaque="${'x'.repeat(2048)}"` }),
    `${digest()} and more`,
  ]
  for (const given of wrong) expect([given, proofOf(given)]).toEqual([given, 'malformed'])
})
