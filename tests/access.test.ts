/**
 * S-BOLA: who may call what, over every route of the server. Roles × routes: nobody passes without the permission.
 * Id swaps: with every permission of their own, nobody reaches rows of others, by path, query or body.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql, { raw } from 'sql-template-tag'
import { nouns } from '#main/registry.ts'
import { connectDevice, makeApplication } from './harness/device.ts'
import { forget, makePerson, makeRole, tokenOf } from './harness/people.ts'
import { startTestServer, type Answer, type TestServer } from './harness/server.ts'

const ENGINE = { role: 'engine' } as const
const [FOSHAN, NANC, AGENCY, SUPPLIER] = ['2', '3', '910', '911'] as const
/** Part of every name that belongs to B; others must never see it. */
const CANARY = '乙之机密'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Routes without a session, which have rules of their own. A new one must be added here deliberately. */
const PUBLIC = [
  'DELETE /api/auth/token/logout',
  'GET /api/admin/mobile/:phone',
  'GET /api/admin/sys-file/:id/content',
  'GET /api/auth/social/back',
  'GET /api/auth/social/start',
  'GET /api/auth/token/logout',
  'GET /api/brand/:code/logo',
  'GET /api/code',
  'GET /api/config',
  'GET /api/content/picture/:id',
  'GET /api/device/apk/:id/file',
  'GET /api/device/apk/latest',
  'GET /api/device/portrait/:ticket',
  'GET /api/job/:id/file',
  'GET /api/openapi.json',
  'POST /api/auth/factor',
  'POST /api/auth/factor/enrol',
  'POST /api/auth/factor/passkey',
  'POST /api/auth/mobile/token/sms',
  'POST /api/auth/mobile/token/social',
  'POST /api/auth/oauth/token',
  'POST /api/auth/password/first',
  'POST /api/auth/password/reset',
  'POST /api/auth/password/reset/check',
]
/** The public site, whose visitors have no account. */
const SITE = /^\w+ \/api\/(advert|contact|docs|device\/label|register)(\/|$)/
/** Not called: it ends the caller's session, or its answer never ends. */
const ENDS = new Set(['GET /api/auth/token/logout', 'DELETE /api/auth/token/logout', 'POST /api/auth/unlock'])
const STREAMS = new Set(['GET /api/live'])

let server: TestServer
let [appA, appB] = ['', '']
const tokens: Record<string, string> = {}
/** Rows of B by noun. */
const ofB: Record<string, string> = {}

async function makeTenantApplication(sourceId: string, name: string): Promise<string> {
  const id = server.ports.newId()
  await server.ports.db.query(
    ENGINE,
    sql`insert into applications.application (id, source_id, name, app_key, device_classes, state)
    select ${id}, ${sourceId}, ${name}, ${`ak${id}`}, a.device_classes, a.state from applications.application a limit 1`,
  )
  return id
}

/** The token of a program with an API key of A that has every permission a key can have. */
async function keyToken(): Promise<string> {
  const points = (await server.call('GET', '/api/admin/apiKey/points')).body.data.map((one: any) => one.point)
  const made = await server.call('POST', `/api/admin/apiKey?appId=${appA}`, { name: '甲的程序', points })
  const { clientId, secret } = made.body.data
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/oauth/token?grant_type=client_credentials',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
  })
  return answer.json().access_token
}

