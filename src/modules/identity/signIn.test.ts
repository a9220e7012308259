/** S-AU: ways in that must stay shut, over the real routes: other brands, codes, captchas, forged tokens, guessing, racing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { makeAuthenticator } from './principal.server.ts'
import { makePorts } from '#main/wire.ts'
import {
  captcha,
  forget,
  makePerson,
  makeRole,
  PASSWORD,
  sealed,
  signIn,
  tokenOf,
} from '../../../tests/harness/people.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
let told: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  server.ports.notice = line => void told.push(line)
  await makePerson(server, 'zhaoyi', { phone: '13811110001' })
  await makePerson(server, 'qianer', { phone: '13811110002', type: 2, sourceId: '2' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await forget(server)
  told = []
})

const anonymous = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) =>
  server.call(method, url, undefined, { token: null, headers })
const client = (id: string) => ({ authorization: `Basic ${btoa(`${id}:${id}`)}` })
const query = (values: Record<string, string>) => String(new URLSearchParams(values))
const sendCode = async (phone: string, more: Record<string, string> = {}) =>
  anonymous('GET', `/api/admin/mobile/${phone}?${query({ ...(await captcha(server)), ...more })}`)
const bySms = (phone: string, code: string, id = 'console') =>
  anonymous(
    'POST',
    `/api/auth/mobile/token/sms?${query({ mobile: `SMS@${phone}`, code, grant_type: 'mobile' })}`,
    client(id),
  )
const codeTold = () => told.map(line => /code (\d{6})/.exec(line)?.[1]).find(Boolean)!
const refresh = (token: string) =>
  anonymous(
    'POST',
    `/api/auth/oauth/token?${query({ grant_type: 'refresh_token', refresh_token: token, scope: 'server' })}`,
    client('console'),
  )

describe('codes by SMS', () => {
  test('a captcha comes first, the code is printed by default, and signs in once', async () => {
    const without = await anonymous('GET', '/api/admin/mobile/13811110001')
    expect([without.status, without.body.data]).toEqual([428, { need: 'captcha' }])
    expect(told).toEqual([])
    expect((await sendCode('13811110001')).body).toEqual({ code: 0, msg: null, data: true })
    expect(told).toEqual([expect.stringMatching(/^SMS to 138\*\*\*\*0001: code \d{6}/)])
    const code = codeTold()
    const stored = await server.ports.db.query<{ whole: string }>(
      ENGINE,
      sql`select c::text as whole from identity.sms_code c`,
    )
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${code}|13811110001`))
    const inside = await bySms('13811110001', code)
    expect(inside.body).toMatchObject({ token_type: 'bearer', expires_in: 7200 })
    expect((await bySms('13811110001', code)).body.error).toBe('invalid_grant')
  })
  test('a phone that nobody has gets the same answer and no message; its guesses too', async () => {
    expect((await sendCode('13899990000')).body).toEqual({ code: 0, msg: null, data: true })
    expect(told).toEqual([])
    await sendCode('13811110001')
    const [known, unknown] = [await bySms('13811110001', 'abcdef'), await bySms('13899990000', 'abcdef')]
    expect(unknown.status).toBe(400)
    expect(unknown.body).toEqual(known.body)
  })
  test('five wrong tries void a code, also in parallel', async () => {
    await sendCode('13811110001')
    const code = codeTold()
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 5; tries += 1) {
      await forget(server)
      expect((await bySms('13811110001', wrong)).status).toBe(400)
    }
    await forget(server)
    expect((await bySms('13811110001', code)).status).toBe(400)
  })
  test('one a minute for each phone, twenty an hour for each address', async () => {
    expect((await sendCode('13811110001')).status).toBe(200)
    const again = await sendCode('13811110001')
    expect([again.status, again.headers['retry-after']]).toEqual([429, '60'])
    for (let phone = 0; phone < 18; phone += 1)
      expect((await sendCode(`138222200${String(phone).padStart(2, '0')}`)).status).toBe(200)
    expect((await sendCode('13822229999')).status).toBe(429)
  })
  test('a code of one purpose or brand opens nothing else', async () => {
    await sendCode('13811110001', { purpose: 'reset' })
    expect((await bySms('13811110001', codeTold())).status).toBe(400)
    told = []
    await forget(server)
    await sendCode('13811110002')
    expect(told, 'she belongs to Foshan').toEqual([])
    await forget(server)
    await sendCode('13811110002', { platform: 'foshan' })
    const code = codeTold()
    expect((await bySms('13811110002', code)).status).toBe(400)
    expect((await bySms('13811110002', code, 'console-foshan')).status).toBe(200)
  })
  test('guesses at codes and at passwords are one count', async () => {
    for (let tries = 0; tries < 3; tries += 1) await signIn(server, 'zhaoyi', { password: 'not the one' })
    const asked = await bySms('13811110001', '000000')
    expect([asked.status, asked.body.data]).toEqual([428, { need: 'captcha' }])
    for (let tries = 0; tries < 4; tries += 1)
      await anonymous(
        'POST',
        `/api/auth/mobile/token/sms?${query({ mobile: 'SMS@13811110001', code: '000000', grant_type: 'mobile', ...(await captcha(server, 'captcha')) })}`,
        client('console'),
      )
    expect((await signIn(server, 'zhaoyi')).status, 'the wait holds on every path').toBe(429)
  })
})

describe('brands', () => {
  test("another brand's door answers exactly like a wrong password", async () => {
    const [wrong, foshan, nanc, platform] = [
      await signIn(server, 'qianer', { platform: 'foshan', password: 'not the one' }),
      await signIn(server, 'qianer', { platform: 'foshan' }),
      await signIn(server, 'qianer', { platform: 'nanc' }),
      await signIn(server, 'qianer'),
    ]
    expect(foshan.status).toBe(200)
    for (const other of [nanc, platform]) expect([other.status, other.body]).toEqual([wrong.status, wrong.body])
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

describe('captchas', () => {
  test.each([
    ['no code', async () => ({})],
    ['an empty code', async () => ({ code: '', randomStr: 'abcdefgh1234' })],
    ['no randomStr', async () => ({ code: (await captcha(server)).code! })],
    [
      "another's randomStr",
      async () => ({ code: (await captcha(server)).code!, randomStr: (await captcha(server)).randomStr! }),
    ],
  ])('%s does not pass, whoever the client is', async (_name, given) => {
    for (const platform of ['', 'foshan', 'nanc']) {
      await forget(server)
      for (let tries = 0; tries < 3; tries += 1) await signIn(server, 'zhaoyi', { password: 'not the one', platform })
      const answer = await signIn(server, 'zhaoyi', { platform, extra: (await given()) as Record<string, string> })
      expect([400, 428]).toContain(answer.status)
      expect(['need_captcha', 'bad_captcha']).toContain(answer.body.error)
    }
  })
  test('of a hundred who use one text at once, one passes', async () => {
    const { randomStr, code } = await captcha(server)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        server.call(
          'GET',
          `/api/admin/mobile/1380000${String(i).padStart(4, '0')}?${query({ randomStr: randomStr!, code: code! })}`,
          undefined,
          { token: null },
        ),
      ),
    )
    expect(answers.filter(answer => answer.status === 200).length).toBe(1)
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
  test('another process refuses within a second: ended, locked, role taken, password changed', async () => {
    const other = makePorts({
      ...server.installation,
      publicUrl: 'http://127.0.0.1',
      callbackAllow: [],
      nodeNumber: 201,
      log: server.ports.log,
    })
    // Deaf to hints: what it knows it knows by polling.
    const authenticator = makeAuthenticator({ ...other, bus: { publish() {}, subscribe: () => () => {} } })
    try {
      const role = await makeRole(server, 'reader', { points: /^user:list$/ })
      const id = await makePerson(server, 'sunsan', { roleIds: [role] })
      const measure = async (end: (token: string) => Promise<unknown>, gone: (token: string) => Promise<boolean>) => {
        await forget(server)
        const token = await tokenOf(server, 'sunsan')
        expect((await authenticator.authenticate(token))?.permissions.has('user:list')).toBe(true)
        await end(token)
        const since = performance.now()
        while (!(await gone(token))) {
          expect(performance.now() - since).toBeLessThan(1000)
          await new Promise(resolve => setTimeout(resolve, 20))
        }
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
      await other.db.end()
    }
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

test('an unknown user, a wrong password and another brand take equally long', async () => {
  const taken: Record<string, number[]> = { unknown: [], wrong: [], brand: [] }
  const who = { unknown: 'nobodyatall', wrong: 'zhaoyi', brand: 'qianer' }
  for (let round = 0; round < 40; round += 1)
    for (const [name, username] of Object.entries(who)) {
      await forget(server)
      const begun = performance.now()
      await signIn(server, username, { password: name === 'brand' ? PASSWORD : 'not the one' })
      taken[name]!.push(performance.now() - begun)
    }
  // Differences within a round: what the machine does besides drifts over all three.
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
  const apart = (name: string) => Math.abs(median(taken[name]!.map((ms, round) => ms - taken.wrong![round]!)))
  expect(apart('unknown')).toBeLessThan(5)
  expect(apart('brand')).toBeLessThan(5)
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
