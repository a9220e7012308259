/** API keys over the real routes: what a key may do, from where, until when, and how it is revoked. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeApplication } from '../../../../tests/harness/device.ts'
import { forget, makePerson, makeRole, tokenOf } from '../../../../tests/harness/people.ts'
import { until } from '../../../../tests/harness/platform.ts'
import { startTestServer, type Answer, type TestServer } from '../../../../tests/harness/server.ts'
import { holdsAddress, wrongAddress } from './addresses.server.ts'

const API = '/api/admin/apiKey'
const ENGINE = { role: 'engine' } as const
let server: TestServer
let [appId, otherApp] = ['', '']
let aheadMs = 0

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(Date.now() + aheadMs) })
  appId = (await makeApplication(server, '甲')).appId
  otherApp = (await makeApplication(server, '乙')).appId
})
afterAll(() => server.close())
beforeEach(() => forget(server))

interface Made {
  id: string
  clientId: string
  secret: string
}
const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, token?: string) =>
  server.call(method, `${url}${url.includes('?') ? '&' : '?'}appId=${appId}`, body, token ? { token } : {})
const make = async (more: object = {}): Promise<Made> => {
  const answer = await call('POST', API, { name: '对接程序', points: ['site:list', 'site:add'], ...more })
  if (answer.body.code !== 0) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
/** The token request of a program: a Basic header and a form body. */
async function grant(
  id: string,
  secret: string,
  options: { ip?: string; inBody?: boolean } = {},
): Promise<Answer & { token: string }> {
  const params = new URLSearchParams({ grant_type: 'client_credentials' })
  if (options.inBody) {
    params.set('client_id', id)
    params.set('client_secret', secret)
  }
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/auth/oauth/token',
    payload: params.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(options.inBody ? {} : { authorization: `Basic ${btoa(`${id}:${secret}`)}` }),
    },
    ...(options.ip ? { remoteAddress: options.ip } : {}),
  })
  const body = response.json()
  return { status: response.statusCode, body, headers: response.headers, token: body.access_token }
}
const ended = (token: string) =>
  until(async () => (await call('GET', '/api/admin/site/page', undefined, token)).status === 401, 'the end of a token')

