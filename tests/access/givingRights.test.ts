/** S-BOLA: an account gives no rights beyond its own, through accounts, roles or the duties of administrators. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { FOSHAN, makeAccessWorld, type AccessWorld } from '../harness/accessWorld.ts'
import { forget, makePerson, makeRole, tokenOf } from '../harness/people.ts'

const ENGINE = { role: 'engine' } as const

let world: AccessWorld
beforeAll(async () => {
  world = await makeAccessWorld()
})
afterAll(() => world.server.close())
beforeEach(() => forget(world.server))

describe('an account cannot give another more rights than its own', () => {
  test.each([0, 1, 3, 5])('a partner makes no account of type %i', async type => {
    const answer = await world.server.call(
      'POST',
      '/api/admin/user',
      { username: `mighty${type}`, password: 'a good long one', type },
      { token: world.tokens['foshan-all']! },
    )
    expect([answer.status, answer.body.data.fields[0].field]).toEqual([400, 'type'])
  })
  test('types, sources and main flags given in a body change nothing', async () => {
    const plain = { username: 'plain-one', password: 'a good long one', type: 2, sourceId: '1' }
    const token = world.tokens['foshan-all']!
    const given = { ...plain, main: true, isMainFlag: true, permissions: ['user:add'] }
    const refused = await world.server.call('POST', '/api/admin/user', given, { token })
    expect(refused.body.data.fields.map(({ field }: { field: string }) => field)).toEqual([
      ...['main', 'isMainFlag', 'permissions'],
    ])
    const made = await world.server.call('POST', '/api/admin/user', plain, { token })
    expect(made.body.data).toMatchObject({ type: 2, sourceId: FOSHAN, main: false, roleIds: [] })
    await world.server.call(
      'PUT',
      '/api/admin/user',
      { id: made.body.data.id, type: 0, sourceId: '1', main: true },
      { token: world.tokens['foshan-all']! },
    )
    const now = await world.server.call('GET', `/api/admin/user/${made.body.data.id}`)
    expect(now.body.data).toMatchObject({ type: 2, sourceId: FOSHAN, main: false })
    expect(
      (
        await world.server.call('POST', '/api/admin/user', {
          username: 'odd-staff',
          password: 'a good long one',
          type: 1,
          sourceId: FOSHAN,
        })
      ).body.data.fields[0].field,
    ).toBe('sourceId')
  })
  test('an employee with user:edit takes over neither the main account nor a colleague who may do more', async () => {
    const role = await makeRole(world.server, 'clerk', { sourceId: FOSHAN, points: /^user:/ })
    const id = await makePerson(world.server, 'foshan-clerk', { type: 2, sourceId: FOSHAN, roleIds: [role] })
    const token = await tokenOf(world.server, 'foshan-clerk', 'foshan')
    const [{ id: main }] = (await world.server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`update identity.account set main = true where username = 'foshan-none' returning id`,
    )) as [{ id: string }]
    const [{ id: mightier }] = (await world.server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from identity.account where username = 'foshan-all'`,
    )) as [{ id: string }]
    for (const target of [main, mightier])
      for (const [method, url, body] of [
        ['PUT', '/api/admin/user', { id: target, password: 'taken over now' }],
        ['PUT', '/api/admin/user', { id: target, phone: '13800001111' }],
        ['POST', `/api/admin/user/${target}/lock`, {}],
        ['POST', `/api/admin/user/${target}/resetFactor`, {}],
        ['DELETE', `/api/admin/user/${target}`, undefined],
      ] as const)
        expect((await world.server.call(method, url, body, { token })).status, `${method} ${url}`).toBe(403)
    const [all] = await world.server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from identity.role where code = ${`all-${FOSHAN}-0`}`,
    )
    for (const roleIds of [[all!.id], [role, all!.id], [world.ofB.role]])
      expect((await world.server.call('PUT', '/api/admin/user', { id, roleIds }, { token })).status).toBe(400)
  })
  test('the three administrators share no duty, and no account has two', async () => {
    const roles = await world.server.ports.db.query<{ id: string; duty: string; points: string[] }>(
      ENGINE,
      sql`select r.id, r.duty, array_agg(m.permission) as points from identity.role r join identity.role_menu rm on rm.role_id = r.id join identity.menu m on m.id = rm.menu_id where r.duty is not null group by 1, 2`,
    )
    expect(roles.map(role => role.duty).sort()).toEqual(['audit', 'security', 'system'])
    const writes = (duty: string) =>
      new Set(
        roles
          .find(role => role.duty === duty)!
          .points.filter(point => !/:(list|view|export|sessions|policy)$/.test(point)),
      )
    const [system, security, audit] = [writes('system'), writes('security'), writes('audit')]
    expect([...security].filter(point => system.has(point) || audit.has(point))).toEqual([])
    expect([...system].filter(point => audit.has(point))).toEqual([])
    expect(system.has('role:grant') || system.has('loginLog:list')).toBe(false)
    const roleIds = roles.map(role => role.id)
    const both = await world.server.call('POST', '/api/admin/user', {
      username: 'two-duties',
      password: 'a good long one',
      type: 1,
      roleIds: roleIds.slice(0, 2),
    })
    expect(both.body.data.fields[0].field).toBe('roleIds')
    const fixed = await world.server.call('POST', `/api/admin/role/${roleIds[0]}/grant`, { menuIds: [] })
    expect([fixed.status, fixed.body.error]).toEqual([409, 'wrong_state'])
    const securityRole = roles.find(role => role.duty === 'security')!.id
    const id = await makePerson(world.server, 'security-1', { roleIds: [securityRole] })
    const token = await tokenOf(world.server, 'security-1')
    for (const duty of ['system', 'audit']) {
      const given = roles.find(role => role.duty === duty)!.id
      expect((await world.server.call('PUT', '/api/admin/user', { id, roleIds: [given] }, { token })).status).toBe(403)
    }
  })
})
