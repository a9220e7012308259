/**
 * S-REACH (P36): no user can give anybody rights beyond their own. Random organisations, roles and
 * accounts; random users do random acts over the real routes; after each, the rights of everybody are compared with those
 * before it and with those of the acting user. The model of rights below shares no code with the product.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetIdentity, quickAccount, quickRole, type QuickAccount } from '../harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { random as seededRandom, seedOf } from '../faults/random.ts'

const ENGINE = { role: 'engine' } as const
const ACTS = Number(process.env.REACH_ACTS ?? 700)
/** Random each time; `SEED` repeats a run. */
const SEED = seedOf()
/** Points that give power over others, and some that do not. */
const POWER = [
  'user:list',
  'user:view',
  'user:add',
  'user:edit',
  'user:remove',
  'user:lock',
  'user:resetFactor',
  'user:endSessions',
]
const ROLES = ['role:list', 'role:view', 'role:add', 'role:edit', 'role:remove', 'role:grant']
const OTHER = [
  'person:list',
  'person:edit',
  'site:list',
  'command:send',
  'apiKey:add',
  'apiKey:list',
  'apiKey:edit',
  'apiKey:revoke',
]
/** What affects others' rights: departments, permission points of menus, companies with their main accounts, API keys. */
const AROUND = ['department', 'menu', 'agency', 'supplier'].flatMap(noun =>
  ['list', 'view', 'add', 'edit', 'remove'].map(verb => `${noun}:${verb}`),
)
const COMPANIES = ['agency', 'supplier'].flatMap(noun =>
  ['freeze', 'unfreeze', 'resetPassword'].map(act => `${noun}:${act}`),
)
const POINTS = [...POWER, ...ROLES, ...OTHER, ...AROUND, ...COMPANIES, 'apiKey:rotate']
const ORGANISATIONS = { platform: '1', foshan: '2', nanc: '3', agency: '910', below: '911' } as const

interface Rights {
  points: Set<string>
  sources: Set<string>
  apps: Set<string>
}

let server: TestServer
let menuOf: Map<string, string>
let apps: { id: string; sourceId: string }[]

beforeAll(async () => {
  server = await startTestServer()
  const query = server.ports.db.query.bind(server.ports.db, ENGINE)
  await query(
    sql`insert into identity.organisation (id, code, kind, name, parent_id) values (910, 'reach-a', 2, '代理商', 2), (911, 'reach-b', 2, '下级代理', 910)`,
  )
  const menus = (await query(sql`select id, permission from identity.menu where permission = any(${POINTS})`)) as {
    id: string
    permission: string
  }[]
  menuOf = new Map(menus.map(menu => [menu.permission, menu.id]))
  apps = []
  for (const sourceId of Object.values(ORGANISATIONS))
    for (let n = 0; n < 2; n += 1) {
      const id = server.ports.newId()
      await query(
        sql`insert into applications.application (id, source_id, name, app_key, state) values (${id}, ${sourceId}, ${`应用${id}`}, ${`ak${id}`}, 1)`,
      )
      apps.push({ id, sourceId })
    }
})
afterAll(() => server?.close())

/** The rights of everybody, read from the tables and derived independently, as the documents define them. */
async function rightsOfAll(): Promise<Map<string, Rights & { type: number; secret: string }>> {
  const query = <Row>(text: ReturnType<typeof sql>): Promise<Row[]> => server.ports.db.query<Row>(ENGINE, text)
  const organisations = await query<{ id: string; parent_id: string | null }>(
    sql`select id, parent_id from identity.organisation`,
  )
  const accounts = await query<{ id: string; type: number; source_id: string; app_scope: number; secret: string }>(
    sql`select id, type, source_id, app_scope, coalesce(password_hash, '') || state || (deleted_at is null) as secret from identity.account where not machine and type <> 0`,
  )
  const keys = await query<{ id: string; points: string[]; app_id: string }>(
    sql`select id, points, app_id from identity.api_key where state = 1`,
  )
  const roles = await query<{ account_id: string; role_id: string; data_scope: number }>(
    sql`select ar.account_id, ar.role_id, r.data_scope from identity.account_role ar join identity.role r on r.id = ar.role_id`,
  )
  const points = await query<{ role_id: string; permission: string }>(
    sql`select rm.role_id, m.permission from identity.role_menu rm join identity.menu m on m.id = rm.menu_id where m.permission is not null`,
  )
  const chosen = await query<{ role_id: string; organisation_id: string }>(
    sql`select role_id, organisation_id from identity.role_organisation`,
  )
  const given = await query<{ account_id: string; app_id: string }>(
    sql`select account_id, app_id from identity.account_app`,
  )
  const below = (id: string): string[] => [
    id,
    ...organisations.filter(one => one.parent_id === id).flatMap(one => below(one.id)),
  ]
  const result = new Map<string, Rights & { type: number; secret: string }>()
  for (const account of accounts) {
    const mine = roles.filter(role => role.account_id === account.id)
    const down = below(account.source_id)
    const sources = new Set<string>(mine.length === 0 ? [account.source_id] : [])
    for (const role of mine) {
      if (role.data_scope === 0 && account.type === 1) for (const one of organisations) sources.add(one.id)
      if (role.data_scope === 0 || role.data_scope === 2) for (const id of down) sources.add(id)
      if (role.data_scope === 3) sources.add(account.source_id)
      if (role.data_scope === 1)
        for (const one of chosen)
          if (one.role_id === role.role_id && (account.type === 1 || down.includes(one.organisation_id)))
            sources.add(one.organisation_id)
    }
    const entered = given.filter(one => one.account_id === account.id).map(one => one.app_id)
    const every = account.app_scope === 1 && account.type < 4
    result.set(account.id, {
      type: account.type,
      secret: account.secret,
      points: new Set(points.filter(one => mine.some(role => role.role_id === one.role_id)).map(one => one.permission)),
      sources,
      apps: new Set(
        apps
          .filter(app => (every || entered.includes(app.id)) && (account.type === 4 || sources.has(app.sourceId)))
          .map(app => app.id),
      ),
    })
  }
  for (const key of keys)
    result.set(key.id, {
      type: 4,
      secret: '',
      points: new Set(key.points),
      sources: new Set(),
      apps: new Set([key.app_id]),
    })
  return result
}