beforeAll(async () => {
  server = await startTestServer()
  await server.ports.db.query(
    ENGINE,
    sql`insert into identity.organisation (id, code, kind, name, parent_id) values (${AGENCY}, 'agency-x', 2, '代理商', ${FOSHAN}), (${SUPPLIER}, 'supplier-x', 3, '供应商', 1)`,
  )
  const { models } = await makeApplication(server, '平台应用')
  ;[appA, appB] = [await makeTenantApplication(FOSHAN, '甲应用'), await makeTenantApplication(NANC, CANARY)]
  ofB.application = appB
  const put = async (noun: string, url: string, body: object): Promise<void> => {
    const made = await server.call('POST', `${url}?appId=${appB}`, body)
    if (made.body.code !== 0) throw new Error(`${url}: ${JSON.stringify(made.body)}`)
    ofB[noun] = made.body.data.id
  }
  await put('organization', '/api/person/organization', { name: CANARY })
  await put('person', '/api/person/person', { name: CANARY, personType: 1, orgId: ofB.organization })
  await put('site', '/api/admin/site', { name: CANARY, type: 1, status: 1 })
  await put('authGroup', '/api/person/authGroup', { name: CANARY })
  await put('timePlan', '/api/person/timePlan', { name: CANARY, week: [{ weekday: 1, from: '08:00', to: '09:00' }] })
  await put('callback', '/api/device/callback', {
    name: CANARY,
    deviceClass: 'bollardDevice',
    url: 'http://127.0.0.1:9/',
    events: ['event'],
  })
  await put('apiKey', '/api/admin/apiKey', { name: CANARY, points: ['site:list'] })
  ofB.deviceBind = ofB.device = (await connectDevice(server, appB, models.bollardDevice!, 'B-ONLY', CANARY)).id
  ofB.user = await makePerson(server, 'nanc-boss', { type: 2, sourceId: NANC, nickname: CANARY })
  ofB.role = await makeRole(server, CANARY, { sourceId: NANC })
  await tokenOf(server, 'nanc-boss', 'nanc')
  const [log] = await server.ports.db.query<{ id: string }>(
    ENGINE,
    sql`select id from identity.login_log where account_id = ${ofB.user} limit 1`,
  )
  ofB.loginLog = log!.id

  const everything = async (sourceId: string, scope = 3) => [
    await makeRole(server, `all-${sourceId}-${scope}`, { sourceId, scope }),
  ]
  await makePerson(server, 'foshan-all', { type: 2, sourceId: FOSHAN, roleIds: await everything(FOSHAN, 0) })
  await makePerson(server, 'foshan-none', { type: 2, sourceId: FOSHAN })
  await makePerson(server, 'agency-all', { type: 2, sourceId: AGENCY, roleIds: await everything(AGENCY) })
  await makePerson(server, 'supply-all', { type: 3, sourceId: SUPPLIER, roleIds: await everything(SUPPLIER) })
  await makePerson(server, 'staff-own', { type: 1, roleIds: await everything('1') })
  await makePerson(server, 'staff-none', { type: 1 })
  await makePerson(server, 'user-a', {
    type: 4,
    sourceId: FOSHAN,
    roleIds: await everything(FOSHAN, 3),
    appIds: [appA],
  })
  await makePerson(server, 'user-none', { type: 4, sourceId: FOSHAN, appIds: [appA] })
  for (const [name, platform] of [
    ['foshan-all', 'foshan'],
    ['foshan-none', 'foshan'],
    ['agency-all', 'foshan'],
    ['supply-all', ''],
    ['staff-own', ''],
    ['staff-none', ''],
    ['user-a', 'foshan'],
    ['user-none', 'foshan'],
  ] as const)
    tokens[name] = await tokenOf(server, name, platform)
  tokens['key-a'] = await keyToken()
})
afterAll(() => server.close())
beforeEach(() => forget(server))

const call = (method: string, url: string, body: unknown, token: string | null): Promise<Answer> =>
  server.call(method as Method, url, method === 'GET' || method === 'DELETE' ? undefined : (body ?? {}), { token })
const nowhere = (url: string): string => url.replace(/:\w+/g, '1')
const routes = () => server.app.rules.map(rule => ({ ...rule, name: `${rule.method} ${rule.url}` }))

describe('every route has a rule', () => {
  test('public, a session, or a permission point that can be granted', async () => {
    const points = new Set(
      (
        await server.ports.db.query<{ permission: string }>(
          ENGINE,
          sql`select distinct permission from identity.menu where permission is not null`,
        )
      ).map(row => row.permission),
    )
    expect(routes().length).toBeGreaterThan(200)
    const derived = [...nouns.keys()].map(key => `${key}:`)
    const strange = routes().filter(
      ({ access }) =>
        access !== 'public' &&
        access !== 'login' &&
        !points.has(access) &&
        !derived.some(start => access.startsWith(start)),
    )
    expect(strange).toEqual([])
  })
  test('the public ones are those that we know', () => {
    expect(
      routes()
        .filter(route => route.access === 'public' && !SITE.test(route.name))
        .map(route => route.name)
        .sort(),
    ).toEqual([...PUBLIC].sort())
  })
})

