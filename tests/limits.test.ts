/** What strangers may cost: every public route has a budget, each budget is held, and bodies of strangers are not waited for. */
import { connect, type AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUDGETS, makeBudgets, type BudgetName } from '#server/http/limits.ts'
import { HEADERS_MS, REQUEST_MS } from '#server/http/serve.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

/** A route of each budget that costs little to ask. */
const ROUTES: Record<BudgetName, [method: 'GET' | 'POST', url: string]> = {
  read: ['GET', '/api/device/label/x'],
  write: ['POST', '/api/advert/x/click'],
  captcha: ['GET', '/api/code?randomStr=x'],
  signIn: ['GET', '/api/auth/token/logout'],
  message: ['GET', '/api/admin/mobile/x'],
  device: ['GET', '/api/device/apk/x/file'],
}
const ask = async (name: BudgetName, remoteAddress: string, token?: string) => {
  const [method, url] = ROUTES[name]
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  return server.app.inject({ method, url, remoteAddress, headers })
}

/** What is in use after a collection: before one, the measure is when the last one happened to run. */
function collected(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

describe('budgets', () => {
  test.each(Object.keys(BUDGETS) as BudgetName[])(
    '%s: one more than the budget is refused, elsewhere it is not',
    async name => {
      for (let n = 0; n < BUDGETS[name].most; n += 1)
        if ((await ask(name, '10.1.1.1')).statusCode === 429) throw new Error(`refused after ${n}`)
      const refused = await ask(name, '10.1.1.1')
      expect([refused.statusCode, refused.json().error]).toEqual([429, 'too_many'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await ask(name, '10.1.1.2')).statusCode).not.toBe(429)
      // Who is signed in is accounted for by their session.
      expect((await ask(name === 'signIn' ? 'read' : name, '10.1.1.1', server.token)).statusCode).not.toBe(429)
    },
  )
  test('a network of IPv6 counts as one, and a window ends', () => {
    const budgets = makeBudgets()
    for (let n = 0; n < BUDGETS.write.most; n += 1) budgets.spend('write', `2001:db8:1:2::${n.toString(16)}`, 0)
    expect(() => budgets.spend('write', '2001:db8:1:2:ffff::1', 0)).toThrow()
    expect(() => budgets.spend('write', '2001:db8:1:3::1', 0)).not.toThrow()
    expect(() => budgets.spend('write', '2001:db8:1:2::1', BUDGETS.write.windowS * 1000)).not.toThrow()
  })
  test('addresses beyond number cost bounded memory', () => {
    const budgets = makeBudgets()
    const before = collected()
    for (let n = 0; n < 300_000; n += 1) budgets.spend('read', `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, 0)
    expect(collected() - before).toBeLessThan(60_000_000)
    // It is held until here.
    expect(() => budgets.spend('read', '10.9.9.9', 0)).not.toThrow()
  })
})

describe('bodies', () => {
  /** Sends the head of a request whose body never comes; answers what came back and after how long. */
  const half = (path: string, headers = ''): Promise<{ text: string; ms: number }> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      let text = ''
      const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
      socket.setEncoding('utf8').on('data', chunk => {
        text += chunk
        if (text.includes('\r\n\r\n')) socket.destroy()
      })
      socket.on('close', () => resolve({ text, ms: performance.now() - began }))
      socket.on('error', reject)
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n${headers}\r\n{"a":`,
      )
    })
  test('a stranger’s body for a route that needs a session is not read', async () => {
    const { text, ms } = await half('/api/person/person')
    expect(text).toContain('HTTP/1.1 401')
    expect(ms).toBeLessThan(2000)
  })
  test('a slow one is looked for every second and has half a minute', () => {
    const node = server.app.server as unknown as { requestTimeout: number; headersTimeout: number }
    expect([node.requestTimeout, node.headersTimeout]).toEqual([REQUEST_MS, HEADERS_MS])
    expect(REQUEST_MS).toBeLessThanOrEqual(30_000)
  })
})
