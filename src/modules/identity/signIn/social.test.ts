/** Accounts at QQ, Gitee, OSChina and in WeChat's mini programs, over real sockets: the provider is a separate process. */
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forget, makePerson, tokenOf } from '../../../../tests/harness/people.ts'
import { until } from '../../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
let providers: ChildProcess
let url = ''
const warned: string[] = []
beforeAll(async () => {
  providers = fork(join(import.meta.dirname, '../../../../tests/harness/fixtures/providers.ts'))
  providers.on('message', (message: { port: number }) => {
    url = `http://127.0.0.1:${message.port}`
  })
  server = await startTestServer()
  server.ports.log.warn = (fields, message) => void warned.push(`${message} ${JSON.stringify(fields)}`)
  await until(() => url, 'the providers listen')
})
afterAll(async () => {
  providers.disconnect()
  await server.close()
})
beforeEach(async () => {
  await forget(server)
  await fetch(`${url}/as?manner=json`)
  const secret = 'provider-secret'
  server.ports.social = {
    QQ: { appId: '101814107', secret, url },
    GITEE: { appId: 'gitee-app', secret, url },
    OSC: { appId: 'osc-app', secret, url },
    MINI: { appId: 'wx-mini', secret, url },
  }
})

interface Begun {
  state: string
  cookie: string
  to: URL
}
async function start(provider: string, token: string | null = null): Promise<Begun> {
  const answer = await server.call('GET', `/api/auth/social/start?provider=${provider}`, undefined, { token })
  const to = new URL(answer.body.data.url)
  return { state: to.searchParams.get('state')!, cookie: String(answer.headers['set-cookie']).split(';')[0]!, to }
}
const enter = (state: string, code: string, cookie = '') =>
  server.call(
    'POST',
    `/api/auth/mobile/token/social?${new URLSearchParams({ mobile: `${state}@${code}`, grant_type: 'mobile' })}`,
    undefined,
    { token: null, headers: { authorization: `Basic ${btoa('console:console')}`, cookie } },
  )
/** Links a social account to a user, as the page 账号安全 does. */
async function link(provider: string, token: string, code: string): Promise<number> {
  const begun = provider === 'MINI' ? { state: 'MINI', cookie: '' } : await start(provider, token)
  const answer = await server.call(
    'POST',
    '/api/auth/social',
    { mobile: `${begun.state}@${code}` },
    { token, headers: { cookie: begun.cookie } },
  )
  return answer.status
}
const comeIn = async (provider: string, code: string) => {
  if (provider === 'MINI') return enter('MINI', code)
  const { state, cookie } = await start(provider)
  return enter(state, code, cookie)
}

describe.each([
  ['QQ', 'graph.qq.com', '101814107'],
  ['GITEE', 'gitee.com', 'gitee-app'],
  ['OSC', 'www.oschina.net', 'osc-app'],
  ['MINI', null, 'wx-mini'],
] as const)('%s', (provider, host, appId) => {
  const who = `of-${provider.toLowerCase()}`
  test('is left for with our own state, linked, and then signs in', async () => {
    if (host) {
      const { to, state } = await start(provider)
      expect([to.host, to.searchParams.get('client_id'), to.searchParams.get('response_type')]).toEqual([
        host,
        appId,
        'code',
      ])
      expect(to.searchParams.get('redirect_uri')).toContain('/api/auth/social/back?brand=1')
      expect(state).toMatch(new RegExp(`^${provider}\\.[\\w-]{22}$`))
    } else
      expect(
        (await server.call('GET', '/api/auth/social/start?provider=MINI', undefined, { token: null })).status,
      ).toBe(404)
    await makePerson(server, who)
    const token = await tokenOf(server, who)
    expect((await comeIn(provider, `good-${who}~1`)).body.error, 'not linked yet').toBe('social_unbound')
    expect(await link(provider, token, `good-${who}~2`)).toBe(200)
    expect((await comeIn(provider, `good-${who}~3`)).body).toMatchObject({ token_type: 'bearer' })
    // Another user of the provider is not linked to this account.
    expect((await comeIn(provider, `good-somebody-else-${who}`)).body.error).toBe('social_unbound')
  })
  test('a used, invented or refused code is rejected without further detail', async () => {
    const answerTo = async (code: string) => (await comeIn(provider, code)).body
    const made = await answerTo('made-up')
    expect(made.error).toBe('social_unbound')
    await answerTo(`good-twice-${who}`)
    expect(await answerTo(`good-twice-${who}`)).toEqual(made)
    Object.assign(server.ports.social[provider]!, { secret: 'not ours' })
    expect(await answerTo(`good-${who}3`)).toEqual(made)
    Object.assign(server.ports.social[provider]!, { url: 'http://127.0.0.1:1' })
    expect(await answerTo(`good-${who}4`)).toEqual(made)
    expect(warned.join()).not.toContain('good-')
    expect(warned.join()).not.toContain('not ours')
  })
})

test.each(['json', 'text'])('QQ in its manner %s: tokens as text, the person by a callback', async manner => {
  await fetch(`${url}/as?manner=${manner}`)
  const name = `qq-in-${manner}`
  await makePerson(server, name)
  const token = await tokenOf(server, name)
  expect(await link('QQ', token, `good-${manner}~1`)).toBe(200)
  // The same user signs in again, whatever format the provider then uses.
  for (const [nth, next] of ['json', 'text'].entries()) {
    await fetch(`${url}/as?manner=${next}`)
    expect((await comeIn('QQ', `good-${manner}~${nth + 2}`)).body, next).toMatchObject({ token_type: 'bearer' })
  }
})

test('a token that QQ gave to another application is not taken for ours', async () => {
  await fetch(`${url}/as?manner=moved`)
  await makePerson(server, 'qq-moved')
  expect(await link('QQ', await tokenOf(server, 'qq-moved'), 'good-moved')).toBe(400)
})
