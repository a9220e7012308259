/** The second step, step-up, the user's own account and policies, over the real routes with a clock of the test. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { hotp } from './totp.server.ts'
import {
  captcha,
  forget,
  makePerson,
  makeRole,
  PASSWORD,
  sealed,
  signIn,
  tokenOf,
} from '../../../../tests/harness/people.ts'
import { withinASecond } from '../../../../tests/harness/withinASecond.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
let aheadMs = 0
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(Date.now() + aheadMs) })
})
afterAll(() => server.close())
beforeEach(async () => {
  await forget(server)
  // The clock of the tests has moved on since the administrator signed in.
  await server.ports.db.query(ENGINE, sql`update identity.session set proved_at = ${server.ports.now()}`)
})
/** Does what ends a session, which is then refused within the promised second. */
const ends = (token: string, act: () => Promise<unknown>) =>
  withinASecond(
    act,
    async () => (await server.call('GET', '/api/admin/user/info', undefined, { token })).status === 401,
    'the session ends',
  )

const post = (url: string, body: object, token: string | null = null) => server.call('POST', url, body, { token })
const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map(byte => Number.parseInt(byte, 2)),
  )
}
const codeNow = (secret: string): string => hotp(bytesOf(secret), Math.floor((Date.now() + aheadMs) / 30_000))
const nextStep = () => {
  aheadMs += 30_000
}
async function enrol(username: string): Promise<{ id: string; secret: string; recovery: string[]; token: string }> {
  const id = await makePerson(server, username)
  const token = await tokenOf(server, username)
  const begun = (await post('/api/auth/totp/begin', {}, token)).body.data
  const kept = await post('/api/auth/totp', { setup: begun.setup, code: codeNow(begun.secret) }, token)
  nextStep()
  return { id, token, secret: begun.secret, recovery: kept.body.data.recovery }
}

describe('an authenticator app', () => {
  test('is stored only after a valid code, and every later sign-in requires it', async () => {
    await makePerson(server, 'liulei')
    const token = await tokenOf(server, 'liulei')
    const begun = (await post('/api/auth/totp/begin', {}, token)).body.data
    expect(begun.uri).toContain(`secret=${begun.secret}`)
    expect((await post('/api/auth/totp', { setup: begun.setup, code: '000000' }, token)).body.error).toBe('bad_code')
    expect((await signIn(server, 'liulei')).status).toBe(200)
    const kept = await post('/api/auth/totp', { setup: begun.setup, code: codeNow(begun.secret) }, token)
    expect(kept.body.data.recovery).toHaveLength(10)
    const asked = await signIn(server, 'liulei')
    expect([asked.status, asked.body.data]).toEqual([
      428,
      { need: 'totp', ways: ['totp', 'recovery'], enrol: false, ticket: expect.any(String) },
    ])
    // The code used for enrolment cannot be used again.
    const { ticket } = asked.body.data
    expect((await post('/api/auth/factor', { ticket, code: codeNow(begun.secret) })).body.error).toBe('bad_code')
    nextStep()
    const inside = await post('/api/auth/factor', { ticket, code: codeNow(begun.secret) })
    expect(inside.body).toMatchObject({ token_type: 'bearer', expires_in: 7200 })
    const again = await post('/api/auth/factor', { ticket, recovery: kept.body.data.recovery[0] })
    expect(again.status, 'a ticket is good once').toBe(400)
    const [stored] = await server.ports.db.query<{ whole: string }>(
      ENGINE,
      sql`select string_agg(f::text, ' ') as whole from identity.factor f`,
    )
    expect(stored!.whole).not.toContain(kept.body.data.recovery[1]!.replace('-', ''))
  })
  test('each code once, also in parallel; each recovery code once', async () => {
    const { secret, recovery } = await enrol('wangxi')
    const tickets = await Promise.all([1, 2, 3].map(async () => (await signIn(server, 'wangxi')).body.data.ticket))
    await forget(server)
    const code = codeNow(secret)
    const answers = await Promise.all(tickets.map(ticket => post('/api/auth/factor', { ticket, code })))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 400, 400])
    await forget(server)
    const spent: number[] = []
    for (let tries = 0; tries < 2; tries += 1) {
      const { ticket } = (await signIn(server, 'wangxi')).body.data
      spent.push((await post('/api/auth/factor', { ticket, recovery: recovery[0]!.toLowerCase() })).status)
    }
    expect(spent).toEqual([200, 400])
  })
  test('knowing the password does not allow endless guesses of codes: the count continues over new tickets', async () => {
    await enrol('zhengqi')
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      const first = await signIn(server, 'zhengqi', { extra: await captcha(server) })
      if (first.status !== 428 || first.body.data.need !== 'totp') {
        statuses.push(first.status)
        continue
      }
      const answer = await post('/api/auth/factor', {
        ticket: first.body.data.ticket,
        code: '000000',
        ...(await captcha(server, 'captcha')),
      })
      statuses.push(answer.status)
    }
    expect(statuses.filter(status => status === 400).length).toBeLessThanOrEqual(7)
    expect(statuses.at(-1)).toBe(429)
  })
  test('a ticket ends with its password and its lifetime, and is accepted nowhere else', async () => {
    const { id, secret } = await enrol('fengba')
    const { ticket } = (await signIn(server, 'fengba')).body.data
    expect(
      (await post('/api/auth/password/reset', { ticket, password: await sealed(server, 'some other phrase') })).status,
    ).toBe(400)
    await server.ports.db.query(ENGINE, sql`update identity.account set password_hash = 'other' where id = ${id}`)
    expect((await post('/api/auth/factor', { ticket, code: codeNow(secret) })).body.msg).toContain('过期')
    expect((await post('/api/auth/factor', { ticket: 'x', code: '1' })).status).toBe(400)
  })
})

