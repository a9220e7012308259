/** Callbacks to real receivers: signed, isolated, retried, given up; and addresses that must not be called. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { judgeUrl } from '#server/outbound/safeFetch.ts'

let platform: TestPlatform
let device: TestDevice
const engine = { role: 'engine' } as const
const closing: (() => void)[] = []

interface Received {
  headers: Record<string, string>
  body: string
}
async function receiver(
  answer: (response: ServerResponse, count: number, request: IncomingMessage) => void,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      answer(response, received.length, request)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}
const ok = (response: ServerResponse): void => {
  response.end('ok')
}
const add = (name: string, url: string, events = ['passage', 'alarm', 'online']): Promise<{ id: string }> =>
  platform.ask('POST', '/api/device/callback', { name, deviceClass: 'accessControlDevice', url, events })
const deliveries = (id: string) =>
  platform.server.ports.db.query<{
    id: string
    state: number
    tries: number
    next_at: string | null
    error: string | null
  }>(engine, sql`select id, state, tries, next_at, error from callbacks.delivery where callback_id = ${id} order by id`)
let count = 0
const pass = (): Promise<void> =>
  device.post('event/pass/post', {
    value: { guid: `g-${(count += 1)}`, doorNo: 1, cardNo: '12345678', method: 2, ok: true },
    time: Date.now(),
  })

beforeAll(async () => {
  platform = await startPlatform()
  const credentials = await connectDevice(
    platform.server,
    platform.appId,
    platform.models.accessControlDevice!,
    'ACC-CB',
    '东门岗',
  )
  device = await openDevice(platform.gateway.port, credentials)
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
  closing.forEach(close => close())
})

describe('delivery', () => {
  test('a passage arrives as a CloudEvent that an independent library verifies', async () => {
    const target = await receiver(ok)
    const { id } = await add('验证', target.url)
    await new Promise(resolve => setTimeout(resolve, 700)) // the gateway reloads its listeners every half second
    await pass()
    const got = await until(() => target.received.find(one => one.body.includes('portico.passage.v1')), 'the callback')
    const { secret } = await platform.ask('POST', `/api/device/callback/${id}/secret`, { reason: '联调' })
    const verified = new Webhook(secret).verify(got.body, got.headers) as {
      type: string
      specversion: string
      data: { cardNo: string }
    }
    expect(verified).toMatchObject({
      specversion: '1.0',
      type: 'portico.passage.v1',
      data: { cardNo: '12345678', result: 1 },
    })
    expect(() => new Webhook(secret).verify(got.body.replace('12345678', '87654321'), got.headers)).toThrow()
    await platform.ask('POST', `/api/device/callback/${id}/stop`, {})
  })
  test('a failing endpoint is tried again on the schedule and delays no other', async () => {
    const [bad, good] = [
      await receiver((response, n) => {
        response.statusCode = n === 1 ? 500 : 200
        response.end('no')
      }),
      await receiver(ok),
    ]
    const [a, b] = [await add('坏', bad.url), await add('好', good.url)]
    await new Promise(resolve => setTimeout(resolve, 700))
    await pass()
    await until(() => good.received.length === 1, 'the good one')
    const failed = await until(async () => (await deliveries(a.id)).find(row => row.tries === 1), 'the first failure')
    expect(failed.state).toBe(1)
    const waitS = (new Date(failed.next_at!).getTime() - Date.now()) / 1000
    expect(waitS).toBeGreaterThan(3)
    expect(waitS).toBeLessThan(5.6)
    await platform.server.ports.db.query(
      engine,
      sql`update callbacks.delivery set next_at = now() where id = ${failed.id}`,
    )
    await until(async () => (await deliveries(a.id))[0]?.state === 2, 'the second try')
    expect(bad.received[1]!.headers['webhook-id']).toBe(bad.received[0]!.headers['webhook-id'])
    for (const id of [a.id, b.id]) await platform.ask('POST', `/api/device/callback/${id}/stop`, {})
  })
  test('410 switches it off; a redirect is a failure and is not followed', async () => {
    const gone = await receiver(response => {
      response.statusCode = 410
      response.end()
    })
    const inner = await receiver(ok)
    const away = await receiver(response => {
      response.writeHead(302, { location: inner.url })
      response.end()
    })
    const [a, b] = [await add('已撤', gone.url), await add('转走', away.url)]
    await platform.ask('POST', `/api/device/callback/${a.id}/sendTest`, {})
    await platform.ask('POST', `/api/device/callback/${b.id}/sendTest`, {})
    await until(async () => (await platform.ask('GET', `/api/device/callback/${a.id}`)).state === 0, 'switched off')
    await until(async () => (await deliveries(b.id))[0]?.tries === 1, 'one try')
    expect(inner.received).toEqual([])
    await platform.ask('POST', `/api/device/callback/${b.id}/stop`, {})
  })
  test('what was delivered can be sent again, with the same id', async () => {
    const target = await receiver(ok)
    const { id } = await add('重推', target.url)
    const { id: first } = await platform.ask('POST', `/api/device/callback/${id}/sendTest`, {})
    await until(() => target.received.length === 1, 'first')
    await until(async () => (await deliveries(id))[0]?.state === 2, 'noted')
    expect(await platform.ask('POST', '/api/device/callback/resend', { ids: [first] })).toBe(1)
    await until(() => target.received.length === 2, 'again')
    expect(target.received[1]!.headers['webhook-id']).toBe(target.received[0]!.headers['webhook-id'])
  })
  test('the key is stored sealed', async () => {
    const { secret } = await platform.ask(
      'POST',
      `/api/device/callback/${(await add('密钥', 'http://127.0.0.1:9/')).id}/secret`,
      { reason: 'x' },
    )
    const [dump] = await platform.server.ports.db.query<{ all: string }>(
      engine,
      sql`select string_agg(c::text, ' ') as all from callbacks.callback c`,
    )
    expect(dump!.all).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'))
  })
})

describe('addresses', () => {
  const refused = [
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://localhost/',
    'http://localhost./',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.100.100.200/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd12::1]/',
    'http://[ff02::1]/',
    'http://8.8.8.8:22/',
    'http://8.8.8.8:25/',
    'http://8.8.8.8:8080/',
    'http://user:pass@8.8.8.8/',
    'http://192.0.2.1/',
    'http://203.0.113.5/',
    'gopher://8.8.8.8/',
    'javascript:alert(1)',
    'http://',
    'not a url',
  ]
  test.each(refused)('%s is refused', async url => {
    await expect(judgeUrl(url, [], async () => [{ address: '127.0.0.1' }])).rejects.toThrow()
  })
  test('a public one is not; a name is judged by every address it has', async () => {
    expect((await judgeUrl('https://8.8.8.8/x', [])).address).toBe('8.8.8.8')
    await expect(
      judgeUrl('https://rebind.example/', [], async () => [{ address: '8.8.8.8' }, { address: '10.0.0.1' }]),
    ).rejects.toThrow(/PORTICO_CALLBACK_ALLOW/)
  })
  test('a form refuses them by the field, in words', async () => {
    const answer = await platform.server.call('POST', `/api/device/callback?appId=${platform.appId}`, {
      name: 'x',
      deviceClass: 'faceEqui',
      url: 'http://169.254.169.254/',
      events: ['event'],
    })
    expect(answer.body.data.fields[0]).toMatchObject({ field: 'url' })
    expect(answer.body.msg).toContain('PORTICO_CALLBACK_ALLOW')
  })
})
