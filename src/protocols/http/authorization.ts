/**
 * HTTP Basic (RFC 7617) and Digest (RFC 7616, with the MD5 that devices speak) with the secret of the device as password; its
 * user name may be any. Nonces are signed and hold their time, so that none is kept until it is used.
 */
import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { DeviceRequest } from '#model/deviceHttp.ts'
import type { Call } from '#model/gate.ts'

type Proof = Pick<Call, 'proves' | 'signed'>
/** Why there is none: nothing was sent, it cannot be read, or its nonce is too old or of another process. */
export type NoProof = 'none' | 'malformed' | 'stale'

const REALM = 'device'
/** How long a nonce may be used. */
const NONCE_MS = 240_000
/** Of our own clock, and a call may have waited for its turn. */
const WINDOW = { behindMs: NONCE_MS + 60_000, aheadMs: 1000 } as const
const HEADER_MAX = 2048
const FIELD = /([a-z]+)\s*=\s*(?:"([^"]*)"|([^\s",]+))\s*(?:,\s*|$)/gy
/** One with `qop` counts its calls; without, as older firmware does, a nonce is for one call. */
const NC = /^[0-9a-f]{8}$/i

const md5 = (...parts: readonly string[]): string => createHash('md5').update(parts.join(':')).digest('hex')
/** Takes the same time wherever they differ. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))

export class Authorization {
  private readonly key = randomBytes(32)

  /** For the header `www-authenticate` of an answer with status 401. */
  challenge(stale: boolean, nowMs: number): string[] {
    const digest = `Digest realm="${REALM}", qop="auth", algorithm=MD5, nonce="${this.nonceOf(nowMs)}"`
    return [stale ? `${digest}, stale=true` : digest, `Basic realm="${REALM}", charset="UTF-8"`]
  }

  proofOf(request: Pick<DeviceRequest, 'header' | 'method' | 'target'>, nowMs: number): Proof | NoProof {
    const given = request.header('authorization')
    if (given === undefined) return 'none'
    const [, scheme = '', rest = ''] = /^(\w+) +(.*)$/s.exec(given) ?? []
    if (given.length > HEADER_MAX) return 'malformed'
    if (scheme.toLowerCase() === 'basic') return basicOf(rest)
    return scheme.toLowerCase() === 'digest' ? this.digestOf(rest, request, nowMs) : 'malformed'
  }

  private digestOf(
    rest: string,
    { method, target }: Pick<DeviceRequest, 'method' | 'target'>,
    nowMs: number,
  ): Proof | NoProof {
    const fields = fieldsOf(rest)
    const { username, realm, nonce, uri, response, qop, nc = '', cnonce = '', algorithm = 'MD5' } = fields ?? {}
    if (username === undefined || !nonce || !response || realm !== REALM || uri !== target) return 'malformed'
    if (algorithm.toUpperCase() !== 'MD5' || (qop !== undefined && (qop !== 'auth' || !NC.test(nc) || !cnonce)))
      return 'malformed'
    const atMs = this.timeOf(nonce)
    if (atMs === null || nowMs - atMs > NONCE_MS) return 'stale'
    const counted = qop === undefined ? [nonce] : [nonce, nc, cnonce, qop]
    return {
      proves: secret =>
        isSame(md5(md5(username, REALM, secret), ...counted, md5(method, target)), response.toLowerCase()),
      signed: { nonce: hash('sha256', `${nonce} ${nc.toLowerCase()}`).slice(0, 32), atMs, window: WINDOW },
    }
  }

  private nonceOf(atMs: number): string {
    const time = atMs.toString(36)
    return `${time}-${createHmac('sha256', this.key).update(time).digest('hex').slice(0, 32)}`
  }

  private timeOf(nonce: string): number | null {
    const atMs = parseInt(nonce.split('-')[0]!, 36)
    return Number.isSafeInteger(atMs) && isSame(this.nonceOf(atMs), nonce) ? atMs : null
  }
}

function basicOf(rest: string): Proof | 'malformed' {
  const text = Buffer.from(rest, 'base64').toString()
  const at = text.indexOf(':')
  if (at < 0) return 'malformed'
  const password = text.slice(at + 1)
  return { proves: secret => isSame(password, secret) }
}

/** Null where it is no list of fields, or has one of them twice. */
function fieldsOf(text: string): Record<string, string | undefined> | null {
  const fields = new Map<string, string>()
  let at = 0
  for (const [whole, name, quoted, plain] of text.matchAll(FIELD)) {
    if (fields.has(name!)) return null
    fields.set(name!, quoted ?? plain!)
    at += whole.length
  }
  return at === text.length ? Object.fromEntries(fields) : null
}