describe('the policy of an organisation', () => {
  test('is off by default; required by a role, its members set it up at sign-in', async () => {
    const role = await makeRole(server, 'cashier', { points: /^user:list$/ })
    await makePerson(server, 'chenjiu', { roleIds: [role] })
    await makePerson(server, 'weishi')
    expect((await server.call('GET', '/api/admin/user/policy')).body.data).toEqual({
      sourceId: '1',
      factorMode: 0,
      factorRoles: [],
      idleMinutes: 0,
    })
    expect((await signIn(server, 'chenjiu')).status).toBe(200)
    expect((await post('/api/admin/user/setPolicy', { factorMode: 1, factorRoles: [] }, server.token)).status).toBe(400)
    const set = await post(
      '/api/admin/user/setPolicy',
      { factorMode: 1, factorRoles: [role], idleMinutes: 15 },
      server.token,
    )
    expect(set.body.data).toMatchObject({ factorMode: 1, factorRoles: [role] })
    expect((await signIn(server, 'weishi')).status).toBe(200)
    const asked = await signIn(server, 'chenjiu')
    expect([asked.status, asked.body.data]).toMatchObject([428, { need: 'totp', enrol: true }])
    const { ticket } = asked.body.data
    const begun = (await post('/api/auth/factor/enrol', { ticket })).body.data
    const inside = await post('/api/auth/factor', { ticket, setup: begun.setup, code: codeNow(begun.secret) })
    expect((inside.body as unknown as { recovery_codes: string[] }).recovery_codes).toHaveLength(10)
    nextStep()
    const token = (inside.body as unknown as { access_token: string }).access_token
    const security = (await server.call('GET', '/api/auth/security', undefined, { token })).body.data
    expect(security).toMatchObject({ required: true, recoveryLeft: 10, factors: [{ kind: 1 }] })
    const removed = await server.call('DELETE', `/api/auth/factor/${security.factors[0].id}`, undefined, { token })
    expect([removed.status, removed.body.error]).toEqual([409, 'wrong_state'])
    const info = await server.call('GET', '/api/admin/user/info', undefined, { token })
    expect(info.body.data.idleMinutes).toBe(15)
  })
  test('an administrator resets what was lost; everything of that person ends', async () => {
    const { id, token, secret } = await enrol('jiangsi')
    await ends(token, async () =>
      expect((await post(`/api/admin/user/${id}/resetFactor`, {}, server.token)).body.code).toBe(0),
    )
    expect((await signIn(server, 'jiangsi')).status).toBe(200)
    expect(secret).toBeDefined()
  })
})

describe('step-up', () => {
  test('five minutes after signing in, what costs dearly asks again: 428, then the factor, then done', async () => {
    const { token, secret } = await enrol('shenwu')
    expect((await post('/api/auth/recovery', {}, token)).status).toBe(200)
    aheadMs += 6 * 60_000
    const asked = await post('/api/auth/recovery', {}, token)
    expect([asked.status, asked.body.error, asked.body.data]).toEqual([
      428,
      'need_proof',
      { need: 'proof', ways: ['totp'] },
    ])
    expect(
      (await post('/api/auth/proof', { password: await sealed(server, PASSWORD) }, token)).status,
      'the password alone is not enough',
    ).toBe(400)
    expect((await post('/api/auth/proof', { code: codeNow(secret) }, token)).body.code).toBe(0)
    expect((await post('/api/auth/recovery', {}, token)).status).toBe(200)
  })
  test('without a factor it is the password; granting and passwords of others need it', async () => {
    const role = await makeRole(server, 'granter', { points: /^(role|user|menu):/ })
    const other = await makeRole(server, 'granted', { points: /^user:list$/ })
    const id = await makePerson(server, 'hanliu')
    await makePerson(server, 'yangqi', { roleIds: [role] })
    const token = await tokenOf(server, 'yangqi')
    aheadMs += 6 * 60_000
    const tries: [string, () => Promise<{ status: number; body: { error?: string } }>][] = [
      ['grant', () => post(`/api/admin/role/${other}/grant`, { menuIds: [] }, token)],
      ['password', () => server.call('PUT', '/api/admin/user', { id, password: 'somebody elses words' }, { token })],
      ['roles', () => server.call('PUT', '/api/admin/user', { id, roleIds: [other] }, { token })],
      ['scope', () => server.call('PUT', '/api/admin/role', { id: other, dataScope: 3 }, { token })],
    ]
    for (const [name, run] of tries) expect((await run()).body.error, name).toBe('need_proof')
    expect((await server.call('PUT', '/api/admin/user', { id, nickname: '韩六' }, { token })).status).toBe(200)
    expect((await post('/api/auth/proof', { password: await sealed(server, 'not the one') }, token)).status).toBe(400)
    expect((await post('/api/auth/proof', { password: await sealed(server, PASSWORD) }, token)).status).toBe(200)
    for (const [name, run] of tries) expect((await run()).status, name).toBe(200)
  })
})
