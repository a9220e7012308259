/** A role is granted every menu, although there are more of them than a field refers to elsewhere. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_REFERENCES } from '#model/judgeScalar.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Node {
  id: string
  children: Node[]
}
const idsOf = (nodes: readonly Node[]): string[] => nodes.flatMap(node => [node.id, ...idsOf(node.children)])

test('a role is granted all menus when there are more than a thousand', async () => {
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into identity.menu (id, name, name_en, sort) select n, 'x' || n, 'x' || n, n
      from generate_series(1, ${MOST_REFERENCES}) n`,
  )
  const menuIds = idsOf((await server.call('GET', '/api/admin/menu/tree')).body.data)
  expect(menuIds.length).toBeGreaterThan(MOST_REFERENCES)
  const role = (await server.call('POST', '/api/admin/role', { name: '全部', code: 'all-menus', dataScope: 0 })).body
    .data
  const granted = await server.call('POST', `/api/admin/role/${role.id}/grant`, { menuIds })
  expect([granted.status, granted.body.data]).toEqual([200, menuIds.length])
})
