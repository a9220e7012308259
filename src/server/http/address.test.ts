/** A client has one address, however proxies write it: for its key, its budget, and what is stored. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { makeApplication } from '../../../tests/harness/device.ts'
import { BUDGETS, makeBudgets } from './limits.ts'
import { trusted } from './trusted.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ trustProxy: ['loopback', '10.0.0.0/8'] })
  const { appId } = await makeApplication(server)
  const made = await server.call('POST', `/api/admin/apiKey?appId=${appId}`, {
    name: '只从一处',
    points: ['site:list'],
    addresses: '203.0.113.7\n2001:db8::/32',
  })
  const { clientId, secret } = made.body.data
  token = (
    await server.app.inject({
      method: 'POST',
      url: '/api/auth/oauth/token?grant_type=client_credentials',
      headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}`, 'x-forwarded-for': '203.0.113.7:40000' },
    })
  ).json().access_token
})
afterAll(() => server?.close())

test.each([
  ['203.0.113.7', 200],
  ['203.0.113.7:51234', 200],
  ['::ffff:203.0.113.7', 200],
  ['[2001:DB8::1]:443', 200],
  ['203.0.113.7:51234, 10.0.0.2:8080', 200],
  ['203.0.113.8:51234', 403],
  ['203.0.113.8, 203.0.113.7, 203.0.113.9:1', 403],
  ['unknown', 403],
])('a key that may be used from one address, called for %s', async (forwarded, status) => {
  const answer = await server.call('GET', '/api/admin/site/page', undefined, {
    token,
    headers: { 'x-forwarded-for': forwarded },
  })
  expect(answer.status).toBe(status)
})

test('each connection of one client has the same budget', async () => {
  const codes = async (from: (n: number) => string, times: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let n = 0; n < times; n += 1) {
      const headers = { 'x-forwarded-for': from(n) }
      statuses.push((await server.app.inject({ url: `/api/code?randomStr=address-test-${n}`, headers })).statusCode)
    }
    return statuses
  }
  const more = BUDGETS.captcha.most + 1
  expect((await codes(n => `198.51.100.9:${40_000 + n}`, more)).at(-1)).toBe(429)
  expect((await codes(n => `[2001:db8:7::${n.toString(16)}]:443`, more)).at(-1)).toBe(429)
  expect(await codes(() => '198.51.100.10', 1)).toEqual([200])
})

test('addresses of one IPv6 network are one client, of the next another', () => {
  const budgets = makeBudgets()
  for (let n = 0; n < BUDGETS.message.most; n += 1) budgets.spend('message', `2001:db8::${n}`, 0)
  expect(() => budgets.spend('message', '2001:db8::ffff', 0)).toThrow()
  expect(() => budgets.spend('message', '2001:db8:0:1::1', 0)).not.toThrow()
})

test('a proxy is known by its network, also where it wrote its port', () => {
  const trusts = trusted(['loopback', '10.0.0.0/8', '2001:db8::1']) as (address: string, hop: number) => boolean
  for (const proxy of ['127.0.0.1', '::1', '::ffff:10.1.2.3', '10.1.2.3:8080', '[2001:DB8::1]:443'])
    expect(trusts(proxy, 0), proxy).toBe(true)
  for (const other of ['11.0.0.1', '2001:db8::2', 'unknown', '']) expect(trusts(other, 0), other).toBe(false)
})
