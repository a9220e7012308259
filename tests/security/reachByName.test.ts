/** Ways to rights beyond one's own that are known by name: each is refused, and its harmless neighbour is not. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetIdentity, quickAccount, quickRole, type QuickAccount } from '../harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { makeReachWorld, POWER, ROLES, type World } from './reachWorld.ts'

const ENGINE = { role: 'engine' } as const

let server: TestServer
let menuOf: World['menuOf']
let apps: World['apps']

beforeAll(async () => {
  server = await startTestServer()
  ;({ menuOf, apps } = await makeReachWorld(server))
})
afterAll(() => server?.close())

describe('by name', () => {
  const put = (account: QuickAccount, body: object) =>
    server.call('PUT', '/api/admin/user', body, { token: account.token })
  const role = (points: readonly string[], scope: number, organisations: string[] = []) =>
    quickRole(server, { points, scope, organisations })

  test('who sees one organisation neither sets the password of a colleague who sees all, nor gives the wide role away', async () => {
    const [narrow, wide] = [await role(POWER, 1, ['2']), await role(POWER, 0)]
    const [clerk, boss] = [
      await quickAccount(server, { roleIds: [narrow] }),
      await quickAccount(server, { roleIds: [wide] }),
    ]
    // Staff belong to the platform: one who sees only a partner does not see them; one who sees the platform does.
    const both = await quickAccount(server, { roleIds: [await role(POWER, 1, ['1', '2'])] })
    expect((await put(clerk, { id: boss.id, password: 'moss kettle river' })).status).toBe(404)
    expect((await put(both, { id: boss.id, password: 'moss kettle river' })).body.error).toBe('forbidden')
    const other = await quickAccount(server, { roleIds: [] })
    expect((await put(both, { id: other.id, roleIds: [wide] })).body.data.fields[0].field).toBe('roleIds')
    expect((await put(both, { id: other.id, roleIds: [] })).status).toBe(200)
  })
  test('an account cannot widen its own applications, and an empty list means no application', async () => {
    const ownApp = apps.find(app => app.sourceId === '2')!.id
    const clerk = await quickAccount(server, {
      type: 2,
      sourceId: '2',
      roleIds: [await quickRole(server, { sourceId: '2', points: [...POWER, 'site:list'], scope: 3 })],
      apps: [ownApp],
    })
    for (const body of [
      { appIds: [] },
      { appScope: 1 },
      { appIds: [apps.find(app => app.sourceId === '2' && app.id !== ownApp)!.id] },
    ])
      expect((await put(clerk, { id: clerk.id, ...body })).body.data.fields[0].field, JSON.stringify(body)).toBe(
        'appIds',
      )
    expect((await put(clerk, { id: clerk.id, nickname: '新名' })).status).toBe(200)
    await server.ports.db.query(ENGINE, sql`delete from identity.account_app where account_id = ${clerk.id}`)
    await forgetIdentity(server)
    const seen = await server.call('GET', `/api/admin/site/page?appId=${ownApp}`, undefined, { token: clerk.token })
    expect(seen.status).toBe(403)
  })
  test('a role is edited within one’s own rights, and never by who holds it, but for the main account', async () => {
    const held = await quickRole(server, { sourceId: '2', points: [...ROLES, 'person:list'], scope: 3 })
    const [clerk, main] = [
      await quickAccount(server, { type: 2, sourceId: '2', roleIds: [held] }),
      await quickAccount(server, { type: 2, sourceId: '2', main: true, roleIds: [held] }),
    ]
    const edit = (account: QuickAccount, body: object) =>
      server.call('PUT', '/api/admin/role', { id: held, ...body }, { token: account.token })
    const grant = (account: QuickAccount, id: string, points: string[]) =>
      server.call(
        'POST',
        `/api/admin/role/${id}/grant`,
        { menuIds: points.map(point => menuOf.get(point)!) },
        { token: account.token },
      )
    expect((await edit(clerk, { remark: '我' })).body.error).toBe('forbidden')
    expect((await edit(main, { remark: '我' })).status).toBe(200)
    expect((await edit(main, { dataScope: 2 })).body.error).toBe('invalid')
    expect((await grant(main, held, [...ROLES, 'person:list', 'site:list'])).body.error).toBe('forbidden')
    // What one does not hold is not taken away either.
    const foreign = await quickRole(server, { sourceId: '2', points: ['site:list', 'person:list'], scope: 3 })
    expect((await grant(main, foreign, ['person:list'])).body.error).toBe('forbidden')
    const wide = await server.call(
      'POST',
      '/api/admin/role',
      { name: 'w', code: 'w', dataScope: 2 },
      { token: main.token },
    )
    expect(wide.body.data.fields[0].field).toBe('dataScope')
  })
  test('an id of a permission is not turned into one that the caller lacks', async () => {
    const staff = await quickAccount(server, {
      roleIds: [await role(['menu:list', 'menu:edit', 'menu:remove', 'site:list'], 0)],
    })
    const edit = (point: string, permission: string) =>
      server.call('PUT', '/api/admin/menu', { id: menuOf.get(point), permission }, { token: staff.token })
    expect((await edit('site:list', 'user:edit')).body.error).toBe('forbidden')
    expect((await edit('user:edit', 'site:list')).body.error).toBe('forbidden')
    const gone = await server.call('DELETE', `/api/admin/menu/${menuOf.get('user:edit')}`, undefined, {
      token: staff.token,
    })
    expect(gone.body.error).toBe('forbidden')
  })
  test('a company’s main account and sessions in the log are behind the same wall', async () => {
    const made = (
      await server.call('POST', '/api/admin/agency', {
        ...{ name: '有主账号的代理', code: 'reach-c', level: 1, contact: '钱', phone: '13800138000' },
        username: 'reach-main',
        password: 'moss kettle river',
      })
    ).body.data
    const staff = await quickAccount(server, {
      roleIds: [await role(['agency:list', 'agency:resetPassword', 'loginLog:kick'], 0)],
    })
    const reset = await server.call('POST', `/api/admin/agency/${made.id}/resetPassword`, {}, { token: staff.token })
    expect(reset.body.error).toBe('forbidden')
    await server.login('admin', 'correct horse battery')
    const [log] = await server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from identity.login_log where username = 'admin' and session_id is not null order by id desc limit 1`,
    )
    const kick = await server.call('POST', `/api/admin/loginLog/${log!.id}/kick`, {}, { token: staff.token })
    expect(kick.body.error).toBe('forbidden')
  })
})
