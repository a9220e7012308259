/** Opens the password field of a login: the AES form of the API contract, and our own `v2.` form, which an eavesdropper cannot replay. */
import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import type { Vault } from '#server/ports.ts'

const MAX_CHARACTERS = 2048
const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const SPKI_X25519 = Buffer.from('302a300506032b656e032100', 'hex')
const V2_AGE_MS = 5 * 60_000

/** 16 ASCII characters, used directly as AES-128 key and IV; public by design, they only hide passwords from view. */
export const passwordKey = (vault: Vault): string => vault.derive('password-key', 12).toString('base64url').slice(0, 16)

const privateKey = (vault: Vault): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_X25519, vault.derive('password-v2', 32)]),
    format: 'der',
    type: 'pkcs8',
  })

/** The raw 32 bytes of the server's X25519 public key, base64url. */
export const v2PublicKey = (vault: Vault): string =>
  createPublicKey(privateKey(vault)).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** base64(AES-128-CBC, key = IV, zero padding). A query string may have turned `+` into spaces. */
function openV1(field: string, key: string): string | null {
  const text = field.replaceAll(' ', '+')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.length % 16 !== 0 || bytes.length > 1024) return null
  const decipher = createDecipheriv('aes-128-cbc', key, key).setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(bytes), decipher.final()])
  let end = plain.length
  while (end > 0 && plain[end - 1] === 0) end -= 1
  return decodeUtf8(plain.subarray(0, end))
}

export interface Opened {
  password: string
  nonce?: string
}

/** `v2.` + base64url(ephemeral public key 32 · iv 12 · ciphertext and tag) over `{pwd, randomStr, ts}`; HKDF-SHA256, AES-256-GCM. */
function openV2(field: string, vault: Vault, nowMs: number): Opened | null {
  const bytes = Buffer.from(field.slice(3), 'base64url')
  if (bytes.length < 32 + 12 + 16) return null
  const [ephemeral, iv, sealed] = [bytes.subarray(0, 32), bytes.subarray(32, 44), bytes.subarray(44)]
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI_X25519, ephemeral]), format: 'der', type: 'spki' })
    const shared = diffieHellman({ privateKey: privateKey(vault), publicKey })
    const key = Buffer.from(hkdfSync('sha256', shared, ephemeral, 'portico-password-v2', 32))
    const decipher = createDecipheriv('aes-256-gcm', key, iv)
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = JSON.parse(
      Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8'),
    ) as { pwd?: unknown; randomStr?: unknown; ts?: unknown }
    if (typeof plain.pwd !== 'string' || typeof plain.randomStr !== 'string' || typeof plain.ts !== 'number')
      return null
    if (plain.randomStr.length < 16 || plain.randomStr.length > 64 || Math.abs(nowMs - plain.ts) > V2_AGE_MS)
      return null
    return { password: plain.pwd, nonce: plain.randomStr }
  } catch {
    return null
  }
}

/** The password, or null for anything that cannot be opened: the caller treats that exactly like a wrong password. */
export function openPassword(field: unknown, vault: Vault, nowMs: number): Opened | null {
  if (typeof field !== 'string' || field.length === 0 || field.length > MAX_CHARACTERS) return null
  if (field.startsWith('v2.')) return openV2(field, vault, nowMs)
  const password = openV1(field, passwordKey(vault))
  return password === null ? null : { password }
}
