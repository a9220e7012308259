/** The listener of frames over real sockets: times, places, certificates, and an end that loses no answer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { CloseReason, DeviceSession } from '#model/gate.ts'
import type { Front } from '#model/protocol.ts'
import { makeCertificate, shownCertificate, textOf, tlsFor } from '../../../tests/harness/certificate.ts'
import { MemoryGate, until } from '../../../tests/harness/memoryGate.ts'
import type { TcpOptions } from './startTcp.ts'
import { startTcp } from './startTcp.ts'
import type { Speaker, TcpConnection } from './TcpConnection.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-tcp-'))
afterAll(() => rmSync(folder, { recursive: true }))
const LINK = { send: async () => {}, reset: () => {}, close: () => {} }

/** Its first line is a serial number; each further one is stored and answered. */
class Lines implements Speaker {
  static readonly ends: CloseReason[] = []
  private readonly connection: TcpConnection
  private session: DeviceSession | null = null
  private held = ''

  constructor(connection: TcpConnection) {
    this.connection = connection
  }
  get begun(): boolean {
    return this.held !== ''
  }
  read(bytes: Buffer): void | Promise<void> {
    if (bytes.includes('throw')) throw new Error('a fault in the protocol')
    const lines = (this.held + bytes.toString('latin1')).split('\n')
    this.held = lines.pop()!
    if (lines.length) return this.take(lines)
  }
  ended(reason: CloseReason): void {
    Lines.ends.push(reason)
    this.session?.closed(reason)
  }
  private async take(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      if (this.session) await this.session.store([{ kind: 'report', values: { line } }], line.length)
      else {
        const claim = { serial: line, proves: (secret: string) => secret === MemoryGate.secretOf(line) }
        this.session = await this.connection.open(claim, LINK, { clientId: line, keepAliveS: 1 })
      }
      if (this.connection.ended) return
      this.connection.write(Buffer.from(`${line}\n`))
    }
  }
}

let front: Front
const gate = new MemoryGate()
const sockets: Socket[] = []
const start = async (limits: TcpOptions['limits'], more: Partial<TcpOptions> = {}): Promise<void> => {
  Lines.ends.length = 0
  const options = { host: '127.0.0.1', port: 0, gate, protocol: 'lines', limits: { sweepMs: 50, ...limits }, ...more }
  front = await startTcp(options, one => new Lines(one))
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await front.close(0)
})

interface Caller {
  socket: Socket
  text: () => string
  closed: () => boolean
}
function calling(socket: Socket): Caller {
  let [text, closed] = ['', false]
  sockets.push(socket)
  socket.on('data', chunk => (text += chunk.toString('latin1')))
  socket.on('error', () => {}).on('close', () => (closed = true))
  return { socket, text: () => text, closed: () => closed }
}
const call = async (words: string, localAddress = '127.0.0.1'): Promise<Caller> => {
  const caller = calling(connect({ host: '127.0.0.1', port: front.port, localAddress }))
  await new Promise(resolve => caller.socket.once('connect', resolve))
  if (words) caller.socket.write(words)
  return caller
}
const answered = (caller: Caller, text: string): Promise<void> => until(() => caller.text().includes(text))

describe('times', () => {
  test('a frame that does not end, and a device that says nothing more, are ended; one that goes on stays', async () => {
    await start({ frameMs: 300, idleMs: 900 })
    const [slow, silent, steady] = [await call('SN1\n'), await call('SN2\n'), await call('SN3\n')]
    for (const one of [slow, silent, steady]) await answered(one, 'SN')
    slow.socket.write('half a fra')
    const timer = setInterval(() => steady.socket.write('on\n'), 100)
    await until(() => slow.closed())
    expect(silent.closed()).toBe(false)
    await until(() => silent.closed())
    clearInterval(timer)
    expect(steady.closed()).toBe(false)
    expect(gate.of('SN2').closed).toEqual(['keepAlive'])
    expect(Lines.ends).toEqual(['keepAlive', 'keepAlive'])
  })

  test('a stranger is ended in time whatever it sends', async () => {
    await start({ strangerMs: 300 })
    const strangers = [await call(''), await call('S')]
    await until(() => strangers.every(one => one.closed()))
  })
})

