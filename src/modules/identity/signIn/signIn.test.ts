/** S-AU: sign-ins that must be refused, over the real routes: other brands, codes, captchas, forged tokens, guessing, races. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { makeAuthenticator } from './principal.server.ts'
import { makePorts } from '#main/wire.ts'
import { forget, makePerson, makeRole, PASSWORD, sealed, signIn, tokenOf } from '../../../../tests/harness/people.ts'
import { until } from '../../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { workOf } from '../../../../tests/harness/workOf.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makePerson(server, 'zhaoyi', { phone: '13811110001' })
  await makePerson(server, 'qianer', { phone: '13811110002', type: 2, sourceId: '2' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await forget(server)
})

const anonymous = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) =>
  server.call(method, url, undefined, { token: null, headers })
const client = (id: string) => ({ authorization: `Basic ${btoa(`${id}:${id}`)}` })
const query = (values: Record<string, string>) => String(new URLSearchParams(values))
const refresh = (token: string) =>
  anonymous(
    'POST',
    `/api/auth/oauth/token?${query({ grant_type: 'refresh_token', refresh_token: token, scope: 'server' })}`,
    client('console'),
  )

describe('brands', () => {
  test("another brand's door answers exactly like a wrong password", async () => {
    const [wrong, foshan, nanc, platform] = [
      await signIn(server, 'qianer', { platform: 'foshan', password: 'not the one' }),
      await signIn(server, 'qianer', { platform: 'foshan' }),
      await signIn(server, 'qianer', { platform: 'nanc' }),
      await signIn(server, 'qianer'),
    ]
    expect(foshan.status).toBe(200)
    for (const remaining of [nanc, platform])
      expect([remaining.status, remaining.body]).toEqual([wrong.status, wrong.body])
    const staff = await signIn(server, 'zhaoyi', { platform: 'foshan' })
    expect([staff.status, staff.body]).toEqual([wrong.status, wrong.body])
  })
  test('a third brand is a row; its people and their agencies come in through its door; switched off, through ours', async () => {
    await server.ports.db.query(
      ENGINE,
      sql`insert into identity.organisation (id, code, kind, name, parent_id) values (901, 'yangtze', 1, '长江', 1), (902, 'yz-agency', 2, '长江代理', 901)`,
    )
    const taken = await server.call('POST', '/api/admin/brand', {
      sourceId: '901',
      code: 'login',
      name: 'x',
      title: 'x',
      companyName: 'x',
    })
    expect(taken.body.data.fields[0].field).toBe('code')
    const made = await server.call('POST', '/api/admin/brand', {
      sourceId: '901',
      code: 'yangtze',
      name: '长江通',
      title: '长江通',
      companyName: '长江',
    })
    expect(made.body.code).toBe(0)
    await server.call('PUT', '/api/admin/brand', { id: made.body.data.id, code: 'other', accent: '#0a7' })
    const config = await anonymous('GET', '/api/config?platform=yangtze')
    expect(config.body.data).toMatchObject({
      brand: { code: 'yangtze', name: '长江通', accent: '#0a7' },
      login: { client: 'console-yangtze:console-yangtze' },
    })
    await makePerson(server, 'agency9', { type: 2, sourceId: '902' })
    expect((await signIn(server, 'agency9')).status).toBe(400)
    const token = await tokenOf(server, 'agency9', 'yangtze')
    const info = await server.call('GET', '/api/admin/user/info', undefined, { token })
    expect(info.body.data).toMatchObject({ sysUser: { sourcePlatformCode: 'yz-agency' }, brand: { code: 'yangtze' } })
    await server.call('PUT', '/api/admin/brand', { id: made.body.data.id, state: 0 })
    expect((await anonymous('GET', '/api/config?platform=yangtze')).status).toBe(404)
    expect((await signIn(server, 'agency9')).status).toBe(200)
  })
})

describe('tokens', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    ['unsigned', `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: '1', user_id: '1', authorities: ['admin'] })}.`],
    ['HS256', `${part({ alg: 'HS256', kid: '../../../dev/null' })}.${part({ sub: '1' })}.${'A'.repeat(43)}`],
    ['jku', `${part({ alg: 'RS256', jku: 'http://127.0.0.1:9/keys' })}.${part({ sub: '1' })}.${'A'.repeat(342)}`],
    ['of our length', `at_${'A'.repeat(43)}`],
  ])('a JWT or a made-up token is refused: %s', async (_name, token) => {
    expect((await server.call('GET', '/api/admin/user/info', undefined, { token })).status).toBe(401)
  })
  test('a token in the query, a form or a cookie is no token', async () => {
    const { token } = server
    expect((await anonymous('GET', '/api/admin/user/info')).status).toBe(401)
    for (const name of ['access_token', 'token', 'Authorization'])
      expect((await anonymous('GET', `/api/admin/user/info?${name}=${token}`)).status).toBe(401)
    for (const name of ['access_token', 'portico-access_token', 'token'])
      expect((await anonymous('GET', '/api/admin/user/info', { cookie: `${name}=${token}` })).status).toBe(401)
    expect((await anonymous('GET', '/api/admin/user/info', { authorization: `Basic ${token}` })).status).toBe(401)
  })
  test('twenty tabs refresh at once: one successor for all, and it works; later the grandparent ends it', async () => {
    const first = (await signIn(server, 'zhaoyi')).body as unknown as { refresh_token: string }
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)))
    expect(answers.map(answer => answer.status)).toEqual(Array(20).fill(200))
    const given = answers.map(answer => answer.body as unknown as { access_token: string; refresh_token: string })
    expect(new Set(given.map(tokens => tokens.refresh_token)).size).toBe(1)
    const { access_token: token, refresh_token } = given[0]!
    expect((await server.call('GET', '/api/admin/user/info', undefined, { token })).status).toBe(200)
    expect((await refresh(refresh_token)).status).toBe(200)
    expect((await refresh(first.refresh_token)).status).toBe(401)
    expect((await server.call('GET', '/api/admin/user/info', undefined, { token })).status).toBe(401)
    const [row] = await server.ports.db.query(ENGINE, sql`select action from audit.entry where action = 'refreshReuse'`)
    expect(row).toBeDefined()
  })
  test('the grace is ten seconds, and only for the immediate predecessor', async () => {
    const first = (await signIn(server, 'zhaoyi')).body as unknown as { refresh_token: string }
    await refresh(first.refresh_token)
    await server.ports.db.query(
      ENGINE,
      sql`update identity.session set rotated_at = rotated_at - interval '10 seconds' where rotated_at is not null`,
    )
    expect((await refresh(first.refresh_token)).status).toBe(401)
  })
})

describe('revocation', () => {
  test('another process refuses soon: ended, locked, role taken, password changed', async () => {
    const remaining = await makePorts({
      ...server.installation,
      publicUrl: 'http://127.0.0.1',
      callbackAllow: [],
      nodeNumber: 201,
      log: server.ports.log,
    })
    // Without hints, this process notices changes only by polling.
    const authenticator = makeAuthenticator({ ...remaining, bus: { publish() {}, subscribe: () => () => {} } })
    try {
      const role = await makeRole(server, 'reader', { points: /^user:list$/ })
      const id = await makePerson(server, 'sunsan', { roleIds: [role] })
      const measure = async (end: (token: string) => Promise<unknown>, gone: (token: string) => Promise<boolean>) => {
        await forget(server)
        const token = await tokenOf(server, 'sunsan')
        expect((await authenticator.authenticate(token))?.permissions.has('user:list')).toBe(true)
        await end(token)
        await until(() => gone(token), 'the end of a session')
      }
      const dead = async (token: string) => (await authenticator.authenticate(token)) === null
      await measure(token => server.call('GET', '/api/auth/token/logout', undefined, { token }), dead)
      await measure(() => server.call('POST', `/api/admin/user/${id}/lock`, {}), dead)
      await server.call('POST', `/api/admin/user/${id}/unlock`, {})
      await measure(
        () => server.call('PUT', '/api/admin/user', { id, roleIds: [] }),
        async token => !(await authenticator.authenticate(token))?.permissions.has('user:list'),
      )
      await server.call('PUT', '/api/admin/user', { id, roleIds: [role] })
      await measure(() => server.call('PUT', '/api/admin/user', { id, password: 'another kettle of fish' }), dead)
    } finally {
      authenticator.stop()
      await remaining.db.end()
    }
  })
  test('an open stream ends with its session, and only with its own', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    await forget(server)
    const [ended, remaining] = [await tokenOf(server, 'zhaoyi'), await tokenOf(server, 'zhaoyi')]
    const open = async (token: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/live`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(response.status).toBe(200)
      const reader = response.body!.getReader()
      await reader.read()
      let ended = false
      const done = (async () => {
        for (;;) if ((await reader.read().catch(() => ({ done: true }))).done) break
        ended = true
      })()
      return { done, ended: () => ended, cancel: () => reader.cancel().catch(() => {}) }
    }
    const [first, second] = [await open(ended), await open(remaining)]
    await server.call('GET', '/api/auth/token/logout', undefined, { token: ended })
    await first.done
    expect(second.ended()).toBe(false)
    await second.cancel()
  })
  test('a sign-in that was being checked while the password changed gets no session', async () => {
    const [row] = await server.ports.db.query<{ password_hash: string }>(
      ENGINE,
      sql`select password_hash from identity.account where username = 'zhaoyi'`,
    )
    const slow = server.ports.hashing.verifyPassword
    const changed = await server.ports.hashing.hashPassword('changed in between')
    server.ports.hashing.verifyPassword = async (stored, password) => {
      const right = await slow(stored, password)
      await server.ports.db.query(
        ENGINE,
        sql`update identity.account set password_hash = ${changed} where username = 'zhaoyi'`,
      )
      return right
    }
    try {
      expect((await signIn(server, 'zhaoyi')).body.error).toBe('invalid_grant')
    } finally {
      server.ports.hashing.verifyPassword = slow
      await server.ports.db.query(
        ENGINE,
        sql`update identity.account set password_hash = ${row!.password_hash} where username = 'zhaoyi'`,
      )
    }
  })
})

test('an unknown user, a wrong password and another brand are answered after the same work', async () => {
  const work: string[][] = []
  for (const [username, password] of [
    ['nobodyatall', 'not the one'],
    ['zhaoyi', 'not the one'],
    ['qianer', PASSWORD],
  ] as const) {
    await forget(server)
    work.push(await workOf(server, () => signIn(server, username, { password })))
  }
  const [unknown, wrong, brand] = work
  expect(unknown!.filter(one => one === 'a password is compared')).toHaveLength(1)
  expect(wrong).toEqual(unknown)
  expect(brand).toEqual(unknown)
})

test('social accounts: whatever cannot be resolved is answered alike', async () => {
  for (const mobile of ['WX@code', 'QQ@code', 'NONE@code', 'WX', '', 'WX.AAAAAAAAAAAAAAAAAAAAAA@code']) {
    const answer = await anonymous(
      'POST',
      `/api/auth/mobile/token/social?${query({ mobile, grant_type: 'mobile' })}`,
      client('console'),
    )
    expect([answer.status, answer.body.error], mobile).toEqual([400, 'social_unbound'])
  }
})

test('a leaked sealed password cannot be replayed where it proves something else', async () => {
  const token = await tokenOf(server, 'zhaoyi')
  const old = await sealed(server, 'not the one')
  const answer = await server.call(
    'POST',
    '/api/auth/password',
    { old, password: await sealed(server, 'a whole new phrase') },
    { token },
  )
  expect([answer.status, answer.body.data.fields[0].field]).toEqual([400, 'old'])
})