describe('what a key may do', () => {
  test('its points in its application, and nothing else', async () => {
    const key = await make()
    expect(key.clientId).toMatch(/^ak[0-9a-f]{20}$/)
    expect(key.secret).toMatch(/^sk_[\w-]{43}$/)
    const { body, token } = await grant(key.clientId, key.secret)
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 1800, app_id: appId })
    expect(body).not.toHaveProperty('refresh_token')
    const made = await call('POST', '/api/admin/site', { name: '东门', type: 1, status: 1 }, token)
    expect(made.body.data.name).toBe('东门')
    expect((await call('GET', '/api/admin/site/page', undefined, token)).body.data.total).toBe(1)
    expect((await call('GET', '/api/person/person/page', undefined, token)).status).toBe(403)
    expect((await server.call('GET', `/api/admin/site/page?appId=${otherApp}`, undefined, { token })).body.error).toBe(
      'app_forbidden',
    )
    const [entry] = await server.ports.db.query<{ actor_name: string; object: string }>(
      ENGINE,
      sql`select actor_name, object from audit.entry where app_id = ${appId} and object = 'site'`,
    )
    expect(entry!.actor_name).toBe(key.clientId)
    expect((await grant(key.clientId, key.secret, { inBody: true })).status).toBe(200)
  })
  test('the application follows from it: reads and writes need no appId, and another is refused', async () => {
    const key = await make({ points: ['site:list', 'site:add', 'site:remove'] })
    const { token } = await grant(key.clientId, key.secret)
    const bare = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) =>
      server.call(method, url, body, { token })
    const made = await bare('POST', '/api/admin/site', { name: '西门', type: 1, status: 1 })
    expect(made.body).toMatchObject({ code: 0, data: { name: '西门', appId } })
    const page = await bare('GET', '/api/admin/site/page')
    expect(page.body.data.records.map((row: any) => row.appId)).toContain(appId)
    const named = await call('GET', '/api/admin/site/page', undefined, token)
    expect(page.body).toEqual(named.body)
    const other = { name: '北门', type: 1, status: 1, appId: otherApp }
    expect((await bare('POST', '/api/admin/site', other)).body.error).toBe('app_forbidden')
    expect((await bare('DELETE', `/api/admin/site/${made.body.data.id}`)).body.code).toBe(0)
  })
  test('is no person: no own account, no step-up, no list of users', async () => {
    const key = await make({ points: ['person:list', 'person:reveal'] })
    const { token } = await grant(key.clientId, key.secret)
    for (const [method, url] of [
      ['GET', '/api/auth/security'],
      ['POST', '/api/auth/password'],
      ['POST', '/api/auth/social'],
      ['POST', '/api/auth/proof'],
    ] as const)
      expect((await server.call(method, url, method === 'GET' ? undefined : {}, { token })).status, url).toBe(403)
    expect((await call('POST', '/api/person/person/1/reveal', { reason: '查' }, token)).body.error).toBe('forbidden')
    const listed = await server.call('GET', '/api/admin/user/page?size=100')
    expect(JSON.stringify(listed.body)).not.toContain(key.clientId)
    expect((await server.call('GET', `/api/admin/user/${key.id}`)).status).toBe(404)
    expect((await server.call('POST', `/api/admin/user/${key.id}/resetFactor`, {})).status).toBe(404)
    expect((await server.login(key.clientId, key.secret)).status).toBe(400)
  })
  test('never more than who makes it, changes it or renews its secret', async () => {
    const strong = await make({ points: ['site:list', 'person:list'] })
    const role = await makeRole(server, 'keeper', { points: /^(apiKey:|site:)/ })
    await makePerson(server, 'keeper', { roleIds: [role], appIds: [appId] })
    const token = await tokenOf(server, 'keeper')
    const points = (await call('GET', `${API}/points`, undefined, token)).body.data.map((one: any) => one.point)
    expect(points).toContain('site:add')
    expect(points.some((point: string) => /^(apiKey|person|user):/.test(point))).toBe(false)
    const add = (given: string[]) => call('POST', API, { name: '程序', points: given }, token)
    expect((await add(['person:list'])).body.data.fields[0].field).toBe('points')
    expect((await add(['apiKey:add'])).status).toBe(400)
    expect((await add(['user:list'])).status).toBe(400)
    expect((await add(['site:list'])).body.code).toBe(0)
    for (const [method, url, body] of [
      ['PUT', API, { id: strong.id, name: '拿来', points: ['site:list'] }],
      ['POST', `${API}/${strong.id}/rotate`, {}],
    ] as const)
      expect((await call(method, url, body, token)).body.data.fields[0].field).toBe('points')
    // The administrator has all permissions, and still cannot let a key manage keys.
    expect((await call('POST', API, { name: '程序', points: ['apiKey:add'] })).status).toBe(400)
  })
})

describe('where and how long', () => {
  test('from the addresses of its list only, when it signs in and at each call', async () => {
    const key = await make({ addresses: '10.0.0.0/8\n192.0.2.7' })
    expect((await grant(key.clientId, key.secret, { ip: '203.0.113.9' })).status).toBe(400)
    const { token } = await grant(key.clientId, key.secret, { ip: '10.9.8.7' })
    const from = (remoteAddress: string) =>
      server.app.inject({
        url: `/api/admin/site/page?appId=${appId}`,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress,
      })
    expect((await from('192.0.2.7')).statusCode).toBe(200)
    expect((await from('192.0.2.8')).statusCode).toBe(403)
    const wrong = await call('POST', API, { name: '程序', points: ['site:list'], addresses: '10.0.0.0/8\n10.0.0.300' })
    expect(wrong.body.msg).toBe('“10.0.0.300”不是有效的地址或网段')
  })
  test.each([
    ['', '198.51.100.1', true],
    ['198.51.100.0/24', '198.51.100.9', true],
    ['198.51.100.0/24', '::ffff:198.51.100.9', true],
    ['198.51.100.0/24', '198.51.101.9', false],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['2001:db8::/32', '198.51.100.9', false],
    ['198.51.100.1', 'nonsense', false],
  ])('%j holds %s: %s', (list, address, holds) => expect(holdsAddress(list)(address)).toBe(holds))
  test.each(['10.0.0.0/33', 'a.example', '10.0.0.1/', '::/129', '1.2.3.4/8/9'])('%s is no network', line =>
    expect(wrongAddress(`127.0.0.1\n${line}`)).toBe(line),
  )

  test('until it expires, its tokens with it', async () => {
    const key = await make({ expiresAt: new Date(Date.now() + 10 * 60_000).toISOString() })
    const { body, token } = await grant(key.clientId, key.secret)
    expect(body).toMatchObject({ expires_in: expect.toSatisfy((s: number) => s > 500 && s <= 600) })
    aheadMs = 11 * 60_000
    try {
      expect((await grant(key.clientId, key.secret)).status).toBe(400)
      await server.ports.db.query(ENGINE, sql`update engine.head set version = version + 1 where name = 'identity'`)
      await ended(token)
    } finally {
      aheadMs = 0
    }
    const past = await call('POST', API, { name: '程序', points: ['site:list'], expiresAt: '2020-01-01T00:00:00Z' })
    expect(past.body.data.fields[0].field).toBe('expiresAt')
  })
})

