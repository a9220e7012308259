/**
 * S-REACH (P36): no user can give anybody rights beyond their own. Random organisations, roles and
 * accounts; random users do random acts over the real routes; after each, the rights of everybody are compared with those
 * before it and with those of the acting user. The model of rights (`rightsModel.ts`) shares no code with the product.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onlyDeclared } from '../harness/onlyDeclared.ts'
import { forgetIdentity, quickAccount, quickRole, type QuickAccount } from '../harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { random as seededRandom, seedOf } from '../faults/random.ts'
import {
  makeReachWorld,
  AROUND,
  COMPANIES,
  ORGANISATIONS,
  OTHER,
  POINTS,
  POWER,
  ROLES,
  type World,
} from './reachWorld.ts'
import { beyond, mark, rightsOfAll } from './rightsModel.ts'

const ENGINE = { role: 'engine' } as const
const ACTS = Number(process.env.REACH_ACTS ?? 700)
/** Another world each time; `SEED` asks the same again. */
const SEED = seedOf()

let server: TestServer
let menuOf: World['menuOf']
let apps: World['apps']

beforeAll(async () => {
  server = await startTestServer()
  ;({ menuOf, apps } = await makeReachWorld(server))
})
afterAll(() => server?.close())

type Act = [method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object]
/** A kind of act: what it does to which noun. */
const kindOf = ([method, url]: Act): string => `${method} ${url.replace(/\?.*/, '').replace(/\d{3,}|\b1\b/g, ':id')}`

