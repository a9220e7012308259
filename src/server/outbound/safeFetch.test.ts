/** Misbehaving receivers: each call ends, with a message that says why. */
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { isPublicAddress, OutboundFailed, safePost } from './safeFetch.ts'

const LOOPBACK = [{ address: '127.0.0.1', family: 'ipv4', prefix: 32, ports: null }] as const
const servers: Server[] = []
afterAll(() => servers.forEach(server => server.close()))

async function receiver(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const failure = (url: string): Promise<readonly [string, string]> =>
  safePost(url, '{}', {}, LOOPBACK).then(
    outcome => [`${outcome.status}`, ''],
    (error: OutboundFailed) => error.text,
  )

test.each<[string, (socket: Socket) => void, RegExp]>([
  ['closes in the middle', socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'), /broken off/],
  ['resets', socket => socket.resetAndDestroy(), /broken off/],
  ['header without end', socket => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`), /header .* too large/],
  ['no HTTP', socket => socket.end('SSH-2.0-OpenSSH\r\n'), /not valid HTTP/],
])('%s', async (_name, answer, words) => {
  const [zh, en] = await failure(await receiver(answer))
  expect(en).toMatch(words)
  expect(zh).toMatch(/[\u4e00-\u9fff]/)
})

test.each(['1.1.1.1', '203.0.112.1', '2606:4700:4700::1111', '2400:3200::1', '240e::1', '3ffe::1', '::ffff:1.1.1.1'])(
  '%s is public',
  address => expect(isPublicAddress(address)).toBe(true),
)
// Ranges that a blocklist would miss: site-local, IPv4-compatible, translation, and unassigned addresses.
test.each([
  ...[
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::1.1.1.1',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
  ],
  ...[
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    '8000::1',
  ],
  ...[
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '0.0.0.0',
    '100.64.0.1',
    '169.254.169.254',
    'localhost',
    '',
  ],
])('%s is not public', address => expect(isPublicAddress(address)).toBe(false))

test('a body beyond 64 KB is cut, its status counts', async () => {
  const url = await receiver(socket => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const more = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
    }
    socket.on('drain', more)
    more()
  })
  const outcome = await safePost(url, '{}', {}, LOOPBACK)
  expect(outcome.status).toBe(200)
  expect(outcome.body.length).toBeLessThanOrEqual(2000)
})

test('an answer that drips ends after 15 s, and says so', { timeout: 60_000 }, async () => {
  let timer: NodeJS.Timeout | undefined
  const url = await receiver(socket => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    timer = setInterval(() => socket.write('.'), 500)
  })
  expect((await failure(url))[1]).toMatch(/15 s/)
  clearInterval(timer)
})
