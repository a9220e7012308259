/** The HTTP listener for devices: paths, types and bytes as they are declared, and memory that strangers cannot take from others. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as requestTls } from 'node:https'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { protocols } from '#main/protocols.ts'
import { isHttp, type Front } from '#model/protocol.ts'
import {
  makeCertificate,
  shownCertificate,
  textOf,
  tlsFor,
  type Certificate,
} from '../../../tests/harness/certificate.ts'
import { dialHttp, echo, KIB, own, ownCall, startEcho, type Dialled } from '../../../tests/harness/echoFront.ts'
import { until } from '../../../tests/harness/memoryGate.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-device-http-'))
afterAll(() => rmSync(folder, { recursive: true }))
let front: Front
const sockets: Socket[] = []
const start = async (...given: Parameters<typeof startEcho>): Promise<void> => {
  front = await startEcho(...given)
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await front.close(0)
})
const post = (path: string, body: Uint8Array<ArrayBuffer> | string, type?: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${front.port}${path}`, {
    ...{ method: 'POST', body, headers: type === undefined ? {} : { 'content-type': type } },
  })
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

test('bytes come and go as they are, with the type and the headers that the protocol gives', async () => {
  await start()
  const bytes = new Uint8Array(randomBytes(64 * KIB))
  const answer = await post('/echo/a?b=1', bytes, 'Image/JPEG; q=1')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  expect(answer.headers.get('x-target')).toBe('/echo/a?b=1')
  expect((await bytesOf(answer)).equals(bytes)).toBe(true)
})

test('a type that its path does not declare is refused; a path without types takes any', async () => {
  await start()
  expect((await post('/echo/a', '{}', 'application/json')).status).toBe(415)
  expect((await post('/echo/large', '{}', 'application/json')).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${front.port}/echo/a`)).status).toBe(200)
})

test('a body longer than its path allows is refused, on each path of each protocol', async () => {
  await start()
  const all = [...protocols.values(), echo, own].filter(isHttp).flatMap(({ listens }) => Object.entries(listens.paths))
  expect(all.length).toBeGreaterThan(3)
  for (const [path, { bodyBytes, types }] of all) {
    const place = path.endsWith('/') ? `${path}x` : path
    expect([path, (await post(place, Buffer.alloc(bodyBytes + 1, 65), types?.[0])).status]).toEqual([path, 413])
    expect([path, (await post(place, Buffer.alloc(bodyBytes, 65), types?.[0])).status]).not.toEqual([path, 413])
  }
  // Its length is not always said beforehand.
  const chunked = await dial(`POST /own HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`)
  chunked.socket.write(`800\r\n${'a'.repeat(2048)}\r\n`)
  await until(() => chunked.text().includes('413'))
})

test('a path of nobody, and one beside a path that is not of all below it, are not found', async () => {
  await start()
  for (const path of ['/', '/echo', '/qr/x', '/own/x', '/api/device'])
    expect([path, (await post(path, 'x')).status]).toEqual([path, 404])
})

const dial = async (head: string, localAddress?: string): Promise<Dialled> => {
  const dialled = await dialHttp(front.port, head, localAddress)
  sockets.push(dialled.socket)
  return dialled
}
/** Sends the first `bytes` of a body that does not end. */
async function part(bytes: number, localAddress?: string): Promise<Dialled> {
  const head = `POST /echo/large HTTP/1.1\r\nhost: x\r\ncontent-length: ${1000 * KIB}\r\n\r\n`
  const dialled = await dial(head, localAddress)
  dialled.socket.write(Buffer.alloc(bytes, 65))
  return dialled
}

test('the bodies of an address are bounded, and so are all together: the oldest stranger makes room', async () => {
  await start({ bodiesBytes: 400 * KIB, bodiesOfAddressBytes: 200 * KIB })
  const large = async (bytes: number): Promise<number> => (await post('/echo/large', new Uint8Array(bytes))).status
  expect(await large(180 * KIB)).toBe(200)
  const first = await part(150 * KIB)
  while ((await large(60 * KIB)) !== 503) expect(first.closed()).toBe(false)
  const second = await part(180 * KIB, '127.0.0.2')
  // Of a third address there is room, but not beside the two: the older one ends.
  const third = await part(190 * KIB, '127.0.0.3')
  await until(() => first.closed())
  expect([second.closed(), third.closed()]).toEqual([false, false])
  // What was ended gives its room back.
  for (const one of [second, third]) one.socket.destroy()
  await until(() => second.closed() && third.closed())
  while ((await large(180 * KIB)) !== 200) expect(third.closed()).toBe(true)
})

test('an idle connection ends after its time, also that of a known device', async () => {
  await start({ idleMs: 300 })
  const device = await dial(ownCall('SN1'))
  await until(() => device.text().includes('200 OK'))
  await until(() => device.closed())
})

test('refusals of an address are counted for all protocols together', async () => {
  await start({ refusalsPerMin: 2 })
  expect((await post('/own', 'SN1')).status).toBe(200)
  for (let no = 0; no < 2; no += 1) expect((await post('/own', 'nobody')).status).toBe(401)
  const refused = await post('/qr', 'vgdecoderesult=x&&devicenumber=QR-1&&otherparams=')
  expect(refused.status).toBe(429)
  expect((await post('/own', 'SN1')).status).toBe(200)
})

test('TLS: a certificate is optional, that of another device is refused, and a renewed one is shown', async () => {
  const devices = ['SN1', 'SN2'].map(name => makeCertificate(folder, name))
  let serve: (pem: { cert: string; key: string }) => void = () => {}
  const tls = { ...tlsFor(folder, 'before', devices), onRenewed: (renew: typeof serve) => (serve = renew) }
  await start({}, { tls })
  const ask = (certificate?: Certificate): Promise<string> =>
    new Promise(resolve => {
      const given = certificate && textOf(certificate)
      const options = { host: '127.0.0.1', port: front.port, path: '/own', method: 'POST', rejectUnauthorized: false }
      const call = requestTls({ ...options, ...given, agent: false }, answer => {
        let text = `${answer.statusCode} `
        answer.setEncoding('utf8').on('data', chunk => (text += chunk))
        answer.on('end', () => resolve(text))
      })
      call.on('error', () => resolve('ended')).end('SN1')
    })
  expect(await ask()).toBe('200 SN1')
  expect(await ask(devices[0])).toBe('200 SN1')
  expect(await ask(devices[1])).toBe('401 badSecret')
  expect(await ask(makeCertificate(folder, 'SN1 of a stranger'))).toBe('ended')
  serve(textOf(makeCertificate(folder, 'after')))
  expect(await shownCertificate(front.port)).toBe('after')
})