describe('after any sequence of acts', () => {
  test(`no account has more than its last grantor (seed ${SEED})`, async () => {
    const random = seededRandom(SEED)
    const int = (n: number): number => Math.floor(random() * n)
    const pick = <T>(list: readonly T[]): T => list[int(list.length)]!
    const some = <T>(list: readonly T[], share: number): T[] => list.filter(() => random() < share)
    const sources = Object.values(ORGANISATIONS)
    const roleIds: string[] = []
    for (let n = 0; n < 18; n += 1)
      roleIds.push(
        await quickRole(server, {
          sourceId: pick(sources),
          points: [
            ...some(POWER, 0.7),
            ...some(ROLES, 0.6),
            ...some(OTHER, 0.5),
            ...(random() < 0.6 ? [...some(AROUND, 0.7), ...some(COMPANIES, 0.6), 'apiKey:rotate'] : []),
          ],
          scope: int(4),
          organisations: some(sources, 0.4),
        }),
      )
    const sourceOfRole = new Map(
      (
        await server.ports.db.query<{ id: string; source_id: string }>(
          ENGINE,
          sql`select id, source_id from identity.role where id = any(${roleIds}::bigint[])`,
        )
      ).map(row => [row.id, row.source_id]),
    )
    const people: QuickAccount[] = []
    const ids: string[] = []
    for (let n = 0; n < 24; n += 1) {
      const sourceId = pick(sources)
      const type = sourceId === '1' ? 1 : random() < 0.15 ? 4 : 2
      const person = await quickAccount(server, {
        type,
        sourceId,
        main: random() < 0.2 && type === 2,
        roleIds: some(
          roleIds.filter(id => type === 1 || sourceOfRole.get(id) === sourceId),
          0.4,
        ),
        apps: type === 4 || random() < 0.4 ? some(apps, 0.3).map(app => app.id) : 'all',
      })
      people.push(person)
      ids.push(person.id)
    }
    // Two of the platform who hold every point, one of them for some organisations only: companies are made by such.
    const everything = (
      await server.ports.db.query<{ permission: string }>(
        ENGINE,
        sql`select distinct permission from identity.menu where permission is not null`,
      )
    ).map(row => row.permission)
    for (const scope of [0, 1]) {
      const whole = await quickRole(server, { points: everything, scope, organisations: ['1', '2'] })
      people.push(await quickAccount(server, { roleIds: [whole] }))
      ids.push(people.at(-1)!.id)
    }
    const keyIds: string[] = []
    for (const app of apps.slice(0, 3)) {
      const { body } = await server.call('POST', `/api/admin/apiKey?appId=${app.id}`, {
        name: 'k',
        points: ['person:list'],
      })
      if (body.code !== 0) throw new Error(JSON.stringify(body))
      keyIds.push(body.data.id)
    }
    const menus = (share: number): string[] => some([...menuOf.values()], share)
    /** What was made of each, and somebody's that never was. */
    const of = { department: ['1'], agency: [] as string[], supplier: [] as string[], menu: [...menuOf.values()] }
    const company = (sourceId: string): object => ({
      ...{
        name: `公司${int(1e9)}`,
        code: `c${int(1e9)}`,
        level: 1,
        contact: '钱',
        phone: '13800138000',
        classes: ['faceEqui'],
      },
      ...{ username: `main${int(1e9)}`, password: 'moss kettle river', parentId: sourceId },
    })
    const made = (kind: string, sourceId: string): object =>
      onlyDeclared('POST', `/api/admin/${kind}`, company(sourceId) as Record<string, unknown>)
    for (const kind of ['agency', 'agency', 'supplier', 'supplier'] as const) {
      const { body } = await server.call('POST', `/api/admin/${kind}`, made(kind, '2'))
      if (body.code !== 0) throw new Error(JSON.stringify(body))
      of[kind].push(body.data.id)
    }
    for (const { id } of await server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from identity.account where username like 'main%'`,
    ))
      ids.push(id)
    const happened: Record<string, number> = {}
    const removed: { noun: string; id: string; by: string }[] = [{ noun: 'user', id: '1', by: '1' }]
    const undo = (): Act => {
      const { noun, id } = pick(removed)
      return ['POST', `/api/admin/${noun}/remove/undo`, { ids: [id] }]
    }
    /** Mostly somebody who may do such things at all, often who removed what is to come back. */
    const actorFor = ([method, url, body]: Act): QuickAccount => {
      const [rule] = server.app.rules.filter(
        one =>
          one.method === method &&
          new RegExp(`^${one.url.replace(/:\w+/g, '[^/]+')}$`).test(url.replace(/\?.*/, '')) &&
          !(one.url.includes(':id') && /undo|tree/.test(url)),
      )
      const holders = people.filter(one => before.get(one.id)?.points.has(rule?.access ?? ''))
      const remover = removed.find(one => url.endsWith('undo') && (body as { ids: string[] }).ids.includes(one.id))
      const own = people.find(one => one.id === remover?.by)
      if (own && random() < 0.7) return own
      if (/agency|supplier/.test(url) && random() < 0.4) return pick(people.slice(-2))
      return holders.length && random() < 0.85 ? pick(holders) : pick(people)
    }
    const acts: (() => Act)[] = [
      () => [
        'POST',
        '/api/admin/user',
        {
          username: `made${int(1e9)}`,
          password: 'moss kettle river',
          type: pick([1, 2, 4]),
          sourceId: pick(sources),
          roleIds: some(roleIds, 0.1),
          appScope: int(2),
          appIds: some(apps, 0.2).map(app => app.id),
        },
      ],
      () => ['PUT', '/api/admin/user', { id: pick(ids), roleIds: some(roleIds, 0.15) }],
      () => [
        'PUT',
        '/api/admin/user',
        { id: pick(ids), appIds: random() < 0.3 ? [] : some(apps, 0.3).map(app => app.id) },
      ],
      () => ['PUT', '/api/admin/user', { id: pick(ids), appScope: int(2) }],
      () => ['PUT', '/api/admin/user', { id: pick(ids), password: 'another kettle river' }],
      () => ['POST', `/api/admin/user/${pick(ids)}/lock`, {}],
      () => ['POST', `/api/admin/user/${pick(ids)}/unlock`, {}],
      () => [
        'POST',
        '/api/admin/role',
        { name: `r${int(1e9)}`, code: `r${int(1e9)}`, dataScope: int(4), organisationIds: some(sources, 0.4) },
      ],
      () => ['PUT', '/api/admin/role', { id: pick(roleIds), dataScope: int(4) }],
      () => ['PUT', '/api/admin/role', { id: pick(roleIds), organisationIds: some(sources, 0.5) }],
      () => ['POST', `/api/admin/role/${pick(roleIds)}/grant`, { menuIds: menus(random()) }],
      () => ['DELETE', `/api/admin/role/${pick(roleIds)}`],
      () => [
        'PUT',
        `/api/admin/employeePermission/${pick(ids)}`,
        {
          menuIds: menus(random() * 0.5),
          dataScope: int(4),
          organisationIds: some(sources, 0.3),
          appScope: int(2),
          appIds: some(apps, 0.3).map(app => app.id),
        },
      ],
      () => [
        'POST',
        `/api/admin/apiKey?appId=${pick(apps).id}`,
        { name: 'k', points: some(OTHER.slice(0, 4), 0.5).concat('person:list') },
      ],
      () => [
        'PUT',
        `/api/admin/apiKey?appId=${pick(apps).id}`,
        { id: pick([...keyIds, '1']), name: 'k', points: some(OTHER.slice(0, 4), 0.5).concat('person:list') },
      ],
      () => [
        'POST',
        `/api/admin/apiKey/${pick([...keyIds, '1'])}/${pick(['rotate', 'revoke'])}?appId=${pick(apps).id}`,
        {},
      ],
      () => ['DELETE', `/api/admin/user/${pick(ids)}`],
      undo,
      undo,
      undo,
      () => ['POST', '/api/admin/department', { name: `部门${int(1e9)}`, sourceId: pick(sources) }],
      () => ['PUT', '/api/admin/department', { id: pick(of.department), headId: pick(ids), name: `部门${int(1e9)}` }],
      () => ['DELETE', `/api/admin/department/${pick(of.department)}`],
      () => ['PUT', '/api/admin/user', { id: pick(ids), departmentId: pick(of.department) }],
      () => ['PUT', '/api/admin/menu', { id: pick(of.menu), permission: pick(POINTS) }],
      () => [
        'POST',
        '/api/admin/menu',
        { name: `菜单${int(1e9)}`, parentId: pick(of.menu), type: '1', permission: pick(POINTS), sort: 1 },
      ],
      () => ['DELETE', `/api/admin/menu/${pick(of.menu)}`],
      ...(['agency', 'supplier'] as const).flatMap((kind): (() => Act)[] => [
        () => ['POST', `/api/admin/${kind}`, made(kind, pick(sources))],
        () => ['PUT', `/api/admin/${kind}`, { id: pick(of[kind]), contact: '孙' }],
        () => [
          'POST',
          `/api/admin/${kind}/${pick(of[kind])}/${pick(['freeze', 'unfreeze', 'resetPassword'])}`,
          { reason: '试', password: 'moss kettle river' },
        ],
        () => ['DELETE', `/api/admin/${kind}/${pick(of[kind])}`],
      ]),
    ]
    const broken: string[] = []
    let done = 0
    let before = await rightsOfAll(server, apps)
    for (let n = 0; n < ACTS; n += 1) {
      const act = pick(acts)()
      const [method, url, body] = act
      // A world in which all is gone proves nothing either.
      if (method === 'DELETE' && random() < 0.6) continue
      const actor = actorFor(act)
      const may = before.get(actor.id)
      if (!may) continue
      await server.ports.db.query(
        ENGINE,
        sql`update identity.session set proved_at = now(), revoked_at = null where account_id = ${actor.id}`,
      )
      await forgetIdentity(server)
      const answer = await server.call(method, url, body, { token: actor.token })
      if (answer.status >= 500) broken.push(`${method} ${url}: ${answer.status}`)
      if (answer.body.code !== 0) continue
      done += 1
      happened[kindOf(act)] = (happened[kindOf(act)] ?? 0) + 1
      const made = answer.body.data?.id as string | undefined
      const after = await rightsOfAll(server, apps)
      const known = new Set([...before.values()].flatMap(one => [...one.sources]))
      if (method === 'DELETE') {
        const [, noun, id] = /admin\/(\w+)\/(\d+)$/.exec(url)!
        removed.unshift({ noun: noun!, id: id!, by: actor.id })
      }
      if (made && url === '/api/admin/user') ids.push(made)
      if (made && url === '/api/admin/role') roleIds.push(made)
      if (made && method === 'POST' && /apiKey\?/.test(url)) keyIds.push(made)
      for (const noun of ['department', 'agency', 'supplier', 'menu'] as const)
        if (made && method === 'POST' && url === `/api/admin/${noun}`) of[noun].push(made)
      for (const [id, now] of after) {
        const was = before.get(id)
        // An organisation that this act made could be seen by no account before.
        const is = { ...now, sources: new Set([...now.sources].filter(one => known.has(one))) }
        const what = `${n}: ${method} ${url} ${JSON.stringify(body)} by ${id === actor.id ? 'oneself' : `another, type ${may.type}`}`
        if (was && mark(was) === mark(is)) {
          // The same rights, another secret: it can be entered by who set it.
          if (was.secret !== is.secret && id !== actor.id && beyond(is, may))
            broken.push(`${what}: took over ${mark(is)}`)
        } else if (id === actor.id ? beyond(is, was!) : beyond(is, may)) broken.push(`${what}: gave ${mark(is)}`)
      }
      before = after
    }
    expect(broken.slice(0, 5)).toEqual([])
    // A world in which everything is refused proves nothing.
    expect(done).toBeGreaterThan(ACTS / 20)
    expect(Object.keys(happened).length, JSON.stringify(happened)).toBeGreaterThan(10)
  }, 180_000)
})
