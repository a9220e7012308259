/** Personal data in full: fifty an hour for each user, over all applications, also with simultaneous requests. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApplication } from '../../../tests/harness/device.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the limit holds over two applications and against sixty at once', async () => {
  const clerk = await quickAccount(server, { roleIds: [await quickRole(server, { points: ['person:reveal'] })] })
  const people: string[] = []
  for (const name of ['甲', '乙']) {
    const { appId } = await makeApplication(server, `应用${name}`)
    const made = await server.call('POST', `/api/person/person?appId=${appId}`, {
      name,
      personType: 1,
      phone: '13800138000',
    })
    people.push(`/api/person/person/${made.body.data.id}/reveal?appId=${appId}`)
  }
  const statuses = (
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        server.call('POST', people[n % 2]!, { reason: '核对' }, { token: clerk.token }),
      ),
    )
  ).map(answer => answer.status)
  expect(statuses.filter(status => status === 200)).toHaveLength(50)
  expect(statuses.filter(status => status === 429)).toHaveLength(10)
})
