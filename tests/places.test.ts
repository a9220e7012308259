/**
 * An account that is limited to sites or device groups (decision 0021) calls every route of the product with all points and
 * the ids of a device outside of its places: no answer, stream or file holds a word of it, and nothing of it changes.
 */
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nouns } from '#main/registry.ts'
import { verbsOf } from '#model/noun.ts'
import { all, bodyFor, furnishCanaries, nounOf, placesIn, pointsOf } from './harness/canaries.ts'
import type { EveryNoun } from './harness/everyNoun.ts'
import { until } from './harness/platform.ts'
import { forgetIdentity, quickAccount, quickRole, type QuickAccount } from './harness/quickAccount.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const ENGINE = { role: 'engine' } as const
/** The first row of everything is outside and holds the words; the third is inside. */
const [OUTSIDE, INSIDE] = [0, 2]
/** Belongs to the application or the platform as a whole; devices of other places are not in it. */
const WHOLE = new Set([
  ...[
    'application',
    'person',
    'organization',
    'authGroup',
    'timePlan',
    'user',
    'menu',
    'organisation',
    'scenarioCategory',
    'customTemplate',
  ],
  ...['deviceType', 'deviceModel', 'deviceVendor', 'deviceCategory'],
])
const WHOLE_TABLES = [...WHOLE].map(key => `${nouns.get(key)!.table}.`)
/** What everybody may read without a session. */
const PUBLIC = ['adverts.advert.', 'content.doc.', 'content.doc_dir.', 'identity.brand.']

let server: TestServer
let world: EveryNoun
let guard: QuickAccount
/** With the same points and without limits. */
let chief: QuickAccount
const deviceOf = (row: number): string => world.idOf('devices.device', row)

async function limited(places: { sites?: string[]; groups?: string[] }): Promise<QuickAccount> {
  const role = await quickRole(server, { points: all.flatMap(pointsOf) })
  const account = await quickAccount(server, { type: 2, roleIds: [role], apps: [world.appId] })
  await server.ports.db.query(
    ENGINE,
    sql`insert into identity.account_scope (account_id, app_id, site_ids, group_ids)
      values (${account.id}, ${world.appId}, ${places.sites ?? []}::bigint[], ${places.groups ?? []}::bigint[])`,
  )
  return account
}

beforeAll(async () => {
  server = await startTestServer()
  world = await furnishCanaries(server)
  await world.admin.query('update applications.application set source_id = 1 where id = $1', [world.appId])
  guard = await limited({ sites: [world.idOf('applications.site', INSIDE)] })
  const role = await quickRole(server, { points: all.flatMap(pointsOf) })
  chief = await quickAccount(server, { type: 2, roleIds: [role], apps: [world.appId] })
  for (const table of ['devices.frame', 'devices.session'])
    await world.admin.query(`update ${table} set app_id = $1 where device_id = $2`, [world.appId, deviceOf(INSIDE)])
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await world?.admin.end()
  await server?.close()
})

const LEFT_OUT = /logout|unlock|\/api\/live$|\/api\/auth\/|user\/preference|callback\/:id\/secret$/
const routes = () => server.app.rules.filter(one => one.access !== 'public' && !LEFT_OUT.test(one.url))

async function ask(
  method: string,
  url: string,
  body?: unknown,
  token = guard.token,
): Promise<{ status: number; text: string; error?: string }> {
  const answer = await server.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: (body ?? {}) as object }),
  })
  if (answer.statusCode >= 500) throw new Error(`${method} ${url}: ${answer.statusCode}`)
  return { status: answer.statusCode, text: answer.body }
}

