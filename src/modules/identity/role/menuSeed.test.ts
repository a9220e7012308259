/** The seed of the menu on installations that have one: places that people chose stay, new groups take their pages, roles keep their points. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { quickAccount, quickRole } from '../../../../tests/harness/quickAccount.ts'
import { menuSeed } from './menu.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Node {
  key: string | null
  path: string | null
  children: Node[]
}
const pathsOf = (node: Node | undefined): (string | null)[] => node?.children.map(({ path }) => path) ?? []
const find = (nodes: readonly Node[], key: string): Node | undefined => {
  for (const node of nodes) {
    const found = node.key === key ? node : find(node.children, key)
    if (found) return found
  }
  return undefined
}
const menuOf = async (query = '', token?: string): Promise<Node[]> =>
  (await server.call('GET', `/api/admin/menu${query}`, undefined, token ? { token } : {})).body.data
const engine = { role: 'engine' } as const

test('a group that is new takes its pages, also an edited one, and is followed by the rights of roles', async () => {
  const roleIds = [await quickRole(server, { points: ['timePlan:list'] })]
  const { token } = await quickAccount(server, { roleIds })
  // As an installation was before the groups: the pages directly below, one of them renamed, one moved elsewhere.
  await server.ports.db.query(
    engine,
    sql`update identity.menu m set parent_id = above.parent_id,
        edited = m.path in ('/apply/siteManage', '/apply/apiKey'),
        name = case when m.path = '/apply/siteManage' then '园区' else m.name end
      from identity.menu above where above.id = m.parent_id and above.key like 'applyHome/%' and above.key <> 'applyHome/apply'`,
  )
  await server.ports.db.query(
    engine,
    sql`update identity.menu set parent_id = (select id from identity.menu where key = 'sysHome/systemManage')
      where path = '/apply/apiKey'`,
  )
  await server.ports.db.query(
    engine,
    sql`delete from identity.menu where key like 'applyHome/%' and key <> 'applyHome/apply'`,
  )
  const before = find(await menuOf('', token), 'applyHome/apply')
  expect(pathsOf(before)).toEqual(['/apply/timePlan'])
  await menuSeed.run(server.ports)
  const menu = await menuOf()
  expect(pathsOf(find(menu, 'applyHome/place'))).toEqual(['/apply/siteManage', '/apply/location'])
  expect(find(menu, 'page./apply/siteManage')).toMatchObject({ name: '园区' })
  expect(pathsOf(find(menu, 'sysHome/systemManage'))).toContain('/apply/apiKey')
  // Without its only page the group is not shown.
  expect(find(menu, 'applyHome/setting')).toBeUndefined()
  const own = find(await menuOf('', token), 'applyHome/apply')
  expect(own?.children.map(({ key }) => key)).toEqual(['applyHome/passage'])
  expect(pathsOf(own?.children[0])).toEqual(['/apply/timePlan'])
})

test('a page that a person moves back above its group stays there at the next start', async () => {
  await server.ports.db.query(
    engine,
    sql`update identity.menu set edited = true, parent_id = (select id from identity.menu where key = 'applyHome/apply')
      where path = '/apply/location'`,
  )
  await menuSeed.run(server.ports)
  expect(pathsOf(find(await menuOf(), 'applyHome/apply'))).toContain('/apply/location')
})

test('what lies below a hidden group is not shown elsewhere', async () => {
  await server.ports.db.query(engine, sql`update identity.menu set hidden = true where key = 'applyHome/people'`)
  const menu = await menuOf()
  expect(find(menu, 'page./apply/customPerson/default')).toBeUndefined()
  expect(find(menu, 'applyHome/passage')).toBeDefined()
})

test('an application has the pages of the device classes that it has', async () => {
  const open = async (name: string, deviceClass: string): Promise<(key: string) => boolean> => {
    const app = { name, industry: 1, deviceClasses: [deviceClass] }
    const { id } = (await server.call('POST', '/api/admin/application', app)).body.data
    const menu = await menuOf(`?appId=${id}`)
    return key => find(menu, key) !== undefined
  }
  const [doors, boards] = [await open('有门', 'faceEqui'), await open('有屏', 'ledDevice')]
  for (const [key, withDoors, withBoards] of [
    ['class.faceEqui.equi', true, false],
    ['class.ledDevice.equi', false, true],
    ['page./apply/doorSetting', true, false],
    ['page./apply/programme', false, true],
    ['page./apply/authGroup', true, true],
  ] as const)
    expect([doors(key), boards(key)], key).toEqual([withDoors, withBoards])
})
