/** Protocols that would take each other's calls, ports or names are refused together, each by name. */
import { expect, test } from 'vitest'
import { defineProtocol, type HttpProtocol, type Protocol } from '../protocol.ts'
import { protocolProblems } from './protocolProblems.ts'

const called = (key: string, ...paths: readonly string[]): HttpProtocol =>
  defineProtocol(key, {
    label: [key, key],
    transport: 'HTTP',
    listens: { on: 'deviceHttp', paths: Object.fromEntries(paths.map(path => [path, { bodyBytes: 1 }])) },
    approves: false,
    serve: () => async () => ({ status: 200, body: '' }),
  })
const listening = (
  key: string,
  variable: string,
  port: number,
  more: { tls?: string; carries?: string } = {},
): Protocol =>
  defineProtocol(key, {
    label: [key, key],
    transport: 'TCP',
    ...(more.carries ? { carries: more.carries } : {}),
    listens: { variable, port, ...(more.tls ? { tls: more.tls } : {}) },
    approves: false,
    start: async () => ({ port, close: async () => {} }),
  })

test.each([
  [[called('a', '/qr'), called('b', '/iclock/', '/plate')], []],
  // One protocol may have a limit of its own for a path below another of its paths.
  [[called('a', '/iclock/', '/iclock/cdata')], []],
  [[called('a', '/qr'), called('b', '/qrs')], []],
  [[called('a', '/qr'), called('b', '/qr')], ['a and b: their paths /qr and /qr overlap']],
  [
    [called('a', '/iclock/'), called('b', '/iclock/cdata')],
    ['a and b: their paths /iclock/ and /iclock/cdata overlap'],
  ],
  [
    [called('a', '/iclock/cdata/x'), called('b', '/iclock')],
    ['a and b: their paths /iclock/cdata/x and /iclock overlap'],
  ],
  [
    [called('a', '/'), called('b', '/qr')],
    [expect.stringContaining("a: '/' is no path"), 'a and b: their paths / and /qr overlap'],
  ],
  [[called('a', 'qr')], [expect.stringContaining("a: 'qr' is no path")]],
  [[called('a', '/qr?x=1')], [expect.stringContaining("a: '/qr?x=1' is no path")]],
  [[listening('a', 'A', 1), listening('b', 'A', 2)], ['b: the variable A is that of a']],
  [[listening('a', 'A', 1, { tls: 'B' }), listening('b', 'B', 2)], ['b: the variable B is that of a']],
  [[listening('a', 'A', 1), listening('b', 'B', 1)], ['b: the port 1 is that of a']],
  [[listening('a', 'A', 1), called('a', '/qr')], ['a: the key a is that of a']],
  [[listening('a', 'A', 1, { carries: 'b' })], ["a: it carries 'b', which is no protocol"]],
])('%#', (protocols, problems) => {
  expect(protocolProblems(protocols)).toEqual(problems)
})
