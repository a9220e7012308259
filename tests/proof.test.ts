/**
 * E9: sensitive acts require a new proof of identity. One table lists these acts; every act of the server is
 * compared with it, so that a new one with a similar name must be classified here.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nouns } from '#main/registry.ts'
import { hasPersonalData } from '#model/noun.ts'
import { connectDevice, makeApplication } from './harness/device.ts'
import { makePerson, makeRole, PASSWORD, sealed, tokenOf } from './harness/people.ts'
import { until } from './harness/platform.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

/** Acts that always require it, by kind; exports of personal data are added from the definitions. */
const ACTS: Record<string, readonly string[]> = {
  'revealed in full': ['callback:secret', 'organization:reveal', 'person:reveal', 'pinOrder:reveal', 'pinOrder:sms'],
  'a secret is changed': [
    'agency:resetPassword',
    'apiKey:add',
    'apiKey:edit',
    'apiKey:rotate',
    'application:resetKey',
    'callback:rotateSecret',
    'device:rotateSecret',
    'passCode:replaceKey',
    'supplier:resetPassword',
    'user:resetFactor',
  ],
  'an application goes to another owner': ['application:transfer'],
  'rights are changed': ['menu:remove', 'role:grant', 'user:giveRoles', 'user:setPolicy'],
  'a package goes to terminals': ['apk:gray', 'apk:publish', 'apk:push'],
  'many devices are commanded at once': ['deviceBind:control', 'deviceBind:setParameters'],
  'the own way in is changed': [
    'DELETE /api/auth/factor/:id',
    'DELETE /api/auth/social/:provider',
    'POST /api/auth/phone',
    'POST /api/auth/recovery',
    'POST /api/auth/totp',
    'POST /api/auth/totp/begin',
  ],
}
/** Points and paths with names like those of these kinds. */
const SOUNDS =
  /reveal|secret|password|factor|policy|grant|key|token|transfer|(^apk:(?!list|view|add|edit|remove|export|installs|link|withdraw))|openAll|:export$/i
/** These have such names, but are daily work, or are a proof themselves, or check inside (see below). */
const NOT_COSTLY = new Set([
  'application:transferEffects', // Only counts.
  'personAuth:grant', // People to doors: the daily work of those who grant rights.
  'user:policy', // Only reads.
  'apiKey:list', // Only reads, without secrets.
  'apiKey:view',
  'apiKey:revoke', // Ends a danger, so it must not be delayed by a proof.
])
const OPEN = /^(GET|POST|DELETE) \/api\/(auth\/(password|factor|passkey|proof|oauth|token|mobile|social)|device\/label)/

let server: TestServer
let appId: string
let models: Record<string, string>
const body = async (who: string, method: 'POST' | 'PUT' | 'GET' | 'DELETE', url: string, sent?: object) => {
  const { status, body } = await server.call(method, url, sent, { token: who })
  return { status, error: body.error }
}
/** As if everybody had signed in ten minutes ago. */
async function growOld(): Promise<void> {
  await server.ports.db.tx({ role: 'engine' }, async query => {
    await query(sql`update identity.session set proved_at = now() - interval '10 minutes'`)
    await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
    query.afterCommit(() => server.ports.bus.publish('head', { name: 'identity' }))
  })
  // The cached session is dropped a moment after the commit.
  await until(async () => (await body(server.token, 'POST', '/api/auth/phone', {})).status === 428, 'the proof is old')
}

beforeAll(async () => {
  server = await startTestServer()
  ;({ appId, models } = await makeApplication(server, '应用'))
})
afterAll(() => server.close())

const named = () => server.app.rules.map(rule => ({ ...rule, name: `${rule.method} ${rule.url}` }))
const listed = new Set(Object.values(ACTS).flat())
const exportsOfPeople = new Set([...nouns.values()].filter(hasPersonalData).map(noun => `${noun.key}:export`))
const isListed = (route: { access: string; name: string }): boolean =>
  listed.has(route.access) || listed.has(route.name) || exportsOfPeople.has(route.access)

describe('the table of acts', () => {
  test('what is in it asks, what asks is in it, and it names nothing that is not there', () => {
    const routes = named()
    expect(routes.filter(route => isListed(route) && !route.proof).map(route => route.name)).toEqual([])
    expect(routes.filter(route => route.proof && !isListed(route)).map(route => route.name)).toEqual([])
    const known = new Set(routes.flatMap(route => [route.access, route.name]))
    expect([...listed].filter(act => !known.has(act))).toEqual([])
  })
  test('a new act that sounds like one of them is in it, or is known not to be', () => {
    const strange = named().filter(
      route =>
        !isListed(route) &&
        route.access !== 'public' &&
        (SOUNDS.test(route.access) || SOUNDS.test(route.url)) &&
        !NOT_COSTLY.has(route.access) &&
        !OPEN.test(route.name) &&
        // Lists of things, without personal data.
        !route.access.endsWith(':export'),
    )
    expect(strange.map(route => `${route.name} ${route.access}`)).toEqual([])
  })
  test('lists that show people are marked as such', () => {
    expect([...exportsOfPeople].sort()).toEqual(
      expect.arrayContaining(['passRecord:export', 'person:export', 'user:export']),
    )
    expect(exportsOfPeople.has('deviceType:export')).toBe(false)
  })
})

