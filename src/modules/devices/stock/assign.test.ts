/** Assigning stocked devices to an application: all or none, within its quota, its classes and the caller's scope. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApplication } from '../../../../tests/harness/device.ts'
import { quickAccount, quickRole } from '../../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

const WAREHOUSE = '/api/device/warehouse'
let server: TestServer
let appId: string
let siteId: string
const ids: Record<string, string> = {}

const assign = (names: readonly string[], body: object = {}, options = {}) =>
  server.call(
    'POST',
    `${WAREHOUSE}/assign`,
    { ids: names.map(name => ids[name]), applicationId: appId, ...body },
    options,
  )
const stateOf = async (name: string): Promise<unknown> =>
  (({ state, appId }) => ({ state, appId }))((await server.call('GET', `${WAREHOUSE}/${ids[name]}`)).body.data)

beforeAll(async () => {
  server = await startTestServer()
  const made = await makeApplication(server)
  appId = made.appId
  siteId = (await server.call('POST', `/api/admin/site?appId=${appId}`, { name: '南门', type: 1, status: 1 })).body.data
    .id
  for (const sn of ['AS-001', 'AS-002', 'AS-003', 'AS-004'])
    ids[sn] = (await server.call('POST', WAREHOUSE, { sn, name: sn, modelId: made.models.bollardDevice })).body.data.id
  ids.door = (
    await server.call('POST', WAREHOUSE, { sn: 'AS-DOOR', name: '门', modelId: made.models.accessControlDevice })
  ).body.data.id
})
afterAll(() => server.close())

test('two at once, with their site', async () => {
  expect((await assign(['AS-001', 'AS-002'], { siteId })).body.data).toBe(2)
  expect(await stateOf('AS-001')).toEqual({ state: 1, appId })
  const bound = await server.call('GET', `/api/device/bind/page?appId=${appId}&siteId=${siteId}`)
  expect(bound.body.data.records.map((row: { sn: string }) => row.sn).sort()).toEqual(['AS-001', 'AS-002'])
})

test('what is bound already is not assigned again; the others that were chosen with it are', async () => {
  expect((await assign(['AS-001', 'AS-003'])).body.data).toBe(1)
  const none = await assign(['AS-001'])
  expect([none.status, none.body.msg]).toEqual([409, '当前为“使用中”，不能分配到应用'])
})

test('the quota of the application covers both ways, and a refusal names the device and binds none', async () => {
  await server.call('PUT', '/api/admin/application', { id: appId, deviceQuota: 4 })
  const over = await assign(['AS-004', 'door'])
  expect([over.status, over.body.msg]).toEqual([409, 'AS-DOOR：应用的设备数已达上限 4'])
  expect(await stateOf('AS-004')).toEqual({ state: 0, appId: null })
  await server.call('PUT', '/api/admin/application', { id: appId, deviceQuota: 3 })
  const bound = await server.call('POST', `/api/device/bind/bind?appId=${appId}`, { sn: 'AS-004' })
  expect([bound.status, bound.body.msg]).toEqual([409, '应用的设备数已达上限 3'])
  await server.call('PUT', '/api/admin/application', { id: appId, deviceQuota: 100 })
})

test('a class that the application does not use is refused', async () => {
  await server.call('PUT', '/api/admin/application', { id: appId, deviceClasses: ['bollardDevice'] })
  const other = await assign(['door'])
  expect([other.status, other.body.msg]).toEqual([400, 'AS-DOOR：本应用未开通该类设备'])
})

test('it requires the right to bind, and reach to the application', async () => {
  const may = async (points: readonly string[], apps: 'all' | readonly string[]): Promise<number> => {
    const roleId = await quickRole(server, { points: ['device:list', 'device:assign', ...points] })
    const { token } = await quickAccount(server, { roleIds: [roleId], apps })
    return (await assign(['AS-004'], {}, { token })).status
  }
  expect(await may([], 'all')).toBe(403)
  expect(await may(['deviceBind:bind'], [])).toBe(403)
  expect(await stateOf('AS-004')).toEqual({ state: 0, appId: null })
})
