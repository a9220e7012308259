/** S-AU: guesses are counted on every sign-in method, answers reveal no accounts, and no token can be planted. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guessLimits } from '#modules/identity/signIn/attempt.server.ts'
import { captcha, forget, makePerson, PASSWORD, sealed, signIn, tokenOf, type In } from '../harness/people.ts'
import { workOf } from '../harness/workOf.ts'
import { ADMIN_PASSWORD, startTestServer, type Answer, type TestServer } from '../harness/server.ts'

const ENGINE = { role: 'engine' } as const
const [PHONE, NOBODYS_PHONE] = ['13811115555', '13899995555']
let server: TestServer
let token = ''
let basic = ''
beforeAll(async () => {
  server = await startTestServer()
  await makePerson(server, 'guessed', { phone: PHONE })
  basic = `Basic ${btoa((await server.call('GET', '/api/config', undefined, { token: null })).body.data.login.client)}`
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  await forget(server)
  token = await tokenOf(server, 'guessed')
  await forget(server)
})

interface Call {
  url: string
  body?: object
  authorization?: string
  /** Default: a different one for each. */ ip?: string
}
let addresses = 0
async function call({ url, body, authorization, ip }: Call): Promise<Answer> {
  addresses += 1
  const response = await server.app.inject({
    method: 'POST',
    url,
    ...(body ? { payload: body } : {}),
    headers: authorization ? { authorization } : {},
    remoteAddress: ip ?? `10.9.${addresses >> 8}.${addresses & 255}`,
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const query = (values: Record<string, string>): string => String(new URLSearchParams(values))

/** Each way to guess at the account, with everything right except the guess. */
const WAYS: Record<string, () => Promise<Call>> = {
  password: async () => ({
    url: `/api/auth/oauth/token?${query({ username: 'guessed', password: await sealed(server, 'wrong'), grant_type: 'password', ...(await captcha(server)) })}`,
    authorization: basic,
  }),
  'code by SMS': async () => ({
    url: `/api/auth/mobile/token/sms?${query({ mobile: `SMS@${PHONE}`, code: 'abcdef', grant_type: 'mobile', ...(await captcha(server, 'captcha')) })}`,
    authorization: basic,
  }),
  'reset by phone': async () => ({
    url: '/api/auth/password/reset/check',
    body: { phone: PHONE, code: 'abcdef', ...(await captcha(server, 'captcha')) },
  }),
}
/** Guesses by the holder of a session. */
const PROOFS: Record<string, () => Promise<Call>> = {
  'step-up': async () => ({
    url: '/api/auth/proof',
    body: { password: await sealed(server, 'wrong') },
    authorization: `Bearer ${token}`,
  }),
  'the own password': async () => ({
    url: '/api/auth/password',
    body: { old: await sealed(server, 'wrong'), password: await sealed(server, 'another kettle of fish') },
    authorization: `Bearer ${token}`,
  }),
}

async function failuresOf(key: string): Promise<number> {
  const [row] = await server.ports.db.query<{ failures: number }>(
    ENGINE,
    sql`select failures from identity.attempt where key = ${key}`,
  )
  return row?.failures ?? 0
}
/** A hundred at once: at most seven are checked. */
async function hundred(make: () => Promise<Call>): Promise<void> {
  const calls = await Promise.all(Array.from({ length: 100 }, make))
  const looked = (await Promise.all(calls.map(call))).filter(({ status }) => status !== 429)
  expect(looked.length).toBeGreaterThanOrEqual(1)
  expect(looked.length).toBeLessThanOrEqual(7)
  expect(looked.every(({ status }) => status === 400)).toBe(true)
}

describe('a hundred parallel guesses count as a hundred', () => {
  test.each(Object.keys(WAYS))('%s: seven are looked at, the rest wait', async way => {
    await hundred(WAYS[way]!)
    expect(await failuresOf('name:guessed')).toBe(100)
    // The right password has to wait as well: a limit used up by one method applies to all.
    expect((await signIn(server, 'guessed', { extra: await captcha(server), ip: '10.8.0.1' })).status).toBe(429)
  })
  test.each(Object.keys(PROOFS))('%s: seven are looked at, the rest wait, and nobody else does', async way => {
    await hundred(PROOFS[way]!)
    const [session] = await server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`select s.id from identity.session s join identity.account a on a.id = s.account_id where a.username = 'guessed' order by s.id desc limit 1`,
    )
    expect(await failuresOf(`proof:${session!.id}`)).toBe(100)
    expect((await signIn(server, 'guessed', { ip: '10.8.0.1' })).status).toBe(200)
  })
  test('the wait grows to a quarter of an hour, and no further', async () => {
    const guess = async () =>
      signIn(server, 'guessed', { password: 'wrong', extra: await captcha(server), ip: '10.8.0.2' })
    await guess()
    await server.ports.db.query(
      ENGINE,
      sql`update identity.attempt set failures = 40, blocked_until = null where key = 'name:guessed'`,
    )
    expect((await guess()).status).toBe(400)
    const waiting = await guess()
    expect(waiting.status).toBe(429)
    const minutes = Number(waiting.headers['retry-after']) / 60
    expect(Math.ceil(minutes)).toBe(guessLimits.most.wait)
  })
  test('one address, a hundred names: thirty a minute', async () => {
    const calls = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => ({
        url: `/api/auth/oauth/token?${query({ username: `name-${at}`, password: await sealed(server, 'wrong'), grant_type: 'password' })}`,
        authorization: basic,
        ip: '10.7.0.1',
      })),
    )
    const statuses = (await Promise.all(calls.map(call))).map(({ status }) => status)
    expect(statuses.filter(status => status === 400).length).toBe(30)
    expect(statuses.filter(status => status === 429).length).toBe(70)
  })
})

