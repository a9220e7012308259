/** Permissions of one person beyond their roles, over the real routes. */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApplication } from '../../../tests/harness/device.ts'
import { withinASecond } from '../../../tests/harness/withinASecond.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

let server: TestServer
let menuOf: Map<string, string>
beforeAll(async () => {
  server = await startTestServer()
  const rows = await server.ports.db.query<{ id: string; permission: string }>(
    { role: 'engine' },
    sql`select id, permission from identity.menu where permission is not null`,
  )
  menuOf = new Map(rows.map(row => [row.permission, row.id]))
})
afterAll(() => server.close())

const staff = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, token?: string): Promise<any> =>
  (await server.call(method, url, body, token ? { token } : {})).body

/** An account of the platform's staff, with a session. */
async function person(username: string, roleIds: string[] = []): Promise<{ id: string; token: string }> {
  const { data } = await staff('POST', '/api/admin/user', { username, password: 'a good long one', type: 1, roleIds })
  const token = `at_${createHash('sha256').update(username).digest('base64url')}`
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into identity.session (id, account_id, source_id, client_id, access_hash, access_until, refresh_hash, refresh_until)
      values (${server.ports.newId()}, ${data.id}, 1, 'console', ${createHash('sha256').update(token).digest()}, now() + interval '1 hour', ${createHash('sha256').update(`r${token}`).digest()}, now() + interval '1 hour')`,
  )
  return { id: data.id, token }
}
/** Does what changes the rights of a session, whose requests are answered by them within a second: by rows, or with an error. */
const applies = (act: () => Promise<unknown>, token: string, url: string, error: string | undefined) =>
  withinASecond(
    act,
    async () => (await staff('GET', url, undefined, token)).error === error,
    `${url} answers ${error ?? 'rows'}`,
  )
const menus = (...points: string[]): string[] => points.map(point => menuOf.get(point)!)
const rightsOf = (id: string): string => `/api/admin/employeePermission/${id}`

test('what is granted beside the roles applies at once, and ends with the next saving', async () => {
  const { id, token } = await person('clerk1')
  expect((await staff('GET', '/api/admin/user/page', undefined, token)).error).toBe('forbidden')
  const given = { menuIds: menus('user:list', 'user:view'), dataScope: 3, organisationIds: [], appIds: [] }
  const give = async () => expect((await staff('PUT', rightsOf(id), given)).code).toBe(0)
  await applies(give, token, '/api/admin/user/page', undefined)
  expect((await staff('GET', rightsOf(id))).data).toMatchObject({ menuIds: given.menuIds, dataScope: 3, roles: [] })
  const take = () => staff('PUT', rightsOf(id), { ...given, menuIds: menus('user:view') })
  await applies(take, token, '/api/admin/user/page', 'forbidden')
})

test('roles come and go beside it, and no list of roles shows it', async () => {
  const role = (await staff('POST', '/api/admin/role', { name: '看设备', code: 'sees', dataScope: 3 })).data
  await staff('POST', `/api/admin/role/${role.id}/grant`, { menuIds: menus('device:list') })
  const { id, token } = await person('clerk2', [role.id])
  await staff('PUT', rightsOf(id), { menuIds: menus('user:list'), dataScope: 3, organisationIds: [], appIds: [] })
  expect((await staff('GET', `/api/admin/user/${id}`)).data).toMatchObject({ roleNames: ['看设备'] })
  expect((await staff('GET', rightsOf(id))).data).toMatchObject({ roleMenuIds: menus('device:list') })
  const leave = () => staff('PUT', '/api/admin/user', { id, roleIds: [] })
  await applies(leave, token, '/api/device/warehouse/page', 'forbidden')
  expect((await staff('GET', '/api/admin/user/page', undefined, token)).error).toBeUndefined()
  const roles = (await staff('GET', '/api/admin/role/page?size=100')).data.records
  expect(roles.map((row: any) => row.code).filter((code: string) => code.startsWith('personal'))).toEqual([])
})

test('an account cannot grant rights it does not have, nor change its own', async () => {
  const giver = await person('clerk3')
  const other = await person('clerk4')
  const held = ['user:list', 'user:view', 'user:edit']
  await staff('PUT', rightsOf(giver.id), { menuIds: menus(...held), dataScope: 0, organisationIds: [], appIds: [] })
  const give = (id: string, points: string[]) =>
    staff(
      'PUT',
      rightsOf(id),
      { menuIds: menus(...points), dataScope: 3, organisationIds: [], appIds: [] },
      giver.token,
    )
  expect((await give(other.id, ['role:edit'])).data.fields[0]).toMatchObject({ field: 'menuIds' })
  expect((await give(giver.id, held)).error).toBe('forbidden')
  expect((await give(other.id, ['user:list'])).code).toBe(0)
})

test('an application, role or menu named twice counts once', async () => {
  const role = (await staff('POST', '/api/admin/role', { name: '看门', code: 'twice', dataScope: 3 })).data
  const { appId } = await makeApplication(server)
  const { id } = await person('clerk5')
  const twice = { roleIds: [role.id, role.id], appScope: 0, appIds: [appId, appId] }
  expect((await staff('PUT', '/api/admin/user', { id, ...twice })).msg).toBeNull()
  expect((await staff('GET', `/api/admin/user/${id}`)).data).toMatchObject({ roleIds: [role.id], appIds: [appId] })
  const given = { menuIds: menus('user:list', 'user:list'), dataScope: 3, organisationIds: [], appIds: twice.appIds }
  expect((await staff('PUT', rightsOf(id), given)).msg).toBeNull()
  expect((await staff('GET', rightsOf(id))).data).toMatchObject({ menuIds: menus('user:list'), appIds: [appId] })
})

test('an employee is limited to sites and groups of their applications, at once, and keeps the limits when rights are saved without them', async () => {
  const { appId } = await makeApplication(server, '限定')
  const agency = (await staff('GET', `/api/admin/application/${appId}`)).data.sourceId as string
  const site = (await staff('POST', `/api/admin/site?appId=${appId}`, { name: '东门', type: 1, status: 1 })).data.id
  const group = (await staff('POST', `/api/device/group?appId=${appId}`, { name: '巡更' })).data.id
  const { data: account } = await staff('POST', '/api/admin/user', {
    ...{ username: 'guard1', password: 'a good long one', nickname: '门岗' },
    ...{ type: 4, sourceId: agency, appIds: [appId] },
  })
  const given = {
    menuIds: menus('deviceBind:list', 'linkage:list'),
    dataScope: 3,
    organisationIds: [],
    appScope: 0,
    appIds: [appId],
  }
  const put = (places: unknown) =>
    staff('PUT', rightsOf(account.id), { ...given, ...(places === undefined ? {} : { places }) })
  const one = { appId, siteIds: [site], groupIds: [group] }
  for (const [wrong, text] of [
    [[{ ...one, siteIds: ['1'] }], '站点不存在'],
    [[{ ...one, groupIds: ['1'] }], '设备分组不存在'],
    [[one, one], '只能限定可进入的应用，每个一次'],
  ] as const)
    expect((await put(wrong)).data.fields[0]).toEqual({ field: 'places', msg: text })
  expect((await put([one])).code).toBe(0)
  expect((await staff('GET', rightsOf(account.id))).data.places).toEqual([one])
  expect((await staff('GET', `/api/admin/user/${account.id}`)).data.places).toBe('限定：1个站点、1个分组')
  // An earlier client sends none, and the list of applications is written anew with each save of the account.
  await put(undefined)
  await staff('PUT', '/api/admin/user', { id: account.id, appIds: [appId] })
  expect((await staff('GET', rightsOf(account.id))).data.places).toEqual([one])

  const token = `at_${createHash('sha256').update('guard1').digest('base64url')}`
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into identity.session (id, account_id, source_id, client_id, access_hash, access_until, refresh_hash, refresh_until)
      values (${server.ports.newId()}, ${account.id}, ${agency}, 'console', ${createHash('sha256').update(token).digest()}, now() + interval '1 hour', ${createHash('sha256').update(`r${token}`).digest()}, now() + interval '1 hour')`,
  )
  expect((await staff('GET', '/api/admin/user/info', undefined, token)).data.limitedIn).toEqual([appId])
  const own = (await staff('GET', `/api/device/ownPlaces?appId=${appId}`, undefined, token)).data
  expect(own).toEqual({ sites: [{ id: site, name: '东门' }], groups: [{ id: group, name: '巡更' }], devices: 0 })
  const rules = `/api/device/linkage/page?appId=${appId}`
  expect((await staff('GET', rules, undefined, token)).error).toBe('beyond_places')
  await applies(() => put([{ appId, siteIds: [], groupIds: [] }]), token, rules, undefined)
  const { data: colleague } = await staff('POST', '/api/admin/user', {
    username: 'staff1',
    password: 'a good long one',
    type: 1,
  })
  const refused = await staff('PUT', rightsOf(colleague.id), { ...given, places: [one] })
  expect(refused.data.fields[0]).toMatchObject({ msg: '平台账号不能限定设备范围' })
})