/** Everything stored about the device outside and about the application as a whole, by table. */
async function state(): Promise<Record<string, string>> {
  const { rows } = await world.admin.query<{ name: string; device: boolean; app: boolean }>(`
    select n.nspname || '.' || c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'device_id' and not a.attisdropped) as device,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'app_id' and not a.attisdropped) as app
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('devices', 'access', 'people', 'applications', 'linkage', 'callbacks', 'service', 'sync', 'displays', 'identity')
      and c.oid not in ('identity.session'::regclass, 'identity.login_log'::regclass, 'identity.captcha'::regclass, 'identity.attempt'::regclass, 'devices.frame'::regclass)`)
  const found: Record<string, string> = {}
  for (const { name, device, app } of rows) {
    const inside = deviceOf(INSIDE)
    const where = device
      ? `where device_id is distinct from ${inside}`
      : name === 'devices.device'
        ? `where id <> ${inside}`
        : app
          ? ''
          : ''
    const { rows: digests } = await world.admin.query<{ digest: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${name} t ${where}`,
    )
    found[name] = digests[0]!.digest
  }
  return found
}

const EXTRA: Readonly<Record<string, () => string>> = {
  '/api/insight/story': () => `kind=passage&id=${world.idOf('devices.passage', OUTSIDE)}`,
  '/api/admin/personDefinition': () => 'kind=person',
}

describe('every route', () => {
  test('with all points and the ids of a device outside, no answer holds a word of it and nothing of it changes', async () => {
    const before = await state()
    const leaks: string[] = []
    let shown = 0
    for (const { method, url } of routes()) {
      const noun = nounOf(url)
      const path = url.replace(/:\w+/g, noun ? world.idOf(noun.table, OUTSIDE) : world.appId)
      const body = bodyFor(world, method, url, noun)
      for (const query of [`appId=${world.appId}&${EXTRA[url]?.() ?? ''}`, EXTRA[url]?.() ?? '']) {
        if (method === 'GET')
          for (const place of placesIn((await ask(method, `${path}?${query}`, undefined, chief.token)).text))
            if (place.startsWith('devices.')) shown += 1
        const { text } = await ask(method, `${path}?${query}`, { ...body, deviceId: deviceOf(OUTSIDE) })
        const words = placesIn(text).filter(place => ![...WHOLE_TABLES, ...PUBLIC].some(one => place.startsWith(one)))
        const told = text.includes(deviceOf(OUTSIDE)) && !url.includes(':') && method === 'GET'
        if (words.length || told) leaks.push(`${method} ${url} shows ${words.join() || 'the id of the device'}`)
      }
    }
    expect(leaks).toEqual([])
    // The same walk without limits shows them.
    expect(shown).toBeGreaterThan(50)
    const after = await state()
    expect(Object.keys(before).filter(name => before[name] !== after[name])).toEqual([])
  }, 300_000)

  test('what a noun declares open is answered, and shows the device inside', async () => {
    const refused: string[] = []
    const missing: string[] = []
    for (const noun of all) {
      for (const verb of noun.places ?? []) {
        const known = [
          ...verbsOf(noun),
          ...Object.keys(noun.actions ?? {}),
          ...Object.values(noun.states ?? {}).flatMap(one => Object.keys(one.moves)),
        ]
        const asked = server.app.rules.some(rule => rule.access === `${noun.key}:${verb}`)
        if (!known.includes(verb as never) && !asked) missing.push(`${noun.key}:${verb}`)
      }
      if (!noun.places) continue
      const urls = [
        ...(noun.places.includes('list') ? [`${noun.api}/page?appId=${world.appId}`] : []),
        ...(noun.places.includes('view') &&
        server.app.rules.some(rule => rule.url === `${noun.api}/:id` && rule.method === 'GET')
          ? [
              `${noun.api}/${noun.key === 'application' ? world.appId : world.idOf(noun.table, INSIDE)}?appId=${world.appId}`,
            ]
          : []),
      ]
      for (const url of urls) {
        const { status, text } = await ask('GET', url)
        // Some ids are of rows that nobody can open alone.
        if (status !== (await ask('GET', url, undefined, chief.token)).status)
          refused.push(
            `${url}: ${status} ${text.slice(0, 90)} // ${(await ask('GET', url, undefined, chief.token)).text.slice(0, 150)}`,
          )
      }
    }
    expect({ missing }).toEqual({ missing: [] })
    const story = (kind: string, table: string) => `insight/story?kind=${kind}&id=${world.idOf(table, INSIDE)}`
    for (const path of [
      ...[
        'insight/application',
        'device/bind/stat',
        'device/alarm/open',
        'device/syncTask/stat',
        'job/page',
        
      ],
      ...['admin/user/info', 'admin/menu', 'admin/dict/types', 'admin/personDefinition?kind=person'],
      ...[story('passage', 'devices.passage'), story('event', 'devices.event'), story('command', 'devices.command')],
      `device/bind/${deviceOf(INSIDE)}/detail`,
      `device/bind/${deviceOf(INSIDE)}/check`,
      `device/syncTask/documents?deviceId=${deviceOf(INSIDE)}`,
    ]) {
      const url = `/api/${path}${path.includes('?') ? '&' : '?'}appId=${world.appId}`
      const { status, text } = await ask('GET', url)
      if (status !== 200) refused.push(`${url}: ${status} ${text.slice(0, 100)}`)
    }
    expect(refused).toEqual([])
    for (const api of [
      'device/bind',
      'device/event',
      'device/alarm',
      'device/control',
      'person/passRecord',
      'service/ticket',
    ])
      expect((await ask('GET', `/api/${api}/page?appId=${world.appId}`)).text, api).toContain(
        world.idOf(nounOf(`/api/${api}`)!.table, INSIDE),
      )
  })

  test('what is not open is refused with its reason', async () => {
    const wrong: string[] = []
    for (const noun of all)
      if (!noun.places) {
        const { status, text } = await ask('GET', `${noun.api}/page?appId=${world.appId}`)
        if (status !== 404 && !text.includes('beyond_places')) wrong.push(`${noun.key}: ${status} ${text.slice(0, 80)}`)
      }
    expect(wrong).toEqual([])
    expect((await ask('GET', '/api/device/warehouse/page')).text).toContain('beyond_places')
    expect((await ask('POST', `/api/device/bind/bind?appId=${world.appId}`, { sn: 'x' })).text).toContain(
      'beyond_places',
    )
  })
})

