/** The page of the audit: users who may read it have it in their menu, and its filters use indexes. */
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

interface MenuNode {
  path: string | null
  children: MenuNode[]
}
const pathsIn = (nodes: readonly MenuNode[]): (string | null)[] =>
  nodes.flatMap(node => [node.path, ...pathsIn(node.children)])
const menuOf = async (token: string): Promise<MenuNode[]> =>
  (await server.call('GET', '/api/admin/menu', undefined, { token })).body.data

test('the auditor finds the page in the menu, and reads and verifies what it shows', async () => {
  const [role] = await server.ports.db.query<{ id: string }>(
    ENGINE,
    sql`select id from identity.role where duty = 'audit'`,
  )
  const { token } = await quickAccount(server, { roleIds: [role!.id] })
  expect(pathsIn(await menuOf(token))).toContain('/systemManage/loginLog')
  for (const path of ['/api/admin/operLog/page', '/api/admin/loginLog/page', '/api/admin/operLog/verify'])
    expect([path, (await server.call('GET', path, undefined, { token })).status]).toEqual([path, 200])
})

test('the permission to list the audit is enough, and without it the audit is refused', async () => {
  const audit = await quickAccount(server, { roleIds: [await quickRole(server, { points: ['operLog:list'] })] })
  expect(pathsIn(await menuOf(audit.token))).toContain('/systemManage/loginLog')
  expect((await server.call('GET', '/api/admin/operLog/page', undefined, { token: audit.token })).status).toBe(200)
  const other = await quickAccount(server, { roleIds: [await quickRole(server, { points: ['loginLog:list'] })] })
  expect((await server.call('GET', '/api/admin/operLog/page', undefined, { token: other.token })).status).toBe(403)
})

test.each([
  ['who', sql`actor_name = 'demo'`, 'entry_actor'],
  ['act', sql`action = 'edit'`, 'entry_action'],
  ['object', sql`object = 'ticket'`, 'entry_kind'],
] as const)('%s is found by an index, newest first, without sorting', async (_what, condition: Sql, index) => {
  const plan = await server.ports.db.tx({ role: 'platform' }, async query => {
    await query(sql`set local enable_seqscan = off`)
    return query<{ 'QUERY PLAN': string }>(
      sql`explain select id from audit.entry where ${condition} and at >= now() - interval '30 days' order by at desc, id desc limit 10`,
    )
  })
  const text = plan.map(row => row['QUERY PLAN']).join('\n')
  expect(text).toContain(index)
  expect(text).not.toContain('Sort')
})

test('an exported entry says what changed in the words of its fields', async () => {
  const made = (await server.call('POST', '/api/device/vendor', { code: 'AUDITED', name: '甲', status: 1 })).body.data
  await server.call('PUT', '/api/device/vendor', { id: made.id, rev: made.rev, name: '乙', status: 0 })
  const { body } = await server.call(
    'GET',
    '/api/admin/operLog/export?format=csv&object=deviceVendor&columns=action,changes',
  )
  const lines = String(body.msg).trim().split('\r\n')
  expect(lines).toContain('编辑,厂商名称：甲 → 乙；状态：合作中 → 已停止')
  expect(lines).toContain('新增,厂商编码：AUDITED；厂商名称：甲；状态：合作中')
  expect(body.msg).not.toContain('{')
})

test('who holds both homes has one of them in the menu', async () => {
  const [home] = await server.ports.db.query<{ ids: string[] }>(
    ENGINE,
    sql`select array_agg(id::text) as ids from identity.menu where path in ('/home/apply', '/commonHome/apply')`,
  )
  const role = await quickRole(server, { points: [] })
  await server.ports.db.query(
    ENGINE,
    sql`insert into identity.role_menu (role_id, menu_id) select ${role}, unnest(${home!.ids}::bigint[])`,
  )
  const homes = async (account: { type?: number; sourceId?: string }): Promise<(string | null)[]> =>
    (await menuOf((await quickAccount(server, { ...account, roleIds: [role] })).token)).map(area => area.path)
  expect(await homes({ type: 1 })).toEqual(['/home'])
  expect(await homes({ type: 2, sourceId: '2' })).toEqual(['/commonHome'])
})
