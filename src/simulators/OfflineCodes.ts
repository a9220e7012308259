/**
 * What a simulated reader knows of codes by itself, written from decision 0025: the public keys it was sent, codes that were
 * revoked, and the nonces that it saw. It judges a code in the order of the document and remembers what it opened for.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'

interface Key {
  keyId: number
  /** 32 bytes, base64url. */
  key: string
  /** Epoch seconds. */
  from: number
  to?: number
}

export class OfflineCodes {
  version = ''
  private keys: readonly Key[] = []
  private revoked: ReadonlySet<string> = new Set()
  /** How often it opened for a code, and until when that matters, by nonce. */
  private readonly seen = new Map<string, { times: number; until: number }>()
  private readonly serial: string

  constructor(serial: string) {
    this.serial = serial
  }

  /** Replaces what it knows; false where it is no such document. */
  take(given: unknown, version: unknown): boolean {
    const { keys, revoked } = (given ?? {}) as { keys?: Key[]; revoked?: string[] }
    if (!Array.isArray(keys) || !Array.isArray(revoked)) return false
    if (!keys.every(one => Buffer.from(String(one.key), 'base64url').length === 32)) return false
    this.keys = keys
    this.revoked = new Set(revoked)
    this.version = String(version ?? '')
    return true
  }

  forget(): void {
    this.take({ keys: [], revoked: [] }, '')
    this.seen.clear()
  }

  /** Why it stays closed; null where it opens, which is remembered. `nowMs` is the reader's own clock. */
  judge(text: string, doorNo: number, nowMs: number): string | null {
    const all = /^[A-Za-z0-9_-]+$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
    const now = Math.floor(nowMs / 1000)
    // 1 version, 2 key, 16 nonce, 4 from, 4 until, 1 uses, 8 person, 1 number of doors, 6 a door, 64 signature.
    if (all.length < 101 || all[0] !== 1 || all.length !== 101 + all[36]! * 6) return 'unknownCode'
    const signedPart = all.subarray(0, all.length - 64)
    const key = this.keys.find(one => one.keyId === all.readUInt16BE(1))
    if (!key || !this.signed(key, signedPart, all.subarray(all.length - 64))) return 'forged'
    if (key.to !== undefined && now > key.to) return 'codeExpired'
    const [from, until, uses] = [all.readUInt32BE(19), all.readUInt32BE(23), all[27]!]
    if (now < from) return 'notYet'
    if (now > until) return 'codeExpired'
    const own = createHash('sha256').update(`${this.serial}:${doorNo}`).digest().subarray(0, 6)
    const doors = Array.from({ length: all[36]! }, (_, at) => all.subarray(37 + at * 6, 43 + at * 6))
    if (!doors.some(door => door.equals(own))) return 'otherDoor'
    const nonce = all.subarray(3, 19).toString('base64url')
    if (this.revoked.has(nonce)) return 'codeRevoked'
    return this.use(nonce, uses, until, now) ? null : 'codeUsed'
  }

  private use(nonce: string, most: number, until: number, now: number): boolean {
    for (const [known, one] of this.seen) if (one.until < now) this.seen.delete(known)
    const times = this.seen.get(nonce)?.times ?? 0
    if (most !== 0 && times >= most) return false
    this.seen.set(nonce, { times: times + 1, until })
    return true
  }

  private signed({ key }: Key, signedPart: Buffer, signature: Buffer): boolean {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, Buffer.concat([Buffer.from('portico code 1\n'), signedPart]), publicKey, signature)
  }
}
