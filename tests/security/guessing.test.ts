/** S-AU: whoever guesses is counted on every way in, whoever asks learns of nobody, and no token comes from outside. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { captcha, forget, makePerson, sealed, signIn, tokenOf, type In } from '../harness/people.ts'
import { startTestServer, type Answer, type TestServer } from '../harness/server.ts'

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
  /** Default: another one for each. */ ip?: string
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

/** Each way to guess at the account, right in everything but what is guessed. */
const WAYS: Record<string, () => Promise<Call>> = {
  password: async () => ({
    url: `/api/auth/oauth/token?${query({ username: 'guessed', password: await sealed(server, 'wrong'), grant_type: 'password', ...(await captcha(server)) })}`,
    authorization: basic,
  }),
  'code by SMS': async () => ({
    url: `/api/auth/mobile/token/sms?${query({ mobile: `SMS@${PHONE}`, code: 'abcdef', grant_type: 'mobile', ...(await captcha(server, 'captcha')) })}`,
    authorization: basic,
  }),
  'reset by phone': async () => ({ url: '/api/auth/password/reset/check', body: { phone: PHONE, code: 'abcdef' } }),
  'step-up': async () => ({
    url: '/api/auth/proof',
    body: { password: await sealed(server, 'wrong'), ...(await captcha(server, 'captcha')) },
    authorization: `Bearer ${token}`,
  }),
  'the own password': async () => ({
    url: '/api/auth/password',
    body: { old: await sealed(server, 'wrong'), password: await sealed(server, 'another kettle of fish') },
    authorization: `Bearer ${token}`,
  }),
}

describe('a hundred parallel guesses count as a hundred', () => {
  test.each(Object.keys(WAYS))('%s: seven are looked at, the rest wait', async way => {
    const calls = await Promise.all(Array.from({ length: 100 }, () => WAYS[way]!()))
    const answers = await Promise.all(calls.map(call))
    const looked = answers.filter(({ status }) => status !== 429)
    expect(looked.length).toBeGreaterThanOrEqual(1)
    expect(looked.length).toBeLessThanOrEqual(7)
    expect(looked.every(({ status }) => status === 400)).toBe(true)
    const [row] = await server.ports.db.query<{ failures: number }>(
      ENGINE,
      sql`select failures from identity.attempt where key = 'name:guessed'`,
    )
    expect(row!.failures).toBe(100)
    // The right password waits as well: what one way spent, no other way has.
    expect((await signIn(server, 'guessed', { extra: await captcha(server), ip: '10.8.0.1' })).status).toBe(429)
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

describe('nobody is told who is here', () => {
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
  test.each(Object.keys(PAIRS))('%s: the same words, in the same time', async what => {
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const said = new Set<string>()
    for (let round = 0; round < 40; round += 1)
      for (const who of ['known', 'unknown'] as const) {
        await forget(server)
        const given = await PAIRS[what]!(who === 'known')
        const began = performance.now()
        const { status, body } = await call(given)
        took[who].push(performance.now() - began)
        said.add(`${status} ${JSON.stringify(body)}`)
      }
    expect([...said]).toHaveLength(1)
    // The quickest of each: what the machine does besides makes answers slower, never quicker.
    const quick = (list: number[]): number =>
      list
        .sort((a, b) => a - b)
        .slice(0, 8)
        .reduce((sum, ms) => sum + ms, 0) / 8
    const [one, other] = [quick(took.known), quick(took.unknown)]
    expect(Math.abs(one - other), `${one} and ${other} ms`).toBeLessThan(Math.max(1.5, 0.35 * Math.min(one, other)))
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
