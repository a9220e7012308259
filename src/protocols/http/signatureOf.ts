/**
 * Signed calls of devices. Headers `x-portico-ts` (milliseconds), `x-portico-nonce` and `x-portico-sign`, the hexadecimal
 * HMAC-SHA256 of method, target, ts, nonce and the hexadecimal SHA-256 of the body, joined by line feeds.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { DeviceRequest } from '#model/deviceHttp.ts'
import type { Call } from '#model/gate.ts'

const NONCE = /^[\w-]{8,64}$/
const SIGN = /^[0-9a-f]{64}$/i

/** The proof of a call; null when it has none, `malformed` when its signature is incomplete. */
export function signatureOf({
  header,
  method,
  target,
  body,
}: DeviceRequest): Required<Pick<Call, 'proves' | 'signed'>> | null | 'malformed' {
  const [ts, nonce, sign] = [header('x-portico-ts'), header('x-portico-nonce'), header('x-portico-sign')]
  if (ts === undefined && nonce === undefined && sign === undefined) return null
  if (!/^\d{13}$/.test(ts ?? '') || !NONCE.test(nonce ?? '') || !SIGN.test(sign ?? '')) return 'malformed'
  const text = [method, target, ts, nonce, hash('sha256', body, 'hex')].join('\n')
  const given = Buffer.from(sign!, 'hex')
  return {
    proves: secret => timingSafeEqual(createHmac('sha256', secret).update(text).digest(), given),
    signed: { nonce: nonce!, atMs: Number(ts) },
  }
}