describe('roles × routes', () => {
  test('without a session: 401 from all that are not public', async () => {
    const wrong: string[] = []
    for (const { method, url, name, access } of routes()) {
      if (access === 'public') continue
      const { status } = await call(method, nowhere(url), {}, null)
      if (status !== 401) wrong.push(`${name}: ${status}`)
    }
    expect(wrong).toEqual([])
  })
  test.each(['foshan-none', 'staff-none', 'user-none'])(
    'with a session and no permission: 403 from all that ask for one (%s), and nothing changes',
    async who => {
      const before = await fingerprint()
      const wrong: string[] = []
      for (const { method, url, name, access } of routes()) {
        if (access === 'public' || access === 'login') continue
        for (const place of [nowhere(url), `${nowhere(url)}?appId=${appA}`]) {
          const { status } = await call(method, place, {}, tokens[who]!)
          if (status !== 403) wrong.push(`${name}: ${status}`)
        }
      }
      expect(wrong).toEqual([])
      expect(await fingerprint()).toEqual(before)
    },
  )
  test('the administrator is refused by no rule, and nothing answers 500', async () => {
    const wrong: string[] = []
    for (const { method, url, name, access } of routes()) {
      if (access === 'public' || ENDS.has(name) || STREAMS.has(name)) continue
      const { status, body } = await call(method, nowhere(url), {}, server.token)
      if (status === 401 || status >= 500 || (status === 403 && body.error === 'forbidden'))
        wrong.push(`${name}: ${status} ${body.msg}`)
    }
    expect(wrong).toEqual([])
  })
})

/** A digest of what belongs to B, by table, and of rows of others that refer to it. */
async function fingerprint(): Promise<Record<string, string>> {
  const tables = await server.ports.db.query<{ name: string; app: boolean; source: boolean }>(
    ENGINE,
    sql`select n.nspname || '.' || c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'app_id' and not a.attisdropped) as app,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'source_id' and not a.attisdropped) as source
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('identity', 'catalog', 'applications', 'people', 'devices', 'access', 'sync', 'linkage', 'packages', 'callbacks', 'content')
      and c.relname not in ('session', 'attempt', 'login_log', 'captcha', 'challenge', 'social_state', 'used_nonce', 'sms_code')`,
  )
  const result: Record<string, string> = {}
  for (const { name, app, source } of tables.filter(table => table.app || table.source)) {
    const whose = app ? sql`t.app_id = ${appB}` : sql`t.source_id = ${NANC}`
    const [row] = await server.ports.db.query<{ digest: string }>(
      ENGINE,
      sql`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${raw(name)} t where ${app && source ? sql`(${whose} or t.source_id = ${NANC})` : whose}`,
    )
    result[name] = row!.digest
  }
  return result
}

/** Ids of B that a route might accept: those of its noun, or all of them for routes without a noun. */
function swapsFor(url: string): string[] {
  const noun = [...nouns.values()].filter(one => url.startsWith(`${one.api}/`) || url === one.api)
  const own = noun.flatMap(one => ofB[one.key] ?? [])
  return own.length ? own : noun.length ? [appB] : [...new Set(Object.values(ofB))]
}
/** A body that contains ids of B for every reference of the route's noun. */
function bodyFor(url: string, id: string, appId: string | null): Record<string, unknown> {
  const noun = [...nouns.values()].find(one => url.startsWith(`${one.api}/`) || url === one.api)
  const fields = Object.entries(noun?.fields ?? {})
  const refs = fields.flatMap(([name, field]) =>
    field.kind === 'ref' && ofB[field.to] ? [[name, field.many ? [ofB[field.to]] : ofB[field.to]]] : [],
  )
  return {
    name: '改掉',
    nickname: '改掉',
    reason: '测试',
    ...Object.fromEntries(refs as [string, unknown][]),
    id,
    ids: [id],
    sourceId: NANC,
    deviceId: ofB.device,
    personId: ofB.person,
    personIds: [ofB.person],
    menuIds: [],
    ...(appId ? { appId } : {}),
  }
}

