/** Limits for anonymous clients: every public route has a budget, each budget is enforced, and their bodies are not waited for. */
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RefusalTally, refusalLimits } from '#modules/devices/connect/refusalTally.server.ts'
import { isHttp } from '#model/protocol.ts'
import { protocols } from '#main/protocols.ts'
import { partsOf } from '#main/wire.ts'
import { buildHttp } from '#server/http/serve.ts'
import { raw } from '#server/parts.ts'
import { BUDGETS, makeBudgets, requestLimits, type BudgetName } from '#server/http/limits.ts'
import { startTestServer, type TestServer } from './harness/server.ts'
import { quietly } from './harness/quietly.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

/** A cheap route of each budget. */
const ROUTES: Record<BudgetName, [method: 'GET' | 'POST', url: string]> = {
  read: ['GET', '/api/device/label/x'],
  write: ['POST', '/api/advert/x/click'],
  media: ['GET', '/api/advert/x/video'],
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

/** Memory in use after a garbage collection: otherwise the result depends on when the last one happened to run. */
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
      // An authenticated request is counted by its session.
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
    // The limit is reached only here.
    expect(() => budgets.spend('read', '10.9.9.9', 0)).not.toThrow()
  })
})

describe('bodies', () => {
  /** Sends the head of a request whose body never comes; returns the answer. */
  const half = (path: string, headers = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = ''
      const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
      socket.setEncoding('utf8').on('data', chunk => {
        text += chunk
        if (text.includes('\r\n\r\n')) socket.destroy()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n${headers}\r\n{"a":`,
      )
    })
  test('a stranger’s body for a route that needs a session is not read', async () => {
    const tookMs = await quietly(async () => expect(await half('/api/person/person')).toContain('HTTP/1.1 401'))
    expect(tookMs).toBeLessThan(2000)
  })
  test('a slow one is looked for every second and has half a minute', () => {
    const { requestTimeout, headersTimeout, keepAliveTimeout } = server.app.server
    const { whole, headers, idle } = requestLimits.most
    expect([requestTimeout, headersTimeout, keepAliveTimeout]).toEqual([whole, headers, idle])
    expect(whole).toBeLessThanOrEqual(30_000)
  })
})

describe('sizes', () => {
  const ask = (url: string, payload: string, headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${server.token}`, ...headers },
    })
  const form = (parts: readonly string[]) =>
    ask(
      '/api/admin/sys-file/upload?kind=document',
      `${parts.map(part => `--b\r\ncontent-disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`,
      { 'content-type': 'multipart/form-data; boundary=b' },
    )
  test('a body, a file and a parameter of the path', async () => {
    const { body, file, parameter } = requestLimits.most
    const json = { 'content-type': 'application/json' }
    const padded = (size: number): string => `{"a":"${'x'.repeat(size - 8)}"}`
    expect((await ask('/api/person/person', padded(body + 1), json)).statusCode).toBe(413)
    expect((await ask('/api/person/person', padded(body), json)).statusCode).not.toBe(413)
    const one = `name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(file + 1)}`
    expect((await form([one])).statusCode).toBe(413)
    const label = (length: number) => server.app.inject({ url: `/api/device/label/${'x'.repeat(length)}` })
    expect((await label(parameter)).json().msg).toBe('没有这个标签')
    expect((await label(parameter + 1)).json().msg).not.toBe('没有这个标签')
  })
  test('addresses that refused calls are counted of', async () => {
    const tally = new RefusalTally(server.ports)
    const most = refusalLimits.most.addresses
    const calls = Array.from({ length: most + 10 }, (_, n) =>
      tally.count({
        identity: 'x',
        address: `10.9.${n >> 8}.${n & 255}`,
        protocol: 'mqtt',
        reason: 'unknown' as never,
      }),
    )
    expect((tally as unknown as { seen: Map<string, unknown> }).seen.size).toBeLessThanOrEqual(most)
    await Promise.all(calls)
    await tally.flush()
  })
})

test('a public route without a budget does not start', async () => {
  const open = raw({
    method: 'GET',
    path: '/api/open',
    access: 'public',
    summary: ['无', 'None'],
    handle: async (_ports, _request, reply) => reply.send({}),
  })
  const start = (parts: readonly (typeof open)[]) =>
    buildHttp({ ports: server.ports, parts, authenticate: async () => null, trustProxy: false })
  await expect(start([open])).rejects.toThrow('/api/open is public and names no budget')
  await (await start([{ ...open, budget: 'read' }])).close()
})

describe('the list', () => {
  const HERE = 'tests/limits.test.ts'
  const [GUESSES, CODES] = ['tests/security/guessing.test.ts', 'src/modules/identity/signIn/smsCode.test.ts']
  const [LABEL, FRONT] = ['src/modules/service/ticket.test.ts', 'src/protocols/mqtt/adapter.test.ts']
  const DEVICE_HTTP = 'src/protocols/qrHttp/answerScan.test.ts'
  const HTTP_STRANGERS = 'src/protocols/http/strangers.test.ts'
  const [HTTP, TCP] = ['src/protocols/http/startDeviceHttp.test.ts', 'src/protocols/tcp/startTcp.test.ts']
  const BODIES = [HTTP, 'the bodies of an address are bounded, and so are all together'] as const
  const PATHS = [HTTP, 'a body longer than its path allows is refused, on each path of each protocol'] as const
  const ALARMS = 'src/protocols/dc09/limits.test.ts'
  const NOTICES = 'src/modules/notices/notices.test.ts'
  const BOARDS = 'src/protocols/ledTcp/startLedTcp.test.ts'
  const BOARD_SLOW = [BOARDS, 'a slow one, one that says nothing'] as const
  const SLOW = ['src/protocols/mqtt/strict.test.ts', 'slow CONNECTs are closed'] as const
  const SEVEN = [GUESSES, 'seven are looked at, the rest wait'] as const
  const BUDGET = [HERE, 'one more than the budget is refused, elsewhere it is not'] as const
  const SIZES = [HERE, 'a body, a file and a parameter of the path'] as const
  const TIMES = [HERE, 'a slow one is looked for every second and has half a minute'] as const
  const PHONES = [CODES, 'one a minute for each phone, twenty an hour for each address'] as const
  const QUEUE = [FRONT, 'CONNECTs beyond the rate wait in a bounded queue'] as const
  const CHILDREN = [
    'src/protocols/mqtt/children.test.ts',
    'more devices, or more logins a minute, than a link has',
  ] as const
  const ANNOUNCED = ['src/protocols/alink/topology.test.ts', 'more devices in one message than are accepted'] as const
  const REPORT = [LABEL, 'more fields, longer ones and more photos than a report has are refused'] as const
  /** The test of each limit. */
  const PROOF: Readonly<Record<string, readonly [file: string, test: string]>> = {
    ...Object.fromEntries(Object.keys(BUDGETS).map(name => [`budget.${name}`, BUDGET])),
    'session.liveStreams': ['tests/liveReaders.test.ts', 'a session holds a bounded number of streams'],
    ...Object.fromEntries(['body', 'file', 'parameter'].map(name => [`request.${name}`, SIZES])),
    ...Object.fromEntries(['whole', 'headers', 'idle'].map(name => [`request.${name}`, TIMES])),
    'request.announced': ['src/modules/devices/facts/pictures.test.ts', 'a device that announces too many'],
    'request.picture': ['src/modules/devices/facts/pictures.test.ts', 'larger than allowed'],
    'request.counted': [HERE, 'addresses beyond number cost bounded memory'],
    ...Object.fromEntries(['photos', 'fields', 'field'].map(name => [`report.${name}`, REPORT])),
    'report.ofAddress': [LABEL, 'many at once from one address do not pass'],
    'report.onDevice': [LABEL, 'no more are accepted in an hour than the limit, from all sources together'],
    'message.ofAddress': ['src/modules/content/content.test.ts', 'many at once from one address do not pass'],
    'refusal.identities': ['src/modules/devices/connect/refusedCalls.test.ts', 'has 60 rows a minute'],
    'refusal.addresses': [HERE, 'addresses that refused calls are counted of'],
    'guess.free': [GUESSES, 'tries without a right captcha lengthen nothing'],
    'guess.quick': SEVEN,
    'guess.wait': [GUESSES, 'the wait grows to a quarter of an hour, and no further'],
    'guess.ofAddress': [GUESSES, 'one address, a hundred names: thirty a minute'],
    'code.tries': [CODES, 'five wrong tries void a code, also in parallel'],
    'code.life': [CODES, 'a code is valid for the stated time'],
    'code.ofPhoneNow': PHONES,
    'code.ofAddress': PHONES,
    ...Object.fromEntries(['ofPhoneSoon', 'ofPhone', 'inAll'].map(name => [`code.${name}`, [CODES, 'so many %s']])),
    'pin.ofAccount': ['tests/canariesPin.test.ts', 'whoever tries PINs finds few of those of others in a day'],
    'notice.ofPhone': [NOTICES, 'one that has sent too much'],
    'notice.ofApplication': [NOTICES, 'an application sends no more in a day than its budget'],
    'approval.waiting': [DEVICE_HTTP, 'a flood pushes out none that waited before'],
    'approval.ofNetwork': [DEVICE_HTTP, 'one network fills only its own places'],
    'deviceHttp.headerBytes': [DEVICE_HTTP, 'a body beyond the limit, headers beyond it'],
    'deviceHttp.requestMs': [DEVICE_HTTP, 'a slow request is cut'],
    'deviceHttp.bytesPerS': [HTTP_STRANGERS, 'a large body has its time on a slow line'],
    'deviceHttp.idleMs': [HTTP, 'an idle connection ends'],
    'deviceHttp.connections': [HTTP_STRANGERS, 'beyond all of them the oldest stranger'],
    'deviceHttp.connectionsPerAddress': [HTTP_STRANGERS, 'beyond those of an address its oldest stranger'],
    ...Object.fromEntries(['bodiesBytes', 'bodiesOfAddressBytes'].map(name => [`deviceHttp.${name}`, BODIES])),
    'deviceHttp.strangerMs': ['tests/strangers.test.ts', 'is ended within 12 s by every listener'],
    'deviceHttp.refusalsPerMin': [DEVICE_HTTP, 'a stranger is no longer judged'],
    ...Object.fromEntries(
      [...protocols.values()]
        .filter(isHttp)
        .flatMap(({ key, listens }) => Object.keys(listens.paths).map(path => [`${key}.${path}`, PATHS])),
    ),
    'tcp.strangerMs': [TCP, 'a stranger is ended in time'],
    ...Object.fromEntries(['frameMs', 'idleMs'].map(name => [`tcp.${name}`, [TCP, 'a frame that does not end']])),
    'tcp.connections': [TCP, 'beyond all places the oldest stranger'],
    'tcp.connectionsPerAddress': [TCP, 'strangers beyond the places'],
    'tcp.refusalsPerMin': [TCP, 'an address with too many refusals is judged no more'],
    ...Object.fromEntries(['registerBytes', 'strangerMs'].map(name => [`ledTcp.${name}`, BOARD_SLOW])),
    'ledTcp.idleMs': [TCP, 'a device that says nothing more'],
    'ledTcp.answerMs': [BOARDS, 'a board that does not answer is cut'],
    'dc09.datagrams': [ALARMS, 'datagrams beyond number are not taken'],
    'dc09.keptAnswers': [ALARMS, 'answers beyond number are forgotten'],
    'mqtt.connectBytes': SLOW,
    'mqtt.connectMs': SLOW,
    'mqtt.connectionsPerAddress': [
      'src/protocols/mqtt/places.test.ts',
      'an address with many silent connections loses its oldest',
    ],
    'mqtt.connectsPerS': QUEUE,
    'mqtt.connectsWaiting': QUEUE,
    'mqtt.children': CHILDREN,
    'mqtt.childLogins': CHILDREN,
    'mqtt.announced': ANNOUNCED,
  }
  test('each limit has its proof', () => {
    const listed = partsOf('limits').flatMap(({ of, list }) => Object.keys(list).map(name => `${of}.${name}`))
    expect(Object.keys(PROOF).sort()).toEqual(listed.sort())
    for (const [file, title] of Object.values(PROOF))
      expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8'), title).toContain(title)
  })
})
