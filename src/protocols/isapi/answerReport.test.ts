/** Cameras on the HTTP listener for devices: with Basic and with Digest, and what they and strangers may do wrong. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Front } from '#model/protocol.ts'
import { startDeviceHttp } from '#protocols/http/startDeviceHttp.ts'
import { isapiParts, JPEG } from '../../../tests/harness/isapiParts.ts'
import { MemoryGate } from '../../../tests/harness/memoryGate.ts'
import { protocol } from './protocol.ts'

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', name))
const FACE = isapiParts([
  { name: 'faceCapture', type: 'application/json', body: fixture('face.json') },
  { name: 'faceImage', type: 'image/jpeg', body: JPEG },
])
/** Calls are counted once, as the platform counts those that are signed. */
class CountingGate extends MemoryGate {
  private readonly nonces = new Set<string>()
  override async call(call: Parameters<MemoryGate['call']>[0]): ReturnType<MemoryGate['call']> {
    const session = await super.call(call)
    const nonce = call.signed?.nonce
    if ('refused' in session || nonce === undefined) return session
    if (this.nonces.has(nonce)) return { refused: 'replayed' }
    this.nonces.add(nonce)
    return session
  }
}

let gate: CountingGate
let front: Front
beforeEach(async () => {
  gate = new CountingGate()
  front = await startDeviceHttp({ host: '127.0.0.1', port: 0, gate, limits: { refusalsPerMin: 5 } }, [protocol])
})
afterEach(() => front.close(0))

const post = (
  { type, body }: { type: string; body: Buffer },
  authorization?: string,
  serial = 'SN1',
  method = 'POST',
): Promise<Response> =>
  fetch(`http://127.0.0.1:${front.port}/isapi/${serial}`, {
    ...{ method, body: new Uint8Array(body) },
    headers: { 'content-type': type, ...(authorization === undefined ? {} : { authorization }) },
  })
const basic = (serial = 'SN1'): string =>
  `Basic ${Buffer.from(`admin:${MemoryGate.secretOf(serial)}`).toString('base64')}`
const md5 = (...parts: string[]): string => createHash('md5').update(parts.join(':')).digest('hex')
/** As RFC 7616 has it, with the nonce of a challenge. */
function digest(challenge: string, nc = '00000001', uri = '/isapi/SN1', secret = MemoryGate.secretOf('SN1')): string {
  const nonce = /nonce="([^"]*)"/.exec(challenge)![1]!
  const response = md5(md5('admin', 'device', secret), nonce, nc, 'abc', 'auth', md5('POST', uri))
  const plain = `uri="${uri}", algorithm=MD5, response="${response}", qop=auth, nc=${nc}, cnonce="abc"`
  return `Digest username="admin", realm="device", nonce="${nonce}", ${plain}`
}
const challengeOf = async (): Promise<string> => (await post(FACE)).headers.get('www-authenticate')!

test('Basic: a report is stored once by its number, its time and its camera, with its picture', async () => {
  expect((await post(FACE, basic())).status).toBe(200)
  expect((await post(FACE, basic(), 'SN1', 'PUT')).status).toBe(200)
  const [first, again] = gate.stored
  expect(first).toMatchObject({
    ...{ kind: 'event', identifier: 'faceSnap', at: Date.UTC(2026, 10, 27, 2, 30, 46) },
    params: { trackId: '8812', photo: JPEG.toString('base64') },
  })
  expect(again).toEqual(first)
  await post(FACE, basic('SN2'), 'SN2')
  expect(gate.stored[2]).not.toMatchObject({ key: (first as { key: string }).key })
})

test('Digest: a nonce counts each of its calls once, and only as it was meant', async () => {
  const challenge = await challengeOf()
  expect(challenge).toMatch(/^Digest .*, Basic realm="device"/)
  expect((await post(FACE, digest(challenge))).status).toBe(200)
  const replayed = await post(FACE, digest(challenge))
  expect([replayed.status, await replayed.text()]).toEqual([403, 'replayed\n'])
  expect((await post(FACE, digest(challenge, '00000002'))).status).toBe(200)
  expect(gate.stored).toHaveLength(2)
  // For another camera, with another secret, with the nonce of somebody else.
  expect((await post(FACE, digest(challenge, '00000003'), 'SN2')).status).toBe(401)
  expect((await post(FACE, digest(challenge, '00000003', '/isapi/SN1', 'wrong'))).status).toBe(401)
  const stale = await post(FACE, digest('nonce="zzzzzzzz-0123"'))
  expect([stale.status, stale.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('stale=true')])
  expect(gate.stored).toHaveLength(2)
})

test('whoever proves nothing, or another camera, is refused, and judged no more after a while', async () => {
  expect((await post(FACE)).status).toBe(401)
  expect((await post(FACE, basic('SN2'))).status).toBe(401)
  for (const given of ['Basic', 'Bearer x', 'Basic eA==', 'Digest username="a", username="b"'])
    expect([given, (await post(FACE, given)).status]).toEqual([given, 401])
  expect((await post(FACE, basic('SN9'), 'SN8')).status).toBe(429)
  expect(gate.stored).toEqual([])
})

test('what cannot be read stands on the log of the camera, with the kinds and numbers that are missing', async () => {
  const json = (body: string | Buffer): { type: string; body: Buffer } => ({
    ...{ type: 'application/json', body: Buffer.from(body) },
  })
  expect((await post(json('{"a":'), basic())).status).toBe(400)
  expect((await post(json('{"eventType":"VMD"}'), basic())).status).toBe(200)
  expect((await post({ ...FACE, body: FACE.body.subarray(0, -10) }, basic())).status).toBe(400)
  expect((await post({ type: 'application/xml', body: fixture('heartbeat.xml') }, basic())).status).toBe(200)
  expect(gate.stored).toEqual([])
  await post(json(fixture('face.json')), basic())
  // A kind that is not read has a number too.
  await post(json('{"eventType":"VMD","serialNo":20418}'), basic())
  await post(json(fixture('body.json').toString().replace('20418', '20420')), basic())
  expect(gate.unused).toEqual([
    'ISAPI: json',
    'ISAPI: eventType VMD',
    'ISAPI: cut',
    'ISAPI: eventType VMD',
    'ISAPI: serialNo 20419-20419 did not come',
  ])
  expect((await post(json(Buffer.alloc(8 * 1024 * 1024 + 1, 32)), basic())).status).toBe(413)
  expect((await fetch(`http://127.0.0.1:${front.port}/isapi/SN1`)).status).toBe(405)
  expect((await post(json('{}'), basic(), 'SN1/x')).status).toBe(404)
})

test('what is not stored is not acknowledged, and does not count as come', async () => {
  gate.failing = true
  expect((await post(FACE, basic())).status).toBe(503)
  gate.failing = false
  expect((await post(FACE, basic())).status).toBe(200)
  expect(gate.stored).toHaveLength(1)
})
