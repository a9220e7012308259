/** Looking at the console as a role: it only reads, never beyond the caller's own rights, and is written down. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickAccount, quickRole } from '../../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const asRole = (role: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token?: string) =>
  server
    .call<any>(method, path, body, { headers: { 'x-view-as': role }, ...(token ? { token } : {}) })
    .then(({ status, body: answer }) => ({ status, error: answer.error, data: answer.data }))

describe('the platform administrator', () => {
  test('reads what the role reads, with its menus, and nothing else', async () => {
    const role = await quickRole(server, { points: ['role:list', 'role:edit', 'user:list', 'user:add'] })
    const info = (await asRole(role, 'GET', '/api/admin/user/info')).data
    expect(info).toMatchObject({ permissions: ['role:list', 'user:list'], viewing: { id: role, name: `r${role}` } })
    expect(info.isMainFlag).toBe(false)
    expect((await asRole(role, 'GET', '/api/admin/role/page')).status).toBe(200)
    expect(await asRole(role, 'GET', '/api/admin/menu/tree')).toMatchObject({ status: 403, error: 'forbidden' })
    const menus = JSON.stringify((await asRole(role, 'GET', '/api/admin/menu')).data)
    expect(menus.length).toBeLessThan(JSON.stringify((await server.call('GET', '/api/admin/menu')).body.data).length)
    // Without the header the same token has everything.
    expect((await server.call('GET', '/api/admin/user/info')).body.data).toMatchObject({ viewing: null })
  })

  test('changes nothing: every other method is refused, whatever the role may do', async () => {
    const role = await quickRole(server, {
      points: ['role:list', 'role:add', 'role:edit', 'role:remove', 'role:viewAs'],
    })
    const before = (await server.call('GET', '/api/admin/role/page?size=1')).body.data.total
    for (const [method, path, body] of [
      ['POST', '/api/admin/role', { name: '新角色', code: 'VIEWED', dataScope: 0 }],
      ['PUT', '/api/admin/role', { id: role, name: '改名' }],
      ['DELETE', `/api/admin/role/${role}`, undefined],
      ['POST', `/api/admin/role/${role}/viewAs`, { reason: '再看' }],
      ['PUT', '/api/admin/user/preference', { name: 'x', value: 1 }],
    ] as const)
      expect([path, await asRole(role, method, path, body)]).toEqual([
        path,
        expect.objectContaining({ status: 403, error: 'view_only' }),
      ])
    expect((await server.call('GET', '/api/admin/role/page?size=1')).body.data.total).toBe(before)
  })

  test('sees the rows of the organisation of the role', async () => {
    const role = await quickRole(server, { points: ['organisation:list', 'role:list'], sourceId: '2', scope: 3 })
    const { data } = await asRole(role, 'GET', '/api/admin/role/page?size=100')
    expect(data.total).toBeGreaterThan(0)
    expect(new Set(data.records.map((row: any) => row.sourceId ?? '2'))).toEqual(new Set(['2']))
  })

  test('is written down with its reason, and without one it does not begin', async () => {
    const role = await quickRole(server, { points: ['role:list'] })
    const begin = (body: object) => server.call<any>('POST', `/api/admin/role/${role}/viewAs`, body)
    expect((await begin({})).body.error).toBe('invalid')
    expect((await begin({ reason: '核对客服看到什么' })).status).toBe(200)
    const log = (await server.call('GET', `/api/admin/operLog/page?action=viewAs&objectId=${role}`)).body.data
    expect(log.records[0]).toMatchObject({ action: 'viewAs', reason: '核对客服看到什么' })
  })
})

describe('others', () => {
  test('never get more than their own rights, and no role that they do not see', async () => {
    const wide = await quickRole(server, { points: ['role:list', 'user:list', 'loginLog:list'] })
    const { token } = await quickAccount(server, {
      type: 1,
      roleIds: [await quickRole(server, { points: ['role:list', 'role:viewAs', 'user:list'] })],
    })
    expect((await asRole(wide, 'GET', '/api/admin/user/info', undefined, token)).data.permissions).toEqual([
      'role:list',
      'user:list',
    ])
    expect(await asRole(wide, 'GET', '/api/admin/loginLog/page', undefined, token)).toMatchObject({ status: 403 })
    const agency = await quickAccount(server, {
      ...{ type: 2, sourceId: '2' },
      roleIds: [await quickRole(server, { points: ['role:list', 'role:viewAs'], sourceId: '2', scope: 3 })],
    })
    expect(await asRole(wide, 'GET', '/api/admin/user/info', undefined, agency.token)).toMatchObject({ status: 403 })
  })

  test('without the permission, or with an id that is none, every request is refused', async () => {
    const role = await quickRole(server, { points: ['role:list'] })
    const { token } = await quickAccount(server, {
      type: 1,
      roleIds: [await quickRole(server, { points: ['role:list'] })],
    })
    expect(await asRole(role, 'GET', '/api/admin/role/page', undefined, token)).toMatchObject({ status: 403 })
    for (const wrong of ['x', '-1', '999', `${role} or 1=1`])
      expect([wrong, await asRole(wrong, 'GET', '/api/admin/role/page')]).toMatchObject([wrong, { status: 403 }])
  })
})
