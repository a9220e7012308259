/** Signed calls count once and for a few minutes, in all processes together. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { forgetSignatures, judgeSignature } from './signatures.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const START_MS = 1_800_000_000_000
let nowMs = START_MS
/** Each call as another process would judge it: nothing is shared but the database. */
const judge = (deviceId: string, nonce: string, atMs = nowMs) =>
  judgeSignature({ db: server.ports.db, now: () => new Date(nowMs) }, deviceId, { nonce, atMs })

test('each once, within five minutes of its time, for each device; forgotten after ten', async () => {
  expect([await judge('1', 'a'), await judge('1', 'a'), await judge('2', 'a'), await judge('1', 'b')]).toEqual([
    ...[null, 'replayed', null, null],
  ])
  expect(await Promise.all([nowMs - 300_001, nowMs + 300_001, Number.NaN].map(at => judge('1', `c${at}`, at)))).toEqual(
    [...['stale', 'stale', 'stale']],
  )
  const forget = () =>
    forgetSignatures.run({ ...server.ports, now: () => new Date(nowMs) }, new AbortController().signal)
  nowMs += 599_000
  await forget()
  expect(await judge('1', 'a')).toBe('replayed')
  nowMs += 2000
  await forget()
  expect(await judge('1', 'a')).toBe(null)
})

test('of two at the same time one counts', async () => {
  const verdicts = await Promise.all([judge('3', 'x'), judge('3', 'x'), judge('3', 'x')])
  expect(verdicts.filter(one => one === null)).toHaveLength(1)
})
