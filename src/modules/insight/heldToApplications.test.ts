/** An account that is held to some applications: it knows their names, and its figures are of exactly these. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, makeApplication } from '../../../tests/harness/device.ts'
import { startPlatform, type TestPlatform } from '../../../tests/harness/platform.ts'
import { forgetIdentity, quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'

const POINTS = ['deviceBind:list', 'passRecord:list', 'site:list', 'application:list', 'person:list']
let platform: TestPlatform
/** Each with one device more than the one before it. */
let apps: string[]
let roleId: string
const call = async (token: string, path: string) => (await platform.server.call('GET', path, undefined, { token })).body
const held = async (appIds: readonly string[], roleIds: readonly string[] = [roleId]): Promise<string> =>
  (await quickAccount(platform.server, { apps: appIds, roleIds })).token

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models } = platform
  apps = [appId, (await makeApplication(server, '乙园区')).appId, (await makeApplication(server, '丙园区')).appId]
  for (const [at, id] of apps.entries()) {
    await server.call('POST', `/api/admin/site?appId=${id}`, { name: `站点${at}`, type: 1, status: 1, province: 33 })
    for (let n = 0; n <= at; n += 1) await connectDevice(server, id, models.faceEqui!, `HELD-${at}-${n}`, '终端')
  }
  roleId = await quickRole(server, { points: POINTS })
})
afterAll(async () => platform?.close())

const NAMED = '/api/admin/user/applications'

test('whoever works in an application knows its name, clock and classes, without the right to see applications', async () => {
  const [, second, third] = apps
  const token = await held([second!], [])
  const { data } = await call(token, NAMED)
  expect([data.total, data.records[0]]).toEqual([
    1,
    expect.objectContaining({ id: second, name: '乙园区', zone: 'Asia/Shanghai', deviceCount: null }),
  ])
  expect(data.records[0].deviceClasses).toContain('faceEqui')
  expect((await call(token, `${NAMED}?id=${second}`)).data.records[0].name).toBe('乙园区')
  // A number of another application, or no number at all, is answered like one that does not exist.
  for (const id of [third, '999', 'x']) expect((await call(token, `${NAMED}?id=${id}`)).data.total).toBe(0)
  expect((await call(token, `${NAMED}?name=${encodeURIComponent('丙')}`)).data.total).toBe(0)
  const several = await call(await held([second!, third!]), `${NAMED}?name=${encodeURIComponent('丙')}`)
  expect(several.data.records.map((one: any) => [one.id, one.deviceCount])).toEqual([[third, 3]])
})

test('those of an organisation are named to its accounts, and to no others', async () => {
  const [first] = apps
  const { token } = await quickAccount(platform.server, { type: 2, sourceId: '2', roleIds: [] })
  expect((await call(token, NAMED)).data.total).toBe(0)
  await platform.server.ports.db.query(
    { role: 'engine' },
    sql`update applications.application set source_id = 2 where id = ${first}`,
  )
  expect((await call(token, NAMED)).data.records.map((one: any) => one.id)).toEqual([first])
  await platform.server.ports.db.query(
    { role: 'engine' },
    sql`update applications.application set source_id = 1 where id = ${first}`,
  )
})

test('the data centre counts exactly the applications of the account', async () => {
  const [first, , third] = apps
  const token = await held([first!, third!])
  const { data } = await call(token, '/api/insight/overview')
  expect([data.devices.total, [...data.devices.appIds].sort()]).toEqual([4, [first, third].sort()])
  expect(data.added.every((row: any) => [first, third].includes(row.appId))).toBe(true)
  const { data: map } = await call(token, '/api/insight/sites')
  expect(map.sites.map((one: any) => one.appId).sort()).toEqual([first, third].sort())
  expect((await call(token, '/api/insight/curves')).data.days).toEqual([])
  const { data: places } = await call(token, '/api/insight/places')
  expect([places.organisations, places.applications.map((one: any) => one.id).sort()]).toEqual([
    [],
    [first, third].sort(),
  ])
  expect((await call(token, '/api/insight/overview?region=33')).data.devices.total).toBe(4)
  expect((await call(token, `/api/insight/overview?appId=${third}`)).data.devices.total).toBe(3)
  // Its organisation has more applications than the account.
  expect((await call(token, '/api/insight/overview?sourceId=1')).error).toBe('not_found')
  // Elsewhere an application must still be named.
  expect((await call(token, '/api/device/bind/page')).error).toBe('app_required')
})

test('a stopped application is closed to it there too', async () => {
  const { server } = platform
  const [first, second] = apps
  const { token } = await quickAccount(server, { type: 4, sourceId: '1', apps: [first!, second!], roleIds: [roleId] })
  expect((await call(token, '/api/insight/overview')).data.devices.total).toBe(3)
  await server.call('POST', `/api/admin/application/${second}/stop`, { reason: '维护' })
  await expect.poll(async () => (await call(token, '/api/insight/overview')).data.devices.total).toBe(1)
  await server.call('POST', `/api/admin/application/${second}/activate`, {})
})

test('an account that is limited to places is led past the data centre, and lists its applications', async () => {
  const { server } = platform
  const [first, second] = apps
  const { id, token } = await quickAccount(server, { type: 2, apps: [first!], roleIds: [roleId] })
  const flat = (nodes: any[]): any[] => nodes.flatMap(node => [node, ...flat(node.children)])
  const menus = flat((await server.call('GET', '/api/admin/menu/tree')).body.data)
  const pages = ['/commonHome/dataCenter', '/commonHome/dataCenterV1', '/commonHome/apply']
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into identity.role_menu (role_id, menu_id)
      select ${roleId}, unnest(${menus.filter(one => pages.includes(one.path)).map(one => one.id)}::bigint[])`,
  )
  const shown = async (): Promise<string[]> =>
    flat((await call(token, '/api/admin/menu')).data)
      .map(one => one.path)
      .filter(path => pages.includes(path))
  expect((await shown()).sort()).toEqual([...pages].sort())
  const { id: siteId } = (
    await server.call('POST', `/api/admin/site?appId=${first}`, { name: '东门', type: 1, status: 1 })
  ).body.data
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into identity.account_scope (account_id, app_id, site_ids, group_ids) values (${id}, ${first}, ${[siteId]}::bigint[], '{}')`,
  )
  await forgetIdentity(server)
  await expect.poll(shown).toEqual(['/commonHome/apply'])
  expect((await call(token, '/api/insight/overview')).error).toBe('beyond_places')
  const listed = (await call(token, '/api/admin/application/page')).data
  expect(listed.records.map((one: any) => one.id)).toEqual([first])
  expect((await call(token, `/api/admin/application/page?name=${second}`)).data.total).toBe(0)
  expect((await call(token, NAMED)).data.records.map((one: any) => [one.id, one.deviceCount])).toEqual([[first, null]])
})
