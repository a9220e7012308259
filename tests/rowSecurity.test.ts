/** S-RLS: the separation of tenants in the database's catalogue, and in requests. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDevice, makeApplication } from './harness/device.ts'
import { startTestServer, type TestServer } from './harness/server.ts'
import { nouns } from '#main/registry.ts'
import { partsOf } from '#main/wire.ts'
import type { Principal } from '#server/ctx.ts'
import { touchedBy } from '#server/http/scope.ts'
import { openDb } from '#server/sql/db.ts'
import { freshDatabase, type FreshDatabase } from './harness/database.ts'

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
const names = async (query: string): Promise<string[]> =>
  (await client.query<{ name: string }>(query)).rows.map(row => row.name)
// All schemas but those of PostgreSQL: a list of ours would miss the tables of the next module.
const OURS =
  "n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and n.nspname || '.' || c.relname <> 'public.portico_migration'"

describe('the catalogue', () => {
  test('every table has row security, forced, and a policy', async () => {
    expect(
      await names(
        `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} and (not c.relrowsecurity or not c.relforcerowsecurity)`,
      ),
    ).toEqual([])
    expect(
      await names(
        `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} and not exists (select from pg_policy p where p.polrelid = c.oid and p.polwithcheck is not null)`,
      ),
    ).toEqual([])
  })
  test('tables with an application are closed to it by one equality', async () => {
    expect(
      await names(`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attname = 'app_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} and has_table_privilege('rt_app', c.oid, 'select') and not exists (select from pg_policy p where p.polrelid = c.oid and pg_get_expr(p.polqual, p.polrelid) like '%app_id = ( SELECT base.app_id()%')`),
    ).toEqual([])
  })
  test('the role of some applications only reads, and only their rows', async () => {
    expect(
      await names(
        `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and ${OURS} and has_table_privilege('rt_apps', c.oid, 'insert, update, delete, truncate')`,
      ),
    ).toEqual([])
    expect(
      await names(`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attname = 'app_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} and has_table_privilege('rt_apps', c.oid, 'select') and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'apps' and pg_get_expr(p.polqual, p.polrelid) like '%base.app_ids()%')`),
    ).toEqual([])
  })
  /** Tables of an application without a device: closed to it, unless it is named here as read as a whole or shown as empty. */
  const PLACES: Readonly<Record<'whole' | 'with' | 'empty', readonly string[]>> = {
    whole: [
      ...[
        'access.auth_group',
        'access.group_location',
        'access.group_person',
        'access.time_plan',
        'applications.application',
        'people.card',
        'people.plate',
      ],
      ...[
        'applications.location',
        'applications.site',
        'devices.device_group',
        'people.organization',
        'people.person',
        'sync.group_head',
      ],
      'sync.member',
    ],
    // With a row of a device.
    with: ['devices.alarm_event', 'devices.alarm_step', 'devices.device', 'devices.work_item'],
    empty: [
      'callbacks.callback',
      'callbacks.delivery',
      'devices.escalation',
      'identity.api_key',
      'linkage.rule',
      'linkage.run',
    ],
  }
  test('an account that is limited to places reads a table with a device by that device, and no other table undecided', async () => {
    const { rows } = await client.query<{ name: string; device: boolean; reads: boolean; policy: string | null }>(
      `select n.nspname || '.' || c.relname as name, has_table_privilege('rt_places', c.oid, 'select') or has_any_column_privilege('rt_places', c.oid, 'select') as reads,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'device_id' and not a.attisdropped) as device,
        (select string_agg(pg_get_expr(p.polqual, p.polrelid), ' or ') from pg_policy p where p.polrelid = c.oid and (select oid from pg_roles where rolname = 'rt_places') = any(p.polroles)) as policy
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${OURS}
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname in ('app_id', 'device_id') and not a.attisdropped)`,
    )
    const wrong = rows.filter(({ name, device, reads, policy }) => {
      if (PLACES.whole.includes(name)) return !reads || !policy?.includes('base.app_id()')
      if (PLACES.with.includes(name)) return !reads || !policy
      if (PLACES.empty.includes(name)) return !reads || policy !== null
      return reads && (!device || !policy?.includes('device_id = ANY (( SELECT devices.ids_in_places()'))
    })
    expect(wrong, 'a table that its migration opens to rt_places without a device is named in PLACES above').toEqual([])
  })
  test('a table made from now on is behind that wall, and closed where it has no device', async () => {
    await client.query('begin')
    await client.query('create schema later')
    await client.query('create table later.of_device (id bigint, app_id bigint, source_id bigint, device_id bigint)')
    await client.query('create table later.of_app (id bigint, app_id bigint, source_id bigint)')
    await client.query("select base.protect('later.of_device'), base.protect('later.of_app')")
    await client.query('insert into later.of_device values (1, 7, 1, 8)')
    await client.query("set local role rt_places; select set_config('portico.app_id', '7', true)")
    expect((await client.query('select 1 from later.of_device')).rows).toEqual([])
    await expect(client.query('select 1 from later.of_app')).rejects.toThrow(/permission denied/)
    await client.query('rollback')
  })
  test('no role of a request owns a table, is superuser or passes row security', async () => {
    expect(
      await names(
        "select rolname as name from pg_roles where rolname like 'rt\\_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcanlogin)",
      ),
    ).toEqual([])
    expect(
      await names(
        "select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname like 'rt\\_%'",
      ),
    ).toEqual([])
  })
  test('partitions cannot be named by a request', async () => {
    for (const role of ['rt_app', 'rt_apps', 'rt_places', 'rt_source', 'rt_scope', 'rt_platform', 'rt_ingest'])
      expect((await client.query(`select has_schema_privilege('${role}', 'facts', 'usage') as may`)).rows[0].may).toBe(
        false,
      )
  })
  test('the ingest role may call its function and touch no table', async () => {
    expect(
      await names(
        `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and ${OURS} and has_table_privilege('rt_ingest', c.oid, 'select, insert, update, delete')`,
      ),
    ).toEqual([])
  })
  test("functions with their owner's rights pin their search path", async () => {
    expect(
      await names(
        "select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and n.nspname not like 'pg\\_%' and not exists (select from unnest(coalesce(p.proconfig, '{}')) c where c like 'search_path=%')",
      ),
    ).toEqual([])
  })
  test("functions with their owner's rights are called by the roles that they are granted to, and by nobody else", async () => {
    expect(
      await names(
        "select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and n.nspname not like 'pg\\_%' and has_function_privilege('public', p.oid, 'execute')",
      ),
    ).toEqual([])
  })
  test('unset scope matches no row', async () => {
    const db = openDb(database.connection)
    const rows = await db.tx({ role: 'source', sourceId: '999' }, query => query(sql`select 1 from identity.account`))
    await db.end()
    expect(rows).toEqual([])
  })
})