const beyond = (a: Rights, b: Rights): boolean =>
  [...a.points].some(one => !b.points.has(one)) ||
  [...a.sources].some(one => !b.sources.has(one)) ||
  [...a.apps].some(one => !b.apps.has(one))
const mark = ({ points, sources, apps: entered }: Rights): string =>
  JSON.stringify([points, sources, entered].map(set => [...set].sort()))

type Act = [method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object]
/** The kind of an act: method and noun. */
const kindOf = ([method, url]: Act): string => `${method} ${url.replace(/\?.*/, '').replace(/\d{3,}|\b1\b/g, ':id')}`

describe('after any sequence of acts', () => {
  test(`nobody may do more than who last gave it (seed ${SEED})`, async () => {
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
    // Two platform users with every point, one of them for some organisations only, because only such users may create companies.
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
    /** Created rows of each noun, and an id that never existed. */
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
    for (const kind of ['agency', 'agency', 'supplier', 'supplier'] as const) {
      const { body } = await server.call('POST', `/api/admin/${kind}`, company('2'))
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
    /** Mostly a user who may do such things at all, often the one who removed what is to be restored. */
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
        () => ['POST', `/api/admin/${kind}`, company(pick(sources))],
        () => ['PUT', `/api/admin/${kind}`, { id: pick(of[kind]), parentId: pick(sources), contact: '孙' }],
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
    let before = await rightsOfAll()
    for (let n = 0; n < ACTS; n += 1) {
      const act = pick(acts)()
      const [method, url, body] = act
      // Without most of its data, the test would prove nothing.
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
      const after = await rightsOfAll()
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
        // Nobody could see an organisation before this act created it.
        const is = { ...now, sources: new Set([...now.sources].filter(one => known.has(one))) }
        const what = `${n}: ${method} ${url} ${JSON.stringify(body)} by ${id === actor.id ? 'oneself' : `another, type ${may.type}`}`
        if (was && mark(was) === mark(is)) {
          // The same rights with another secret: whoever set the secret can sign in.
          if (was.secret !== is.secret && id !== actor.id && beyond(is, may))
            broken.push(`${what}: took over ${mark(is)}`)
        } else if (id === actor.id ? beyond(is, was!) : beyond(is, may)) broken.push(`${what}: gave ${mark(is)}`)
      }
      before = after
    }
    expect(broken.slice(0, 5)).toEqual([])
    // If everything were refused, the test would prove nothing.
    expect(done).toBeGreaterThan(ACTS / 20)
    expect(Object.keys(happened).length, JSON.stringify(happened)).toBeGreaterThan(10)
  }, 180_000)
})

describe('by name', () => {
  // Restores the menus after the random acts, because points are looked up by their menu.
  beforeAll(async () => {
    const [ids, points] = [[...menuOf.values()], [...menuOf.keys()]]
    await server.ports.db.tx(ENGINE, async query => {
      await query(sql`delete from identity.role_menu where menu_id in
        (select id from identity.menu where key is null and permission = any(${points}) and id <> all(${ids}::bigint[]))`)
      await query(sql`update identity.menu m set permission = g.point
        from unnest(${ids}::bigint[], ${points}::text[]) as g(id, point) where m.id = g.id`)
    })
    await forgetIdentity(server)
  })
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
    // Staff belong to the platform: a user who sees only a partner does not see them; one who sees the platform does.
    const both = await quickAccount(server, { roleIds: [await role(POWER, 1, ['1', '2'])] })
    expect((await put(clerk, { id: boss.id, password: 'moss kettle river' })).status).toBe(404)
    expect((await put(both, { id: boss.id, password: 'moss kettle river' })).body.error).toBe('forbidden')
    const other = await quickAccount(server, { roleIds: [] })
    expect((await put(both, { id: other.id, roleIds: [wide] })).body.data.fields[0].field).toBe('roleIds')
    expect((await put(both, { id: other.id, roleIds: [] })).status).toBe(200)
  })
  test('nobody widens their own applications, and none is no application', async () => {
    const mine = apps.find(app => app.sourceId === '2')!.id
    const clerk = await quickAccount(server, {
      type: 2,
      sourceId: '2',
      roleIds: [await quickRole(server, { sourceId: '2', points: [...POWER, 'site:list'], scope: 3 })],
      apps: [mine],
    })
    for (const body of [
      { appIds: [] },
      { appScope: 1 },
      { appIds: [apps.find(app => app.sourceId === '2' && app.id !== mine)!.id] },
    ])
      expect((await put(clerk, { id: clerk.id, ...body })).body.data.fields[0].field, JSON.stringify(body)).toBe(
        'appIds',
      )
    expect((await put(clerk, { id: clerk.id, nickname: '新名' })).status).toBe(200)
    await server.ports.db.query(ENGINE, sql`delete from identity.account_app where account_id = ${clerk.id}`)
    await forgetIdentity(server)
    const seen = await server.call('GET', `/api/admin/site/page?appId=${mine}`, undefined, { token: clerk.token })
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
    // Users cannot revoke permissions that they lack.
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
  test('what stands for a permission is not turned into one that the caller lacks', async () => {
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
