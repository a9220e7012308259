/** Codes of an authenticator app: RFC 6238 over RFC 4226, SHA-1, six digits, thirty seconds. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_S = 30
const DIGITS = 6
const SECRET_BYTES = 20
/** Time steps by which a clock may be off, either way. */
const DRIFT = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** RFC 4648 without padding, as people type it and apps expect it. */
export function base32(bytes: Uint8Array): string {
  let [text, buffer, bits] = ['', 0, 0]
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(buffer >>> bits) & 31]
    }
    buffer &= (1 << bits) - 1
  }
  return bits ? text + BASE32[(buffer << (5 - bits)) & 31] : text
}

/** RFC 4226, 5.3. */
export function hotp(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const moving = Buffer.alloc(8)
  moving.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(moving).digest()
  const offset = mac[19]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_S)

/** The time step near `at` for which this is the code; null when there is none. */
export function stepOf(secret: Uint8Array, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const given = Buffer.from(code)
  let found: number | null = null
  for (let step = stepAt(at) - DRIFT; step <= stepAt(at) + DRIFT; step += 1)
    if (timingSafeEqual(given, Buffer.from(hotp(secret, step)))) found = step
  return found
}

/** The content of the QR code for enrolment; omitted parameters have the defaults of all apps. */
export const otpauthUri = (secret: Uint8Array, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