describe('acts and streams', () => {
  const app = (): string => `appId=${world.appId}`
  test('commands and bulk acts reach devices inside and no others, by a site or by a group', async () => {
    const send = (deviceId: string, token?: string) =>
      ask('POST', `/api/device/control/send?${app()}`, { deviceId, identifier: 'open', reason: 'a reason' }, token)
    const inGroup = await limited({ groups: [world.idOf('devices.device_group', INSIDE)] })
    for (const token of [guard.token, inGroup.token]) {
      const outside = await ask(
        'POST',
        `/api/device/control/send?${app()}`,
        { deviceId: deviceOf(OUTSIDE), identifier: 'syncTime' },
        token,
      )
      expect(outside.text).toContain('not_found')
      expect((await send(deviceOf(INSIDE), token)).text).not.toContain('not_found')
      const many = { ids: [deviceOf(OUTSIDE)], identifier: 'syncTime' }
      expect((await ask('POST', `/api/device/bind/control?${app()}`, many, token)).text).toContain('not_found')
      const bulk = { ...many, count: 1 }
      expect((await ask('POST', `/api/device/bind/control/bulk?${app()}`, bulk, token)).text).not.toContain(
        deviceOf(OUTSIDE),
      )
    }
  })

  test('an account is limited in one application only: in another it is as before, and of the organisation it sees nothing', async () => {
    const other = world.idOf('applications.application', 1)
    await world.admin.query(
      'update applications.application set state = 1, deleted_at = null, expires_on = null, source_id = 1 where id = $1',
      [other],
    )
    await world.admin.query('insert into identity.account_app (account_id, app_id) values ($1, $2)', [guard.id, other])
    await forgetIdentity(server)
    await new Promise(resolve => setTimeout(resolve, 1100))
    const list = await ask('GET', `/api/device/bind/page?appId=${other}`)
    expect(list.text).toContain(deviceOf(1))
    expect((await ask('GET', `/api/device/warehouse/page?appId=${other}`)).text).toContain('beyond_places')
    const rules = (await ask('GET', `/api/device/linkage/page?appId=${other}`)).text
    expect(rules).not.toContain('beyond_places')
  })

  test('a file of a device outside does not open, and neither does one made before the account was limited', async () => {
    const [photo, inside] = ['a'.repeat(22), 'b'.repeat(22)]
    await world.admin.query('update devices.passage set photo_file = $1 where device_id = $2', [
      photo,
      deviceOf(OUTSIDE),
    ])
    await world.admin.query('update devices.passage set photo_file = $1 where device_id = $2', [
      inside,
      deviceOf(INSIDE),
    ])
    for (const id of [photo, inside])
      await server.ports.files
        .put(server.ports.vault.seal(Buffer.from([0xff, 0xd8]), 'file|capture'))
        .then(async key => {
          await world.admin.query('update devices.passage set photo_file = $1 where photo_file = $2', [key, id])
        })
    const keys = (
      await world.admin.query<{ device_id: string; photo_file: string }>(
        'select device_id, photo_file from devices.passage where photo_file is not null',
      )
    ).rows
    const status = async (device: string, token: string) =>
      (
        await ask(
          'GET',
          `/api/admin/sys-file/${keys.find(one => one.device_id === device)!.photo_file}`,
          undefined,
          token,
        )
      ).status
    expect([await status(deviceOf(OUTSIDE), chief.token), await status(deviceOf(OUTSIDE), guard.token)]).toEqual([
      200, 404,
    ])
    expect(await status(deviceOf(INSIDE), guard.token)).toBe(200)
    const job = async (hoursAgo: number): Promise<number> => {
      const id = server.ports.newId()
      await world.admin.query(
        `insert into engine.job (id, kind, noun, title, app_id, source_id, user_id, state, created_at, payload, file_parts, file_bytes, finished_at)
         values ($1, 'export', 'passRecord', 'x.csv', $2, 1, $3, 2, now() - make_interval(hours => $4), '{"columns":[],"digest":"","language":"zh","ip":"","requestId":""}', '{x}', 1, now())`,
        [id, world.appId, guard.id, hoursAgo],
      )
      return (await ask('POST', `/api/job/${id}/link`)).status
    }
    expect([await job(1), await job(-1)]).toEqual([403, 200])
  })

  test('a stream sends messages of devices inside; a device that is moved leaves the lists at once and the stream within two seconds', async () => {
    const { port } = server.app.server.address() as AddressInfo
    const stop = new AbortController()
    const heard: Record<string, string> = { [app()]: '', '': '' }
    for (const query of Object.keys(heard)) {
      const { body } = await fetch(`http://127.0.0.1:${port}/api/live?${query}`, {
        headers: { authorization: `Bearer ${guard.token}` },
        signal: stop.signal,
      })
      void (async () => {
        for await (const part of body!) heard[query] += Buffer.from(part).toString()
      })().catch(() => {})
    }
    const publish = (row: number, word: string): void => {
      const base = { appId: world.appId, at: new Date().toISOString() }
      server.ports.bus.publish('live', { ...base, type: 'state', deviceId: deviceOf(row), identifier: word } as never)
      server.ports.bus.publish('live', {
        ...base,
        type: 'delivery',
        callbackId: '1',
        identifier: `callback-${word}`,
      } as never)
    }
    publish(OUTSIDE, 'first-outside')
    publish(INSIDE, 'first-inside')
    for (const query of Object.keys(heard))
      await until(() => heard[query]!.includes('first-inside'), 'the first message')
    expect(Object.values(heard).join()).not.toMatch(/first-outside|callback-/)

    const site = (row: number): string => world.idOf('applications.site', row)
    await world.admin.query('update devices.device set site_id = $1, group_id = null where id = $2', [
      site(OUTSIDE),
      deviceOf(INSIDE),
    ])
    await world.admin.query('update devices.device set site_id = $1 where id = $2', [site(INSIDE), deviceOf(OUTSIDE)])
    const list = await ask('GET', `/api/person/passRecord/page?${app()}`)
    expect(list.text).toContain(world.idOf('devices.passage', OUTSIDE))
    expect(list.text).not.toContain(world.idOf('devices.passage', INSIDE))
    await new Promise(resolve => setTimeout(resolve, 2000))
    publish(INSIDE, 'then-inside')
    publish(OUTSIDE, 'then-outside')
    for (const query of Object.keys(heard))
      await until(() => heard[query]!.includes('then-outside'), 'the second message')
    expect(Object.values(heard).join()).not.toMatch(/then-inside|callback-/)
    stop.abort()
  })
})
