/** An imported application and its people are as old as their history: nine in ten people since its beginning, others came later. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatform, type TestPlatform } from '../../../tests/harness/platform.ts'
import { existsSince } from '#modules/applications/api.ts'
import { registeredSince } from './past.server.ts'

const DAY_MS = 86_400_000
const PEOPLE = 100
let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform?.close())

test('their creation moves back, and nobody comes from before or after the history', async () => {
  const { ask, appId, server } = platform
  await ask('POST', '/api/admin/site', { name: '东门', type: 1, status: 1 })
  await ask('POST', '/api/person/organization', { name: '1 栋' })
  for (let no = 0; no < PEOPLE; no += 1) await ask('POST', '/api/person/person', { name: `住户 ${no}`, personType: 2 })
  const from = new Date(Date.now() - 31 * DAY_MS)
  await existsSince(server.ports, appId, from)
  await registeredSince(server.ports, appId, from)
  const created = async (path: string): Promise<number[]> =>
    (await ask('GET', path)).records.map((row: { createdAt: string }) => new Date(row.createdAt).getTime())
  expect(await created('/api/admin/site/page')).toEqual([from.getTime()])
  const people = await created('/api/person/person/page?size=100')
  expect(people).toHaveLength(PEOPLE)
  const first = people.filter(at => at === from.getTime()).length
  expect(first).toBeGreaterThan(PEOPLE / 2)
  expect(first).toBeLessThan(PEOPLE)
  expect(Math.min(...people)).toBe(from.getTime())
  expect(Math.max(...people)).toBeLessThan(Date.now())
})
