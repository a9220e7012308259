/** Roles given to several users at once, within the rights of the giver; users found by role; sign-ins described in words. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeRole, signIn, tokenOf } from '../../../../tests/harness/people.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
let [guard, clerk]: string[] = []
let roles: Record<'reads' | 'gives' | 'system', string>
beforeAll(async () => {
  server = await startTestServer()
  roles = {
    reads: await makeRole(server, 'reads', { points: /^(device|deviceLog):list$/ }),
    gives: await makeRole(server, 'gives', { points: /^(user|role|deviceLog):/ }),
    system: await makeRole(server, 'all-points'),
  }
  guard = await makePerson(server, 'guardone')
  clerk = await makePerson(server, 'clerkone', { roleIds: [roles.reads] })
})
afterAll(() => server.close())

const USER = '/api/admin/user'
const give = async (ids: unknown[], roleIds: string[], token?: string) =>
  (await server.call('POST', `${USER}/giveRoles`, { ids, roleIds }, { token })).body
const found = async (roleId: string): Promise<string[]> =>
  (await server.call('GET', `${USER}/page?roleIds=${roleId}&ascs=id`)).body.data.records.map(
    ({ username }: { username: string }) => username,
  )
const holders = async (id: string): Promise<number> =>
  (await server.call('GET', `/api/admin/role/${id}`)).body.data.userCount

test('roles are added to those held, once; users are found and counted by role', async () => {
  expect((await give([guard, clerk], [roles.gives])).data).toBe(2)
  expect((await give([guard, clerk], [roles.reads])).data).toBe(1)
  expect(await found(roles.reads)).toEqual(expect.arrayContaining(['clerkone', 'guardone']))
  expect([await holders(roles.reads), await holders(roles.system)]).toEqual([2, 0])
  expect((await server.call('GET', `${USER}/page?roleIds=x`)).body.error).toBe('invalid')
})

test('none beyond the own rights, and none to oneself', async () => {
  const token = await tokenOf(server, 'clerkone')
  const answer = await give([guard], [roles.system], token)
  expect([answer.error, answer.data.fields[0].field]).toEqual(['invalid', 'roleIds'])
  expect(await holders(roles.system)).toBe(0)
  expect((await give([clerk], [roles.reads], token)).error).toBe('wrong_state')
})

test('a sign-in shows its network and its client in words', async () => {
  for (const ip of ['127.0.0.1', '10.8.0.4', '203.0.113.9']) await signIn(server, 'guardone', { ip })
  const log = await server.call('GET', '/api/admin/loginLog/page?username=guardone&descs=at')
  const rows: { ip: string; network: string; client: string }[] = log.body.data.records
  expect(Object.fromEntries(rows.map(({ ip, network }) => [ip, network]))).toMatchObject({
    '127.0.0.1': 'local',
    '10.8.0.4': 'inside',
    '203.0.113.9': 'outside',
  })
  expect(rows[0]!.client).toBe('lightMyRequest')
})
