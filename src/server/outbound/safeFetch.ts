/**
 * The only way to make outbound calls: http(s) to public addresses, or to networks an operator allowed. The name is
 * resolved once, every address is checked, and the connection goes to a checked one; redirects are not followed.
 */
import { lookup as systemLookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { Text } from '#base/text.ts'
import {
  BROKEN_CALLS,
  NO_CALL,
  NO_SUCH_HOST,
  NOT_ALLOWED,
  NOT_HTTP,
  SILENT_CALL,
  WITH_CREDENTIALS,
  WRONG_SCHEME,
} from './outboundWords.ts'
import type { AllowedNetwork } from '../ports.ts'

const NOT_PUBLIC: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  // For IPv6 only global unicast is public, except what IANA assigned to protocols, documentation and tunnels.
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
]
// IPv4-mapped addresses (::ffff:0:0/96) are checked by the IPv4 rules; BlockList does that itself.
const blocked = new BlockList()
for (const [address, prefix, family] of NOT_PUBLIC) blocked.addSubnet(address, prefix, family)
/** Global unicast (RFC 4291 2.4, IANA "IPv6 Global Unicast Address Assignments"). */
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')
const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/** True for addresses reachable on the public internet; false for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !blocked.check(address, 'ipv4')
  if (version !== 6 || blocked.check(address, 'ipv6')) return false
  return unicast.check(address, 'ipv6') || mapped.check(address, 'ipv6')
}

const MAX_BODY = 64 * 1024
const TIMEOUT_MS = 15_000
const PUBLIC_PORTS = new Set([80, 443, 8443])

/** A call without an answer, and the reason. */
export class OutboundFailed extends Error {
  readonly text: Text
  constructor(text: Text) {
    super(text[1])
    this.text = text
  }
}
/** A call that was not made, because its address is not allowed. */
export class OutboundRefused extends OutboundFailed {}

const about = ([zh, en]: Text, what: string): Text => [zh.replace('{}', () => what), en.replace('{}', () => what)]

/** The message for an error of Node; certificate errors and similar ones keep Node's text. */
function failureOf(error: NodeJS.ErrnoException): OutboundFailed {
  const { code = '', message } = error
  const words = BROKEN_CALLS[code] ?? (code.startsWith('HPE_') ? NOT_HTTP : null)
  const own = message || code
  return new OutboundFailed(words ?? (own ? [own, own] : NO_CALL))
}

const inNetwork = (address: string, network: AllowedNetwork): boolean => {
  const list = new BlockList()
  list.addSubnet(network.address, network.prefix, network.family)
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** True when a call to this address and port is allowed. */
function mayReach(address: string, port: number, allow: readonly AllowedNetwork[]): boolean {
  if (
    allow.some(
      network =>
        inNetwork(address, network) &&
        (network.ports === null || (port >= network.ports.from && port <= network.ports.to)),
    )
  )
    return true
  return PUBLIC_PORTS.has(port) && isPublicAddress(address)
}

/**
 * Checks a URL and returns the one address to connect to. Throws OutboundRefused with the reason, which names the
 * variable that could allow it.
 */
export async function judgeUrl(
  url: string,
  allow: readonly AllowedNetwork[],
  resolve: (host: string) => Promise<{ address: string }[]> = host => systemLookup(host, { all: true }),
): Promise<{ url: URL; address: string; port: number }> {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) throw new OutboundRefused(WRONG_SCHEME)
  if (parsed.username || parsed.password) throw new OutboundRefused(WITH_CREDENTIALS)
  const port = parsed.port ? Number(parsed.port) : parsed.protocol === 'https:' ? 443 : 80
  const host = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const addresses = isIP(host)
    ? [{ address: host }]
    : await resolve(host).catch(() => {
        throw new OutboundRefused(about(NO_SUCH_HOST, host))
      })
  const bad = addresses.find(({ address }) => !mayReach(address, port, allow))
  if (bad || !addresses[0]) throw new OutboundRefused(about(NOT_ALLOWED, `${host}:${port}`))
  return { url: parsed, address: addresses[0].address, port }
}

export interface Outcome {
  status: number
  body: string
  costMs: number
  retryAfterS: number | null
}

/** POSTs `body`; see safeFetch. */
export const safePost = (
  url: string,
  body: string,
  headers: Record<string, string>,
  allow: readonly AllowedNetwork[],
): Promise<Outcome> => safeFetch(url, { method: 'POST', body, headers, agent: 'Portico-Callback/1' }, allow)

interface Call {
  method: 'GET' | 'POST'
  body?: string
  headers: Record<string, string>
  agent?: string
}

/** One call, of whose answer the first 2000 characters are kept; see safeFetchBytes. */
export async function safeFetch(url: string, call: Call, allow: readonly AllowedNetwork[]): Promise<Outcome> {
  const { body, headers, ...outcome } = await safeFetchBytes(url, call, allow, MAX_BODY)
  const after = Number(headers['retry-after'])
  return {
    ...outcome,
    body: body.toString('utf8').slice(0, 2000).replaceAll('\0', ''),
    retryAfterS: Number.isFinite(after) && after > 0 ? Math.min(after, 86_400) : null,
  }
}

/**
 * One call. Any status is a result; a refusal, a broken connection or an answer that is not complete in 15 s throws
 * OutboundFailed. An answer longer than `mostBytes` is cut off after the part that exceeds it.
 */
export async function safeFetchBytes(
  url: string,
  call: Call,
  allow: readonly AllowedNetwork[],
  mostBytes: number,
): Promise<{ status: number; body: Buffer; headers: http.IncomingHttpHeaders; costMs: number }> {
  const target = await judgeUrl(url, allow)
  const started = performance.now()
  const client = target.url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = client.request({
      method: call.method,
      host: target.address,
      port: target.port,
      path: target.url.pathname + target.url.search,
      servername: isIP(target.url.hostname) ? undefined : target.url.hostname,
      headers: {
        ...call.headers,
        host: target.url.host,
        ...(call.body === undefined ? {} : { 'content-length': Buffer.byteLength(call.body) }),
        connection: 'close',
        'user-agent': call.agent ?? 'Portico/1',
      },
      agent: false,
    })
    const deadline = setTimeout(() => {
      reject(new OutboundFailed(SILENT_CALL))
      request.destroy()
    }, TIMEOUT_MS)
    const fail = (error: Error): void => {
      clearTimeout(deadline)
      reject(failureOf(error))
    }
    request.on('error', fail)
    request.on('response', response => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = (): void => {
        clearTimeout(deadline)
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks),
          headers: response.headers,
          costMs: Math.round(performance.now() - started),
        })
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > mostBytes) {
          finish()
          request.destroy()
        }
      })
      response.on('end', finish)
      response.on('error', fail)
    })
    request.end(call.body)
  })
}
