/** Envelope encryption with the installation's master secret: AES-256-GCM bound to its place, and keyed digests. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Vault } from '../ports.ts'

const VERSION = 1

/** `secret` is the master secret, at least 32 bytes; it is never stored in the database. */
export function makeVault(secret: Uint8Array): Vault {
  const derive = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'portico', purpose, bytes))
  const sealing = derive('seal-v1', 32)
  const indexing = derive('blind-index', 32)
  return {
    derive,
    seal(plain, place) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([
        cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain),
        cipher.final(),
      ])
      return Buffer.concat([Buffer.from([VERSION]), iv, body, cipher.getAuthTag()])
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < 29 || bytes[0] !== VERSION) throw new Error(`not sealed by this vault: ${place}`)
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(1, 13)).setAAD(Buffer.from(place))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(13, -16)), decipher.final()])
    },
    blindIndex: (value, purpose) =>
      createHmac('sha256', indexing).update(`${purpose}\n${value}`).digest().subarray(0, 16),
  }
}
