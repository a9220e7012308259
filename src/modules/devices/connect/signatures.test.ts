/** Signed calls count once and for a few minutes. */
import { expect, test } from 'vitest'
import { signatureLimits, Signatures } from './signatures.server.ts'

test('each once, within five minutes of its time, for each device; forgotten after ten', () => {
  let nowMs = 1_800_000_000_000
  const signatures = new Signatures({ now: () => new Date(nowMs) })
  const judge = (deviceId: string, nonce: string, atMs = nowMs) => signatures.judge(deviceId, { nonce, atMs })
  expect([judge('1', 'a'), judge('1', 'a'), judge('2', 'a'), judge('1', 'b')]).toEqual([null, 'replayed', null, null])
  expect([judge('1', 'c', nowMs - 300_001), judge('1', 'd', nowMs + 300_001), judge('1', 'e', Number.NaN)]).toEqual([
    ...['stale', 'stale', 'stale'],
  ])
  nowMs += 600_001
  expect(judge('1', 'a')).toBe(null)
})

test('when no more can be remembered, calls wait instead of counting twice', () => {
  const signatures = new Signatures({ now: () => new Date(1_800_000_000_000) })
  const atMs = 1_800_000_000_000
  for (let no = 0; no < signatureLimits.most.nonces; no += 1) signatures.judge('1', { nonce: String(no), atMs })
  expect(signatures.judge('1', { nonce: 'one more', atMs })).toBe('busy')
  expect(signatures.judge('1', { nonce: '7', atMs })).toBe('replayed')
})