describe('id swaps: with every permission of their own', () => {
  test.each(['user-a', 'key-a', 'foshan-all', 'agency-all', 'supply-all', 'staff-own'])(
    '%s reads and changes nothing of B',
    async who => {
      const before = await fingerprint()
      const seen: string[] = []
      const token = tokens[who]!
      for (const { method, url, name, access } of routes()) {
        if (access === 'public' || ENDS.has(name)) continue
        const swaps = url.includes(':') ? swapsFor(url) : [swapsFor(url)[0]!]
        for (const id of swaps) {
          const place = url.replace(/:\w+/g, id)
          // B's application in query and in body, the caller's own, and none.
          for (const [inQuery, inBody] of [
            [appB, appB],
            [appA, appA],
            ['', null],
          ] as const) {
            if (STREAMS.has(name) && inQuery !== appB) continue
            const answer = await call(
              method,
              inQuery ? `${place}?appId=${inQuery}` : place,
              bodyFor(url, id, inBody),
              token,
            )
            const text = JSON.stringify(answer.body)
            if (text.includes(CANARY)) seen.push(`${name} ${inQuery}: shows it`)
            if (answer.status >= 500) seen.push(`${name} ${inQuery}: ${answer.status} ${text.slice(0, 120)}`)
            if (answer.status === 401) seen.push(`${name} ${inQuery}: lost the session`)
            if (inQuery === appB && access !== 'login' && answer.status === 200 && method !== 'GET')
              seen.push(`${name}: acted in B`)
          }
        }
      }
      expect(seen).toEqual([])
      const after = await fingerprint()
      expect(Object.keys(after).filter(table => after[table] !== before[table])).toEqual([])
    },
    60_000,
  )
  test('and what they made themselves points at nothing of B', async () => {
    const ids = Object.values(ofB)
    const wrong: string[] = []
    for (const noun of nouns.values()) {
      if (noun.life === 'view' || noun.scope === 'platform') continue
      for (const [name, field] of Object.entries(noun.fields)) {
        if (field.kind !== 'ref' || field.many || field.computed || field.virtual) continue
        const column = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
        const [row] = await server.ports.db.query<{ n: number }>(
          ENGINE,
          sql`select count(*)::int as n from ${raw(noun.table)} t where ${raw(`t.${column}`)} = any(${ids}::bigint[]) and t.source_id <> ${NANC}`,
        )
        if (row!.n > 0) wrong.push(`${noun.key}.${name}: ${row!.n}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('data scopes', () => {
  const usernames = async (token: string): Promise<string[]> =>
    (
      (await server.call('GET', '/api/admin/user/page?size=100', undefined, { token })).body.data.records as {
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
      const roleId = await makeRole(server, username, {
        ...role,
        organisations: [...('organisations' in role ? role.organisations : [])],
        points,
        sourceId,
      })
      people[username] = await makePerson(server, username, { type, sourceId, roleIds: [roleId] })
      tokens[username] = await tokenOf(server, username, sourceId === '1' ? '' : 'foshan')
    }
    const all = await usernames(tokens['scope-all']!)
    expect(all).toEqual(expect.arrayContaining(['admin', 'foshan-all', 'nanc-boss', 'agency-all']))
    expect(await usernames(tokens['scope-own']!)).toEqual(expect.arrayContaining(['admin', 'scope-own', 'staff-none']))
    expect(await usernames(tokens['scope-own']!)).not.toEqual(expect.arrayContaining(['foshan-all']))
    const some = await usernames(tokens['scope-some']!)
    expect(some).toEqual(expect.arrayContaining(['foshan-all', 'agency-all']))
    for (const hidden of ['admin', 'nanc-boss', 'supply-all']) expect(some).not.toContain(hidden)
    const down = await usernames(tokens['scope-fs-down']!)
    expect(down).toEqual(expect.arrayContaining(['foshan-all', 'agency-all']))
    expect(await usernames(tokens['scope-fs-own']!)).not.toContain('agency-all')
    expect(await usernames(tokens['scope-fs-pick']!), 'nobody is given sight of what is not below').toEqual([
      'agency-all',
    ])

    const edit = async (who: string, id: string) =>
      (await server.call('PUT', '/api/admin/user', { id, nickname: '新名' }, { token: tokens[who]! })).status
    const agencyNone = await makePerson(server, 'agency-none', { type: 2, sourceId: AGENCY })
    const nancNone = await makePerson(server, 'nanc-none', { type: 2, sourceId: NANC })
    expect(await edit('scope-all', nancNone)).toBe(200)
    expect(await edit('scope-some', agencyNone)).toBe(200)
    expect(await edit('scope-some', nancNone)).toBe(404)
    expect(await edit('scope-own', agencyNone)).toBe(404)
    // A data scope that includes organisations below does not allow writing there; nobody creates rows outside their data scope.
    expect(await edit('scope-fs-down', agencyNone)).toBe(404)
    const make = async (who: string, sourceId: string) =>
      (
        await server.call(
          'POST',
          '/api/admin/user',
          { username: `made-${sourceId}`, password: 'a good long one', type: 2, sourceId },
          { token: tokens[who]! },
        )
      ).status
    expect(await make('scope-some', NANC)).toBe(400)
    expect(await make('scope-some', AGENCY)).toBe(200)
    const sites = async (who: string, appId: string) =>
      (await server.call('GET', `/api/admin/site/page?appId=${appId}`, undefined, { token: tokens[who]! })).status
    expect([await sites('scope-all', appB), await sites('scope-some', appB), await sites('scope-some', appA)]).toEqual([
      200, 403, 200,
    ])
    expect([await sites('scope-own', appA), await sites('scope-fs-own', appA)]).toEqual([403, 200])
  })

  test('an employee held to some applications sees and enters those only', async () => {
    const second = await makeTenantApplication(FOSHAN, '甲之二')
    const role = await makeRole(server, 'held', { sourceId: FOSHAN, points: /^(application|site|deviceEvent):/ })
    await makePerson(server, 'foshan-held', { type: 2, sourceId: FOSHAN, roleIds: [role], appIds: [second] })
    const token = await tokenOf(server, 'foshan-held', 'foshan')
    const listed = (await server.call('GET', '/api/admin/application/page', undefined, { token })).body.data.records
    expect(listed.map((row: { id: string }) => row.id)).toEqual([second])
    expect((await server.call('GET', `/api/admin/site/page?appId=${appA}`, undefined, { token })).status).toBe(403)
    expect((await server.call('GET', `/api/admin/site/page?appId=${second}`, undefined, { token })).status).toBe(200)
    expect((await server.call('GET', '/api/device/event/page', undefined, { token })).body.error).toBe('app_required')
  })
})

describe('nobody makes somebody mightier than themselves', () => {
  test.each([0, 1, 3, 5])('a partner makes no account of type %i', async type => {
    const answer = await server.call(
      'POST',
      '/api/admin/user',
      { username: `mighty${type}`, password: 'a good long one', type },
      { token: tokens['foshan-all']! },
    )
    expect([answer.status, answer.body.data.fields[0].field]).toEqual([400, 'type'])
  })
  test('types, sources and main flags given in a body change nothing', async () => {
    const made = await server.call(
      'POST',
      '/api/admin/user',
      {
        username: 'plain-one',
        password: 'a good long one',
        type: 2,
        sourceId: '1',
        main: true,
        isMainFlag: true,
        permissions: ['user:add'],
      },
      { token: tokens['foshan-all']! },
    )
    expect(made.body.data).toMatchObject({ type: 2, sourceId: FOSHAN, main: false, roleIds: [] })
    await server.call(
      'PUT',
      '/api/admin/user',
      { id: made.body.data.id, type: 0, sourceId: '1', main: true },
      { token: tokens['foshan-all']! },
    )
    const now = await server.call('GET', `/api/admin/user/${made.body.data.id}`)
    expect(now.body.data).toMatchObject({ type: 2, sourceId: FOSHAN, main: false })
    expect(
      (
        await server.call('POST', '/api/admin/user', {
          username: 'odd-staff',
          password: 'a good long one',
          type: 1,
          sourceId: FOSHAN,
        })
      ).body.data.fields[0].field,
    ).toBe('sourceId')
  })
  test('an employee with user:edit takes over neither the main account nor a colleague who may do more', async () => {
    const role = await makeRole(server, 'clerk', { sourceId: FOSHAN, points: /^user:/ })
    const id = await makePerson(server, 'foshan-clerk', { type: 2, sourceId: FOSHAN, roleIds: [role] })
    const token = await tokenOf(server, 'foshan-clerk', 'foshan')
    const [{ id: main }] = (await server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`update identity.account set main = true where username = 'foshan-none' returning id`,
    )) as [{ id: string }]
    const [{ id: mightier }] = (await server.ports.db.query<{ id: string }>(
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
        expect((await server.call(method, url, body, { token })).status, `${method} ${url}`).toBe(403)
    const [all] = await server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from identity.role where code = ${`all-${FOSHAN}-0`}`,
    )
    for (const roleIds of [[all!.id], [role, all!.id], [ofB.role]])
      expect((await server.call('PUT', '/api/admin/user', { id, roleIds }, { token })).status).toBe(400)
  })
  test('the three administrators share no duty and nobody holds two', async () => {
    const roles = await server.ports.db.query<{ id: string; duty: string; points: string[] }>(
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
    const both = await server.call('POST', '/api/admin/user', {
      username: 'two-duties',
      password: 'a good long one',
      type: 1,
      roleIds: roleIds.slice(0, 2),
    })
    expect(both.body.data.fields[0].field).toBe('roleIds')
    const fixed = await server.call('POST', `/api/admin/role/${roleIds[0]}/grant`, { menuIds: [] })
    expect([fixed.status, fixed.body.error]).toEqual([409, 'wrong_state'])
    const securityRole = roles.find(role => role.duty === 'security')!.id
    const id = await makePerson(server, 'security-1', { roleIds: [securityRole] })
    const token = await tokenOf(server, 'security-1')
    for (const duty of ['system', 'audit']) {
      const given = roles.find(role => role.duty === duty)!.id
      expect((await server.call('PUT', '/api/admin/user', { id, roleIds: [given] }, { token })).status).toBe(403)
    }
  })
})
