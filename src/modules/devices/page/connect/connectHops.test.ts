/** The wizard names the right step: waiting, refused, connected, message received. */
import { expect, test } from 'vitest'
import { hopsOf, isConnected, type Check } from './connectHops.ts'

const at = '2026-11-21T09:00:00Z'
const none: Check = { enabled: true, online: false, session: null, spoke: null, refusals: [] }
const states = (check: Check | undefined): string =>
  hopsOf(check)
    .map(hop => hop.state)
    .join(' ')

test('nothing has called yet', () => expect(states(none)).toBe('done done now coming coming'))
test('before the first answer the same is known', () => expect(states(undefined)).toBe('done done now coming coming'))
test('a wrong secret fails at authentication, with that reason', () => {
  const check = { ...none, refusals: [{ reason: 'badSecret', tries: 2, lastAt: at, address: '10.0.0.9' }] }
  expect(states(check)).toBe('done done done broken coming')
  expect(hopsOf(check)[3]!.note![0]).toContain('密钥')
})
test('connected and silent', () =>
  expect(
    states({ ...none, online: true, session: { online: true, openedAt: at, address: '10.0.0.9', reason: null } }),
  ).toBe('done done done done now'))
test('spoke and left, as mosquitto_pub does', () => {
  const check = {
    ...none,
    session: { online: false, openedAt: at, address: '10.0.0.9', reason: 'disconnect' },
    spoke: { at, kind: 3 },
  }
  expect(states(check)).toBe('done done done done done')
  expect(isConnected(check)).toBe(true)
})