describe('how it ends', () => {
  test('a new secret works at once, the old one for the hours that were given', async () => {
    const key = await make()
    const { secret } = (await call('POST', `${API}/${key.id}/rotate`, { overlapHours: 2 })).body.data
    expect((await grant(key.clientId, secret)).status).toBe(200)
    expect((await grant(key.clientId, key.secret)).status).toBe(200)
    aheadMs = 3 * 3_600_000
    expect((await grant(key.clientId, key.secret)).status).toBe(400)
    expect((await grant(key.clientId, secret)).status).toBe(200)
    aheadMs = 0
    const { token } = await grant(key.clientId, secret)
    await call('POST', `${API}/${key.id}/rotate`, { overlapHours: 0 })
    await ended(token)
    expect((await grant(key.clientId, secret)).status).toBe(400)
  })
  test('revoked: no token more, and those there are end', async () => {
    const key = await make()
    const { token } = await grant(key.clientId, key.secret)
    const sessions = (await call('GET', `${API}/${key.id}/sessions`)).body.data
    expect(sessions).toMatchObject([{ way: 5, ip: '127.0.0.1' }])
    const second = (await grant(key.clientId, key.secret)).token
    expect((await call('POST', `${API}/${key.id}/endSessions`, { sessionId: sessions[0].id })).body.data).toBe(1)
    await ended(token)
    expect((await call('GET', '/api/admin/site/page', undefined, second)).status).toBe(200)
    expect((await call('POST', `${API}/${key.id}/revoke`, {})).body.code).toBe(0)
    await ended(second)
    expect((await grant(key.clientId, key.secret)).status).toBe(400)
    expect((await call('POST', `${API}/${key.id}/rotate`, {})).body.error).toBe('wrong_state')
    const row = (await call('GET', `${API}/${key.id}`)).body.data
    expect(row).toMatchObject({ state: 0, lastUsedIp: '127.0.0.1' })
    expect(JSON.stringify(row)).not.toMatch(/sk_|hash/i)
  })
  test('less given to it holds at once', async () => {
    const key = await make()
    const { token } = await grant(key.clientId, key.secret)
    expect((await call('GET', '/api/admin/site/page', undefined, token)).status).toBe(200)
    await call('PUT', API, { id: key.id, name: '只写', points: ['site:add'] })
    await until(async () => (await call('GET', '/api/admin/site/page', undefined, token)).status === 403, 'less rights')
  })
  test('重置密钥 of an application makes its AppKey a way in, and the secret before ends', async () => {
    const { appKey } = (await server.call('GET', `/api/admin/application/${appId}`)).body.data
    const reset = async () => (await server.call('POST', `/api/admin/application/${appId}/resetKey`, {})).body.data
    const first = await reset()
    expect(first.appKey).toBe(appKey)
    const { token } = await grant(appKey, first.appSecret)
    expect((await call('GET', '/api/person/person/page', undefined, token)).status).toBe(200)
    const second = await reset()
    await ended(token)
    expect((await grant(appKey, first.appSecret)).status).toBe(400)
    expect((await grant(appKey, second.appSecret)).status).toBe(200)
  })
})

test('failed guesses are counted by key and by address: others still sign in, and of 40 simultaneous guesses at most seven are checked', async () => {
  const key = await make()
  const guesses = await Promise.all(
    Array.from({ length: 40 }, () => grant(key.clientId, 'sk_wrong', { ip: '198.51.100.77' })),
  )
  expect(guesses.filter(answer => answer.status === 400).length).toBeLessThanOrEqual(7)
  expect(guesses.filter(answer => answer.status === 429).length).toBeGreaterThanOrEqual(33)
  expect((await grant(key.clientId, key.secret, { ip: '198.51.100.77' })).status).toBe(429)
  expect((await grant(key.clientId, key.secret, { ip: '198.51.100.78' })).status).toBe(200)
  const [row] = await server.ports.db.query<{ hash: Buffer; n: number }>(
    ENGINE,
    sql`select secret_hash as hash, (select count(*)::int from identity.login_log where username = ${key.clientId} and result = 1) as n from identity.api_key where id = ${key.id}`,
  )
  expect(row!.n).toBeGreaterThan(0)
  expect(row!.hash).toHaveLength(32)
})
