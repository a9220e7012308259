/** The health of the server process: measured in windows, visible to platform staff only. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatform, type TestPlatform } from '../../../tests/harness/platform.ts'
import { eventLoop } from './health.server.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform?.close())

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

test('a blocked loop shows in its window, and only there', async () => {
  const { ports } = platform.server
  const { signal } = new AbortController()
  await eventLoop.run(ports, signal)
  await pause(100)
  const until = performance.now() + 80
  while (performance.now() < until);
  await pause(50)
  await eventLoop.run(ports, signal)
  await pause(200)
  await eventLoop.run(ports, signal)
  const { eventLoop: windows, rssBytes } = await platform.ask('GET', '/api/insight/health')
  expect(windows).toHaveLength(2)
  expect(windows[0].maxMs).toBeGreaterThanOrEqual(60)
  expect(windows[1].maxMs).toBeLessThan(windows[0].maxMs)
  expect(windows[1].p50Ms).toBeGreaterThan(5)
  expect(rssBytes).toBeGreaterThan(10_000_000)
})

test('no other subscriber is notified', async () => {
  const { server, appId } = platform
  const ask = (token: string | null) => server.call('GET', '/api/insight/health', undefined, { token })
  expect((await ask(null)).status).toBe(401)
  const password = 'a good long one'
  const made = await server.call('POST', '/api/admin/user', { username: 'tenant', password, type: 4, appIds: [appId] })
  expect(made.body.code).toBe(0)
  await server.ports.db.query(
    { role: 'engine' },
    sql`update identity.account set must_change = false where username = 'tenant'`,
  )
  const { access_token: token } = (await server.login('tenant', password)).body as unknown as { access_token: string }
  expect((await ask(token)).status).toBe(403)
})
