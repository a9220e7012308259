/** S-BOLA: the data scope of a role, and the applications of an employee, decide which rows are listed and written. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AGENCY,
  FOSHAN,
  NANC,
  makeAccessWorld,
  makeTenantApplication,
  type AccessWorld,
} from '../harness/accessWorld.ts'
import { forget, makePerson, makeRole, tokenOf } from '../harness/people.ts'

let world: AccessWorld
beforeAll(async () => {
  world = await makeAccessWorld()
})
afterAll(() => world.server.close())
beforeEach(() => forget(world.server))

describe('data scopes', () => {
  const usernames = async (token: string): Promise<string[]> =>
    (
      (await world.server.call('GET', '/api/admin/user/page?size=100', undefined, { token })).body.data.records as {
        username: string
      }[]
    )
      .map(row => row.username)
      .sort()

  test('全部, 自定义, 本级及子级 and 本级 decide which rows are listed and written', async () => {
    const points = /^(user|organisation|application|site):/
    const people: Record<string, string> = {}
    for (const [username, type, sourceId, role] of [
      ['scope-all', 1, '1', { scope: 0 }],
      ['scope-own', 1, '1', { scope: 3 }],
      ['scope-some', 1, '1', { scope: 1, organisations: [FOSHAN, AGENCY] }],
      ['scope-fs-down', 2, FOSHAN, { scope: 2 }],
      ['scope-fs-own', 2, FOSHAN, { scope: 3 }],
      ['scope-fs-pick', 2, FOSHAN, { scope: 1, organisations: [AGENCY, NANC] }],
    ] as const) {
      const roleId = await makeRole(world.server, username, {
        ...role,
        organisations: [...('organisations' in role ? role.organisations : [])],
        points,
        sourceId,
      })
      people[username] = await makePerson(world.server, username, { type, sourceId, roleIds: [roleId] })
      world.tokens[username] = await tokenOf(world.server, username, sourceId === '1' ? '' : 'foshan')
    }
    const all = await usernames(world.tokens['scope-all']!)
    expect(all).toEqual(expect.arrayContaining(['admin', 'foshan-all', 'nanc-boss', 'agency-all']))
    expect(await usernames(world.tokens['scope-own']!)).toEqual(
      expect.arrayContaining(['admin', 'scope-own', 'staff-none']),
    )
    expect(await usernames(world.tokens['scope-own']!)).not.toEqual(expect.arrayContaining(['foshan-all']))
    const some = await usernames(world.tokens['scope-some']!)
    expect(some).toEqual(expect.arrayContaining(['foshan-all', 'agency-all']))
    for (const hidden of ['admin', 'nanc-boss', 'supply-all']) expect(some).not.toContain(hidden)
    const down = await usernames(world.tokens['scope-fs-down']!)
    expect(down).toEqual(expect.arrayContaining(['foshan-all', 'agency-all']))
    expect(await usernames(world.tokens['scope-fs-own']!)).not.toContain('agency-all')
    expect(await usernames(world.tokens['scope-fs-pick']!), 'nobody is given sight of what is not below').toEqual([
      'agency-all',
    ])

    const edit = async (who: string, id: string) =>
      (await world.server.call('PUT', '/api/admin/user', { id, nickname: '新名' }, { token: world.tokens[who]! }))
        .status
    const agencyNone = await makePerson(world.server, 'agency-none', { type: 2, sourceId: AGENCY })
    const nancNone = await makePerson(world.server, 'nanc-none', { type: 2, sourceId: NANC })
    expect(await edit('scope-all', nancNone)).toBe(200)
    expect(await edit('scope-some', agencyNone)).toBe(200)
    expect(await edit('scope-some', nancNone)).toBe(404)
    expect(await edit('scope-own', agencyNone)).toBe(404)
    // A data scope that includes organisations below does not allow writing there, and no row is created outside a data scope.
    expect(await edit('scope-fs-down', agencyNone)).toBe(404)
    const make = async (who: string, sourceId: string) =>
      (
        await world.server.call(
          'POST',
          '/api/admin/user',
          { username: `made-${sourceId}`, password: 'a good long one', type: 2, sourceId },
          { token: world.tokens[who]! },
        )
      ).status
    expect(await make('scope-some', NANC)).toBe(400)
    expect(await make('scope-some', AGENCY)).toBe(200)
    const sites = async (who: string, appId: string) =>
      (await world.server.call('GET', `/api/admin/site/page?appId=${appId}`, undefined, { token: world.tokens[who]! }))
        .status
    expect([
      await sites('scope-all', world.appB),
      await sites('scope-some', world.appB),
      await sites('scope-some', world.appA),
    ]).toEqual([200, 403, 200])
    expect([await sites('scope-own', world.appA), await sites('scope-fs-own', world.appA)]).toEqual([403, 200])
  })

  test('an employee held to some applications sees and enters those only', async () => {
    const second = await makeTenantApplication(world.server, FOSHAN, '甲之二')
    const role = await makeRole(world.server, 'held', { sourceId: FOSHAN, points: /^(application|site|deviceEvent):/ })
    await makePerson(world.server, 'foshan-held', { type: 2, sourceId: FOSHAN, roleIds: [role], appIds: [second] })
    const token = await tokenOf(world.server, 'foshan-held', 'foshan')
    const listed = (await world.server.call('GET', '/api/admin/application/page', undefined, { token })).body.data
      .records
    expect(listed.map((row: { id: string }) => row.id)).toEqual([second])
    expect(
      (await world.server.call('GET', `/api/admin/site/page?appId=${world.appA}`, undefined, { token })).status,
    ).toBe(403)
    expect((await world.server.call('GET', `/api/admin/site/page?appId=${second}`, undefined, { token })).status).toBe(
      200,
    )
    expect((await world.server.call('GET', '/api/device/event/page', undefined, { token })).body.error).toBe(
      'app_required',
    )
  })
})