describe('in a session that proved itself ten minutes ago', () => {
  test('every act of the table answers 428 and does nothing; nothing else asks', async () => {
    await growOld()
    const wrong: string[] = []
    for (const route of named()) {
      if (route.access === 'public' || route.url === '/api/live' || route.url.includes('logout')) continue
      if (!isListed(route) && !route.access.includes(':')) continue
      const { status } = await body(
        server.token,
        route.method as 'POST',
        route.url.replace(/:\w+/g, '1'),
        route.method === 'GET' || route.method === 'DELETE' ? undefined : {},
      )
      if ((status === 428) !== isListed(route)) wrong.push(`${route.name}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('what asks only for some values asks for those', async () => {
    const id = await makePerson(server, 'zhouyi')
    const other = await makeRole(server, 'other', { points: /^user:list$/ })
    const device = (
      await server.call('POST', '/api/device/warehouse', { sn: 'PROOF-1', name: '门', modelId: models.bollardDevice })
    ).body.data
    const agency = server.ports.newId()
    await server.ports.db.query(
      { role: 'engine' },
      sql`insert into identity.organisation (id, code, kind, name, parent_id) values (${agency}, 'agency-p', 2, '代理商', 1)`,
    )
    await growOld()
    const asked: [string, 'POST' | 'PUT', string, object][] = [
      ['a password of somebody', 'PUT', '/api/admin/user', { id, password: 'somebody elses words' }],
      ['roles of somebody', 'PUT', '/api/admin/user', { id, roleIds: [other] }],
      [
        'somebody new with roles',
        'POST',
        '/api/admin/user',
        { username: 'zhouer', password: 'a good long one', type: 1, roleIds: [other] },
      ],
      [
        'rights of a person',
        'PUT',
        `/api/admin/employeePermission/${id}`,
        { menuIds: [], dataScope: 3, organisationIds: [], appIds: [] },
      ],
      ['the sight of a role', 'PUT', '/api/admin/role', { id: other, dataScope: 3 }],
      ['a permission of a menu', 'POST', '/api/admin/menu', { name: '新', permission: 'user:list' }],
      ['a device to another organisation', 'PUT', '/api/device/warehouse', { id: device.id, sourceId: agency }],
    ]
    for (const [what, method, url, sent] of asked)
      expect((await body(server.token, method, url, sent)).error, what).toBe('need_proof')
    const free: [string, 'POST' | 'PUT', string, object][] = [
      ['a name', 'PUT', '/api/admin/user', { id, nickname: '周一' }],
      ['a menu without one', 'POST', '/api/admin/menu', { name: '栏目' }],
      ['a name of a device', 'PUT', '/api/device/warehouse', { id: device.id, name: '东门' }],
    ]
    for (const [what, method, url, sent] of free)
      expect((await body(server.token, method, url, sent)).status, what).toBe(200)
    const again = await server.call('POST', '/api/auth/proof', {
      password: await sealed(server, 'correct horse battery'),
    })
    expect(again.status).toBe(200)
    for (const [what, method, url, sent] of asked)
      expect((await body(server.token, method, url, sent)).status, what).toBe(200)
  })

  test('the sixth different device that one person opens within five minutes asks', async () => {
    const role = await makeRole(server, 'opener', { points: /^(command|deviceBind):/ })
    await makePerson(server, 'guard', { type: 1, roleIds: [role], appIds: [appId] })
    const token = await tokenOf(server, 'guard')
    const ids: string[] = []
    for (let no = 1; no <= 7; no += 1) {
      const { id } = await connectDevice(server, appId, models.bollardDevice!, `MANY-${no}`, `柱${no}`)
      ids.push(id)
    }
    await server.ports.db.query(
      { role: 'engine' },
      sql`insert into devices.session (device_id, source_id, app_id, online, node, epoch, last_seen_at)
        select id, source_id, app_id, true, 'test', 1, now() from devices.device where id = any(${ids}::bigint[])
        on conflict (device_id) do update set online = true`,
    )
    await growOld()
    const open = (nth: number) =>
      body(token, 'POST', `/api/device/control/send?appId=${appId}`, {
        deviceId: ids[nth],
        identifier: 'fall',
        reason: '访客',
      })
    for (let nth = 0; nth < 5; nth += 1) expect((await open(nth)).status, `device ${nth}`).toBe(200)
    expect((await open(5)).error).toBe('need_proof')
    const { status } = await server.call(
      'POST',
      '/api/auth/proof',
      { password: await sealed(server, PASSWORD) },
      { token },
    )
    expect(status).toBe(200)
    expect((await open(5)).status).toBe(200)
  })

  test('the failed rows of a job are tried again under the same condition', async () => {
    const id = server.ports.newId()
    const payload = { act: 'remove', ids: ['1'], columns: ['name'], language: 'zh', ip: '', requestId: '', digest: id }
    await server.ports.db.query(
      { role: 'engine' },
      sql`with job as (insert into engine.job (id, kind, noun, title, source_id, user_id, total, failed, state, payload)
          select ${id}, 'bulk', 'menu', '删除', 1, a.id, 1, 1, 2, ${JSON.stringify(payload)} from identity.account a
          where a.username = 'admin' returning id, source_id)
        insert into engine.job_row (job_id, source_id, row_no, problems, sealed)
        select id, source_id, 1, '[]', ''::bytea from job`,
    )
    await growOld()
    expect((await body(server.token, 'POST', `/api/job/${id}/again`)).error).toBe('need_proof')
  })
})