describe('places', () => {
  test('strangers beyond the places of their address end the oldest, and known devices keep theirs', async () => {
    await start({ connectionsPerAddress: 2, connections: 100 })
    const known = await call('SN1\n')
    await answered(known, 'SN1')
    const [first, second] = [await call(''), await call('')]
    const third = await call('')
    await until(() => first.closed())
    expect([known, second, third].map(one => one.closed())).toEqual([false, false, false])
  })

  test('beyond all places the oldest stranger of any address ends, and never a known device', async () => {
    await start({ connectionsPerAddress: 100, connections: 3 })
    const known = [await call('SN1\n'), await call('SN2\n', '127.0.0.2')]
    for (const one of known) await answered(one, 'SN')
    const first = await call('', '127.0.0.2')
    known.push(await call('SN3\n', '127.0.0.3'))
    await until(() => first.closed())
    await answered(known[2]!, 'SN3')
    const late = await call('', '127.0.0.4')
    await until(() => late.closed())
    expect(known.map(one => one.closed())).toEqual([false, false, false])
  })

  test('an address with too many refusals is judged no more, while its device goes on', async () => {
    await start({ refusalsPerMin: 3 })
    const known = await call('SN1\n')
    await answered(known, 'SN1')
    for (let no = 0; no < 3; no += 1) {
      const stranger = await call('nobody\n')
      await until(() => stranger.closed())
    }
    const before = gate.sessions.length
    const other = await call('SN2\n')
    await until(() => other.closed())
    expect(gate.sessions).toHaveLength(before)
    const again = await call('SN1\n')
    await answered(again, 'SN1')
  })
})

describe('TLS', () => {
  const devices = ['SN1', 'SN2'].map(name => makeCertificate(folder, name))
  const callTls = (words: string, certificate?: { cert: string; key: string }): Caller => {
    const options = { host: '127.0.0.1', port: front.port, rejectUnauthorized: false }
    const caller = calling(connectTls({ ...options, ...(certificate && textOf(certificate)) }))
    caller.socket.once('secureConnect', () => caller.socket.write(words))
    return caller
  }

  test('a certificate is optional; that of another device, or of nobody known, is refused', async () => {
    await start({}, { tls: tlsFor(folder, 'front', devices) })
    for (const certificate of [undefined, devices[0]]) await answered(callTls('SN1\n', certificate), 'SN1')
    const others = [callTls('SN1\n', devices[1]), callTls('SN1\n', makeCertificate(folder, 'SN1 of a stranger'))]
    await until(() => others.every(one => one.closed()))
    expect(others.map(one => one.text())).toEqual(['', ''])
  })

  test('a renewed certificate is shown to new connections, and open ones stay', async () => {
    let serve: (pem: { cert: string; key: string }) => void = () => {}
    const tls = { ...textOf(makeCertificate(folder, 'before')), onRenewed: (renew: typeof serve) => (serve = renew) }
    await start({}, { tls })
    const open = callTls('SN1\n')
    await answered(open, 'SN1')
    expect(await shownCertificate(front.port)).toBe('before')
    serve(textOf(makeCertificate(folder, 'after')))
    expect(await shownCertificate(front.port)).toBe('after')
    open.socket.write('still\n')
    await answered(open, 'still')
  })
})

describe('ends', () => {
  test('a fault of a protocol ends its own connection, with a line in the log', async () => {
    const lines: string[] = []
    const log = { warn: (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`) }
    await start({}, { log })
    const [other, known, stranger] = [await call('SN1\n'), await call('SN2\n'), await call('throw')]
    await until(() => stranger.closed())
    for (const one of [other, known]) await answered(one, 'SN')
    known.socket.write('throw')
    await until(() => known.closed())
    expect(gate.of('SN2').closed).toEqual(['networkError'])
    expect(lines).toEqual(Array(2).fill('lines: a connection failed {"error":"Error: a fault in the protocol"}'))
    other.socket.write('on\n')
    await answered(other, 'on')
  })

  test('what was read is answered before the end, and nothing more is read', async () => {
    await start({})
    const busy = await call('SN1\n')
    await answered(busy, 'SN1')
    gate.holding = true
    busy.socket.write('one\n')
    await until(() => gate.held === 1)
    busy.socket.write('two\n')
    const closing = front.close(5000)
    gate.holding = false
    gate.release()
    await closing
    await until(() => busy.closed())
    expect(busy.text()).toBe('SN1\none\n')
    expect(gate.of('SN1').closed).toEqual(['serverStop'])
  })

  test('what is still not stored after the time is cut, as is an unfinished handshake', async () => {
    await start({}, { tls: tlsFor(folder, 'cut', []) })
    const hanging = await call('')
    const began = performance.now()
    await front.close(200)
    expect(performance.now() - began).toBeGreaterThan(100)
    await until(() => hanging.closed())
  })

  test('a device that ends its half still gets its answer; one whose message is not stored is ended', async () => {
    await start({})
    const half = await call('SN1\n')
    half.socket.end('one\n')
    await until(() => half.closed())
    expect(half.text()).toBe('SN1\none\n')
    const failing = await call('SN1\n')
    await answered(failing, 'SN1')
    gate.failing = true
    failing.socket.write('lost\n')
    await until(() => failing.closed())
    gate.failing = false
    expect(failing.text()).toBe('SN1\n')
  })
})
