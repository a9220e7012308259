/** Every listener of the product against strangers: whatever they send, they are ended in time, and take no place from who comes later. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Front } from '#model/protocol.ts'
import { listeners } from '#main/listeners.ts'
import { makeCertificate } from './harness/certificate.ts'
import { MemoryGate } from './harness/memoryGate.ts'
import { quietly } from './harness/quietly.ts'
import { startTestServer, type TestServer } from './harness/server.ts'
import { until } from './harness/until.ts'

const ENDED_MS = 12_000
/** More than the places of one address. */
const MANY = 150
const folder = mkdtempSync(join(tmpdir(), 'portico-strangers-'))
const ports = new Map<string, number>()
const fronts: Front[] = []
const sockets: Socket[] = []
let server: TestServer

beforeAll(async () => {
  const pem = makeCertificate(folder, 'strangers')
  const tls = { cert: readFileSync(pem.cert), key: readFileSync(pem.key) }
  const start = async (name: string, front: Promise<Front>): Promise<void> => {
    fronts.push(await front)
    ports.set(name, fronts.at(-1)!.port)
  }
  for (const { key, listens, start: open } of listeners.values()) {
    const options = { host: '127.0.0.1', port: 0, gate: new MemoryGate() }
    await start(key, open(options))
    if (listens.tls) await start(`${key} by TLS`, open({ ...options, tls }))
  }
  server = await startTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  ports.set('http', (server.app.server.address() as AddressInfo).port)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(fronts.map(front => front.close(0)))
  await server?.close()
  rmSync(folder, { recursive: true })
})

const dial = (port: number): Promise<Socket> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', () => {}).resume()
    sockets.push(socket)
  })
/** The beginnings of what listeners read, and bytes that mean nothing. */
const TRICKLES = ['\0', '\n', '\n1A2B0030"', 'A', 'GET / HTTP/1.1\r\nx: ', '\x10\x7f\0\x04MQTT\x04\x02'] as const

/** Which kinds of strangers are still there after the time. */
async function leftOf(name: string, port: number): Promise<string[]> {
  const silent = await dial(port)
  const trickling = await Promise.all(TRICKLES.map(() => dial(port)))
  const timers = trickling.map((socket, no) => {
    const text = TRICKLES[no]!
    let at = 0
    return setInterval(() => socket.writable && socket.write(text[at++] ?? text.at(-1)!, 'latin1'), 200)
  })
  const kinds: [string, Socket][] = [
    ['silent', silent],
    ...trickling.map((socket, no): [string, Socket] => [JSON.stringify(TRICKLES[no]), socket]),
  ]
  if (name.endsWith('TLS')) {
    const shaken = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
    kinds.push(['silent after the handshake', shaken.on('error', () => {}).resume()])
  }
  const end = performance.now() + ENDED_MS
  while (performance.now() < end && kinds.some(([, socket]) => !socket.destroyed))
    await new Promise(resolve => setTimeout(resolve, 50))
  timers.forEach(clearInterval)
  return kinds.filter(([, socket]) => !socket.destroyed).map(([kind]) => `${name}: ${kind}`)
}

test('a stranger that is silent, or sends byte by byte, is ended within 12 s by every listener', async () => {
  let left: string[] = []
  await quietly(async () => {
    left = (await Promise.all([...ports].map(([name, port]) => leftOf(name, port)))).flat()
  })
  expect(left).toEqual([])
}, 60_000)

test('many silent strangers of an address do not keep out who comes after them', async () => {
  for (const [name, port] of ports) {
    for (let no = 0; no < MANY; no += 1) await dial(port)
    const last = await dial(port)
    // Beyond its places the oldest end; the last would have been by now.
    await dial(port).then(socket => socket.destroy())
    await until(() => last.readyState === 'open', `${name}: the last has its place`)
    const answered = await new Promise<boolean>(resolve => {
      last.once('close', () => resolve(false))
      setTimeout(() => resolve(true), 300)
    })
    expect({ name, open: answered }).toEqual({ name, open: true })
  }
}, 60_000)
