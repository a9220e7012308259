/** Tiles of maps come through the server: with the key it knows, as long as the provider's headers allow, and to users only. */
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { freshness } from './freshness.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
let server: TestServer
const asked: string[] = []
let answer: { status: number; headers: OutgoingHttpHeaders; body: Buffer | string }
const provider = createServer((request, response) => {
  asked.push(request.url!)
  response.writeHead(answer.status, answer.headers).end(answer.body)
})
beforeAll(async () => {
  server = await startTestServer()
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/{z}/{x}/{y}.png?key=secret`
  Object.assign(server.ports, { mapTiles: { address, attribution: '© Test', datum: 'gcj02' } })
  Object.assign(server.ports, { callbackAllow: [{ address: '127.0.0.0', prefix: 8, family: 'ipv4', ports: null }] })
})
afterAll(async () => {
  provider.close()
  await server?.close()
})
const tile = (path: string, token = server.token) =>
  server.app.inject({ url: `/api/map/tiles/${path}`, headers: token ? { authorization: `Bearer ${token}` } : {} })

test('a tile is fetched once while its provider allows caching, and the browser receives that lifetime', async () => {
  answer = { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=600' }, body: PNG }
  for (let time = 0; time < 2; time += 1) {
    const shown = await tile('4/13/6')
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(shown.rawPayload.equals(PNG)).toBe(true)
    expect(shown.headers['cache-control']).toMatch(/^private, max-age=(600|59\d)$/)
  }
  expect(asked).toEqual(['/4/13/6.png?key=secret'])
  answer.headers['cache-control'] = 'no-store'
  await tile('4/13/7')
  expect((await tile('4/13/7')).headers['cache-control']).toBe('no-store')
  expect(asked).toHaveLength(3)
})

test('simultaneous requests for a tile are one, and the tiles used longest ago make room', async () => {
  asked.length = 0
  const large = Buffer.alloc(1_000_000)
  answer = { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'max-age=600' }, body: large }
  const together = await Promise.all([tile('6/0/0'), tile('6/0/0'), tile('6/0/0')])
  expect([together.map(one => one.statusCode), asked.length]).toEqual([[200, 200, 200], 1])
  for (let x = 1; x < 32; x += 1) await tile(`6/${x}/0`)
  await tile('6/0/0')
  expect(asked).toHaveLength(32)
  await tile('6/32/0')
  await tile('6/0/0')
  expect(asked).toHaveLength(33)
  await tile('6/1/0')
  expect(asked).toHaveLength(34)
})

test('only tiles that exist, only pictures, only for users; the address stays on the server', async () => {
  asked.length = 0
  for (const path of ['4/16/0', '21/0/0', '4/0/-1', '4/a/1']) expect((await tile(path)).statusCode).toBe(404)
  expect((await tile('4/1/1', '')).statusCode).toBe(401)
  expect(asked).toEqual([])
  answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<script>1</script>' }
  const page = await tile('4/1/1')
  expect([page.statusCode, page.body.includes('secret')]).toEqual([503, false])
  answer = { status: 403, headers: { 'content-type': 'image/png' }, body: PNG }
  expect((await tile('4/1/2')).statusCode).toBe(503)
  const { body } = await server.call('GET', '/api/map/tiles')
  expect(body.data).toEqual({ attribution: '© Test', datum: 'gcj02' })
})

test.each([
  [{ 'cache-control': 'max-age=60' }, 60, 60],
  [{ 'cache-control': 'public, max-age=60, s-maxage=600', age: '20' }, 40, 580],
  [{ 'cache-control': 'private, max-age=60' }, 60, 0],
  [{ 'cache-control': 'no-cache, max-age=60' }, 0, 0],
  [{ expires: 'Thu, 01 Jan 1970 00:02:00 GMT' }, 120, 120],
  [{}, 0, 0],
])('%j may be shown for %i s by the browser and %i s by the server', (headers, browserS, serverS) => {
  expect(freshness(headers, 0)).toEqual({ browserS, serverS })
})