describe('one person cannot lock another out', () => {
  const knock = async (ip: string, extra: Record<string, string> = {}): Promise<number> =>
    (await signIn(server, 'guessed', { password: 'wrong', ip, extra })).status
  test('a known address or browser signs in while strangers guess', async () => {
    const home = (await signIn(server, 'guessed', { ip: '10.5.0.1' })).body as unknown as In & { device: string }
    for (let n = 0; n < 40; n += 1) await knock(`10.6.${n}.1`, await captcha(server))
    expect(await failuresOf('name:guessed')).toBe(40)
    expect((await signIn(server, 'guessed', { ip: '10.5.0.2' })).status).toBe(429)
    expect((await signIn(server, 'guessed', { ip: '10.5.0.1' })).status).toBe(200)
    const known = await signIn(server, 'guessed', { ip: '10.5.0.3', extra: { device: `rubbish.${home.device}` } })
    expect(known.status).toBe(200)
    // Guesses of strangers stay counted: the owner's success gives them no new attempts.
    expect(await failuresOf('name:guessed')).toBe(40)
  })
  test('the signed-in owner unlocks, proves and changes the password while strangers guess', async () => {
    for (let n = 0; n < 40; n += 1) await knock(`10.6.${n}.1`, await captcha(server))
    expect((await signIn(server, 'guessed', { ip: '10.5.0.9' })).status).toBe(429)
    // From an unknown address: these are counted by session.
    const own = async (path: string, body: object): Promise<number> =>
      (
        await server.app.inject({
          method: 'POST',
          url: path,
          remoteAddress: '10.5.0.9',
          headers: { authorization: `Bearer ${token}` },
          payload: body,
        })
      ).statusCode
    const password = await sealed(server, PASSWORD)
    expect(await own('/api/auth/proof', { password: await sealed(server, 'wrong') })).toBe(400)
    expect(await own('/api/auth/unlock', { password })).toBe(200)
    expect(await own('/api/auth/proof', { password })).toBe(200)
    const changed = await sealed(server, 'another kettle of fish')
    expect(await own('/api/auth/password', { old: password, password: changed })).toBe(200)
    await own('/api/auth/password', { old: changed, password })
  })
  test('the browser cookie of one account is not valid for another', async () => {
    const { device } = (await signIn(server, 'admin', { password: ADMIN_PASSWORD })).body as unknown as {
      device: string
    }
    for (let n = 0; n < 10; n += 1) await knock(`10.6.${n}.2`, { ...(await captcha(server)), device })
    expect(await failuresOf('name:guessed')).toBe(10)
  })
  test('a known place has its own seven looks, no more', async () => {
    await signIn(server, 'guessed', { ip: '10.5.0.1' })
    const answers: number[] = []
    for (let n = 0; n < 12; n += 1) answers.push(await knock('10.5.0.1', await captcha(server)))
    expect(answers.filter(status => status === 400)).toHaveLength(7)
    expect(await failuresOf('name:guessed')).toBe(0)
  })
  test('tries without a right captcha lengthen nothing', async () => {
    for (let n = 0; n < 30; n += 1) await knock(`10.6.${n}.3`)
    for (let n = 0; n < 30; n += 1) await knock(`10.6.${n}.4`, { randomStr: 'abcdefgh12345678', code: 'zzzz' })
    expect(await failuresOf('name:guessed')).toBe(3)
    const elsewhere = await signIn(server, 'guessed', { ip: '10.5.0.9', extra: await captcha(server) })
    expect(elsewhere.status).toBe(200)
  })
  test('a phone’s budget of messages is not spent by strangers where its holder is known', async () => {
    const ask = async (ip: string) =>
      (
        await server.app.inject({
          method: 'GET',
          url: `/api/admin/mobile/${PHONE}?${query({ purpose: 'reset', ...(await captcha(server)) })}`,
          remoteAddress: ip,
        })
      ).statusCode
    await signIn(server, 'guessed', { ip: '10.5.0.1' })
    expect([await ask('10.6.0.5'), await ask('10.6.1.5'), await ask('10.5.0.1')]).toEqual([200, 429, 200])
  })
  test('a ticket issued for a first password ends with that password', async () => {
    await makePerson(server, 'leaked')
    await server.ports.db.query(ENGINE, sql`update identity.account set must_change = true where username = 'leaked'`)
    const { ticket } = (await signIn(server, 'leaked')).body.data
    const [{ id }] = (await server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from identity.account where username = 'leaked'`,
    )) as [{ id: string }]
    await server.call('PUT', '/api/admin/user', { id, password: 'kettle moss river' })
    const password = await sealed(server, 'the thief sets this one')
    const answer = await call({ url: '/api/auth/password/first', body: { ticket, password } })
    expect(answer.body.msg).toBe('凭据已过期，请重新操作')
  })
})

describe('whether an account exists is not revealed', () => {
  const PAIRS: Record<string, (known: boolean) => Promise<Call>> = {
    'a wrong password': async known => ({
      url: `/api/auth/oauth/token?${query({ username: known ? 'guessed' : 'nobodyatall', password: await sealed(server, 'wrong'), grant_type: 'password' })}`,
      authorization: basic,
    }),
    'a wrong code': async known => ({
      url: `/api/auth/mobile/token/sms?${query({ mobile: `SMS@${known ? PHONE : NOBODYS_PHONE}`, code: 'abcdef', grant_type: 'mobile' })}`,
      authorization: basic,
    }),
    'a wrong code for a reset': async known => ({
      url: '/api/auth/password/reset/check',
      body: { phone: known ? PHONE : NOBODYS_PHONE, code: 'abcdef' },
    }),
  }
  test.each(Object.keys(PAIRS))('%s: the same words, after the same work', async what => {
    const answers = new Set<string>()
    const work: string[][] = []
    for (const known of [true, false, true, false]) {
      await forget(server)
      const given = await PAIRS[what]!(known)
      work.push(
        await workOf(server, async () => {
          const { status, body } = await call(given)
          answers.add(`${status} ${JSON.stringify(body)}`)
        }),
      )
    }
    expect([...answers]).toHaveLength(1)
    const [known, unknown, ...again] = work
    expect(known!.length).toBeGreaterThan(3)
    expect(unknown).toEqual(known)
    expect(again).toEqual([known, unknown])
  })
})

test('no token comes from outside: what is brought along to a sign-in is not what one leaves with', async () => {
  const brought = {
    access_token: `at_${'A'.repeat(43)}`,
    refresh_token: `rt_${'A'.repeat(43)}`,
    session: '1',
    sessionId: '1',
  }
  const first = (await signIn(server, 'guessed', { extra: brought })).body as unknown as In
  const second = (await signIn(server, 'guessed', { extra: { ...brought, access_token: first.access_token } }))
    .body as unknown as In
  expect(new Set([brought.access_token, first.access_token, second.access_token]).size).toBe(3)
  expect(new Set([brought.refresh_token, first.refresh_token, second.refresh_token]).size).toBe(3)
  expect((await server.call('GET', '/api/admin/user/info', undefined, { token: brought.access_token })).status).toBe(
    401,
  )
  // No cookie is set that could be planted, and none is read.
  const answer = await signIn(server, 'guessed')
  expect(answer.headers['set-cookie']).toBeUndefined()
})
