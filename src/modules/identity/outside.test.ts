/** SMS providers and social sign-in providers over real sockets: the other end is a separate process that checks our signatures. */
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { captcha, forget, makePerson, signIn, tokenOf } from '../../../tests/harness/people.ts'
import { until } from '../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

interface Taken {
  port?: number
  carrier?: string
  verdict: string
  phone: string
  param: string
}
let server: TestServer
let carrier: ChildProcess
let url = ''
let taken: Taken[] = []
const warned: string[] = []
beforeAll(async () => {
  carrier = fork(join(import.meta.dirname, '../../../tests/harness/fixtures/carrier.ts'))
  carrier.on('message', (message: Taken) => {
    if (message.port) url = `http://127.0.0.1:${message.port}`
    else taken.push(message)
  })
  server = await startTestServer()
  server.ports.log.warn = (fields, message) => void warned.push(`${message} ${JSON.stringify(fields)}`)
  await until(() => url, 'the carrier listens')
  await makePerson(server, 'zhouyi', { phone: '13811110001' })
})
afterAll(async () => {
  carrier.disconnect()
  await server.close()
})
beforeEach(async () => {
  await forget(server)
  taken = []
})
const settings = (provider: 'aliyun' | 'tencent', keySecret = 'carrier-secret') => ({
  provider,
  url,
  keyId: 'carrier-id',
  keySecret,
  signName: '万物通 (测试)*',
  template: 'SMS_1',
  noticeTemplate: 'SMS_2',
  app: '1400000000',
})
const send = async () =>
  server.call('GET', `/api/admin/mobile/13811110001?${new URLSearchParams(await captcha(server))}`, undefined, {
    token: null,
  })

test.each([
  ['aliyun', '13811110001', 'OK'],
  ['tencent', '+8613811110001', 'Ok'],
] as const)(
  '%s takes a code that is signed as it has published, and the code signs in',
  async (provider, phone, verdict) => {
    server.ports.sms = settings(provider)
    expect((await send()).body.code).toBe(0)
    const [message] = await until(() => taken.length > 0 && taken, 'the carrier is called')
    expect(message).toMatchObject({ carrier: provider, verdict, phone })
    const code = /\d{6}/.exec(message!.param)![0]
    const mobile = new URLSearchParams({ mobile: 'SMS@13811110001', code, grant_type: 'mobile' })
    const inside = await server.call('POST', `/api/auth/mobile/token/sms?${mobile}`, undefined, {
      token: null,
      headers: { authorization: `Basic ${btoa('console:console')}` },
    })
    expect(inside.status).toBe(200)
  },
)

test.each(['aliyun', 'tencent'] as const)(
  '%s refuses a wrong key: logged without phone or code, answered as ever',
  async provider => {
    server.ports.sms = settings(provider, 'another-secret')
    warned.length = 0
    expect((await send()).body).toEqual({ code: 0, msg: null, data: true })
    const line = await until(() => warned[0], 'it is logged')
    expect(line).toMatch(/Signature/)
    expect(line).not.toMatch(/13811110001|\d{6}/)
  },
)

test('WeChat: linked once, then it signs in; a state is good once, for its browser and its brand', async () => {
  server.ports.social = { WX: { appId: 'wx1', secret: 'carrier-secret', url } }
  const start = async (token: string | null, platform = '') => {
    const answer = await server.call('GET', `/api/auth/social/start?provider=WX&platform=${platform}`, undefined, {
      token,
    })
    const to = new URL(answer.body.data.url)
    expect([to.host, to.searchParams.get('appid')]).toEqual(['open.weixin.qq.com', 'wx1'])
    return { state: to.searchParams.get('state')!, cookie: String(answer.headers['set-cookie']).split(';')[0]! }
  }
  const enter = (state: string, code: string, cookie: string, id = 'console') =>
    server.call(
      'POST',
      `/api/auth/mobile/token/social?${new URLSearchParams({ mobile: `${state}@${code}`, grant_type: 'mobile' })}`,
      undefined,
      { token: null, headers: { authorization: `Basic ${btoa(`${id}:${id}`)}`, cookie } },
    )
  const first = await start(null)
  expect((await enter(first.state, 'good-zhou', first.cookie)).body.error).toBe('social_unbound')
  const token = await tokenOf(server, 'zhouyi')
  const started = await start(token)
  const link = (token: string) =>
    server.call(
      'POST',
      '/api/auth/social',
      { mobile: `${started.state}@good-zhou` },
      { token, headers: { cookie: started.cookie } },
    )
  await makePerson(server, 'zhouer')
  expect((await link(await tokenOf(server, 'zhouer'))).status, 'a link begun by another').toBe(400)
  const again = await start(token)
  Object.assign(started, again)
  expect((await link(token)).body.code).toBe(0)
  const [row] = await server.ports.db.query<{ whole: string }>(
    { role: 'engine' },
    sql`select l::text as whole from identity.social_link l`,
  )
  expect(row!.whole).not.toContain('openid')
  const second = await start(null)
  expect(
    (await enter(second.state, 'good-zhou', 'portico-social=AAAAAAAAAAAAAAAAAAAAAAAA')).status,
    'another browser',
  ).toBe(400)
  const third = await start(null)
  expect((await enter(third.state, 'good-zhou', third.cookie, 'console-foshan')).status, 'another brand').toBe(400)
  const fourth = await start(null)
  expect((await enter(fourth.state, 'good-zhou', fourth.cookie)).body).toMatchObject({ token_type: 'bearer' })
  expect((await enter(fourth.state, 'good-zhou', fourth.cookie)).status, 'twice').toBe(400)
  const fifth = await start(null)
  expect((await enter(fifth.state, 'bad', fifth.cookie)).body.error).toBe('social_unbound')
  expect((await signIn(server, 'zhouyi')).status).toBe(200)
})

test('the way back leads to the pages of the product only, with nothing but state and code', async () => {
  const back = async (query: string) =>
    String((await server.call('GET', `/api/auth/social/back?${query}`, undefined, { token: null })).headers.location)
  expect(await back('brand=2&state=WX.abc&code=xyz')).toBe('/foshan/login?social=WX.abc%40xyz')
  expect(await back('brand=1&state=WX.abc&code=xyz')).toBe('/login?social=WX.abc%40xyz')
  expect(await back('brand=//evil&link=1&state=<script>&code=%0d%0aset-cookie:a')).toBe('/home/security?social=%40')
})