test('users of an application read beyond it only what a half narrows to their own', () => {
  const user = { type: 4, places: null } as unknown as Principal
  const halves = partsOf('half')
  expect(
    halves
      .filter(half => touchedBy(half, user, false) !== half.noun.scope)
      .map(half => half.noun.key)
      .sort(),
  ).toEqual(['application', 'applicationReview', 'organisation', 'refusal'])
  // What the others narrow to, such as one kind of row, says nothing about whose it is.
  expect(halves.filter(half => half.narrow && !half.narrowsToOwn).map(half => half.noun.key)).toContain('user')
})

describe('requests', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test('an application user of A reads and writes nothing of B, by path, query or body', async () => {
    const [a, b] = [await makeApplication(server, '甲'), await makeApplication(server, '乙')]
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
      server.call(method, url, body)
    const org = (await call('POST', `/api/person/organization?appId=${b.appId}`, { name: '乙的部门' })).body.data
    const person = (
      await call('POST', `/api/person/person?appId=${b.appId}`, { name: '乙的人', personType: 1, orgId: org.id })
    ).body.data
    const site = (await call('POST', `/api/admin/site?appId=${b.appId}`, { name: '乙的站', type: 1, status: 1 })).body
      .data
    const group = (await call('POST', `/api/person/authGroup?appId=${b.appId}`, { name: '乙的组' })).body.data
    const plan = (
      await call('POST', `/api/person/timePlan?appId=${b.appId}`, {
        name: '乙的计划',
        week: [{ weekday: 1, from: '08:00', to: '09:00' }],
      })
    ).body.data
    const device = await connectDevice(server, b.appId, b.models.bollardDevice!, 'B-ONLY', '乙的柱')
    // A role with every point, so that only row security is tested.
    const flat = (nodes: any[]): any[] => nodes.flatMap(node => [node, ...flat(node.children)])
    const menuIds = flat((await call('GET', '/api/admin/menu/tree')).body.data).map(node => node.id)
    const role = (await call('POST', '/api/admin/role', { name: '甲全权', code: 'a-all', dataScope: 0 })).body.data
    await call('POST', `/api/admin/role/${role.id}/grant`, { menuIds })
    await call('POST', '/api/admin/user', {
      username: 'a-user',
      password: 'a good long one',
      type: 4,
      roleIds: [role.id],
      appIds: [a.appId],
    })
    await server.ports.db.query(
      { role: 'engine' },
      sql`update identity.account set must_change = false where username = 'a-user'`,
    )
    const token = ((await server.login('a-user', 'a good long one')).body as unknown as { access_token: string })
      .access_token
    const as = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
      server.call(method, url, body, { token })

    for (const noun of nouns.values()) {
      if (noun.scope !== 'application') continue
      expect((await as('GET', `${noun.api}/page?appId=${b.appId}`)).status, noun.key).toBe(403)
      const own = await as('GET', `${noun.api}/page?appId=${a.appId}`)
      if (own.status === 200) expect(JSON.stringify(own.body), noun.key).not.toMatch(/乙的/)
    }
    for (const [api, id] of [
      ['/api/person/organization', org.id],
      ['/api/person/person', person.id],
      ['/api/admin/site', site.id],
      ['/api/person/authGroup', group.id],
      ['/api/person/timePlan', plan.id],
      ['/api/device/bind', device.id],
    ] as const) {
      expect((await as('GET', `${api}/${id}?appId=${a.appId}`)).status, api).toBe(404)
      expect((await as('PUT', `${api}?appId=${a.appId}`, { id, name: '改' })).status, api).toBe(404)
      expect([403, 404], api).toContain((await as('DELETE', `${api}/${id}?appId=${a.appId}`)).status)
    }
    expect(
      (
        await as('POST', `/api/device/control/send?appId=${a.appId}`, {
          deviceId: device.id,
          identifier: 'fall',
          reason: 'x',
        })
      ).status,
    ).toBe(404)
    expect((await as('PUT', `/api/person/person?appId=${a.appId}`, { id: person.id, appId: b.appId })).status).toBe(400)
    // References to rows of B are refused as not existing.
    expect(
      (await as('POST', `/api/person/person?appId=${a.appId}`, { name: '甲的人', personType: 1, orgId: org.id }))
        .status,
    ).toBe(400)
    expect(
      (await as('POST', `/api/person/authGroup?appId=${a.appId}`, { name: '甲的组', timePlanId: plan.id })).status,
    ).toBe(400)
    expect((await as('GET', '/api/person/person/page')).body.error).toBe('app_required')
    // Accounts and roles are the organisation's: the points alone open none of them.
    for (const api of ['/api/admin/user', '/api/admin/role'])
      for (const where of ['', `?appId=${a.appId}`])
        expect((await as('GET', `${api}/page${where}`)).body.error, api + where).toBe('app_required')
    const left = await server.ports.db.query(
      { role: 'engine' },
      sql`select name from people.person where id = ${person.id}`,
    )
    expect(left).toEqual([{ name: '乙的人' }])
  })

  test('every route of the API refuses a caller without a session, but those that are public', async () => {
    const routes: { method: string; url: string }[] = []
    const printed = server.app.printRoutes({ commonPrefix: false, includeHooks: false })
    expect(printed).toContain('/api/admin/user')
    for (const noun of nouns.values())
      routes.push(
        { method: 'GET', url: `${noun.api}/page` },
        { method: 'POST', url: noun.api },
        { method: 'GET', url: `${noun.api}/1` },
        { method: 'DELETE', url: `${noun.api}/1` },
        { method: 'GET', url: `${noun.api}/export` },
      )
    for (const route of routes) {
      const answer = await server.call(route.method as 'GET', route.url, undefined, { token: null })
      expect([401, 404], `${route.method} ${route.url}`).toContain(answer.status)
    }
  })
})
