/**
 * The form of a signed code: what a reader needs to judge it without the platform, and an Ed25519 signature (RFC 8032) over it.
 * A reader stores the public key only, so that a stolen one makes no codes. Decision 0025 has the bytes.
 */
import { hash, sign, verify, type KeyObject } from 'node:crypto'

export interface SignedCode {
  /** Which key of the application signed it, up to 65,535. */
  keyNo: number
  /** 16 random bytes. */
  nonce: Buffer
  /** Epoch seconds; both inclusive. */
  fromS: number
  untilS: number
  /** How often it opens at one reader; 0 is any number. */
  uses: number
  shortNo: string
  /** See `doorTag`; at most `DOORS_MOST`. */
  doors: readonly Buffer[]
}

const VERSION = 1
const [NONCE, TAG, SIGNATURE] = [16, 6, 64]
/** Version, key, nonce, from, until, uses, person, number of doors. */
const HEAD = 1 + 2 + NONCE + 4 + 4 + 1 + 8 + 1
/** With more, the code would be too dense for the cameras of phones and readers. */
export const DOORS_MOST = 24
export const USES_MOST = 255
/** What is signed begins with it, so that a signature of anything else is none of a code. */
const DOMAIN = Buffer.from('portico code 1\n')

/** By which a code names a door: a reader knows its own serial number, so it needs no ids of the platform. */
export const doorTag = (sn: string, doorNo: number): Buffer =>
  hash('sha256', `${sn}:${doorNo}`, 'buffer').subarray(0, TAG)

export function writeSigned(code: SignedCode, privateKey: KeyObject): string {
  const head = Buffer.alloc(HEAD)
  head.writeUInt8(VERSION, 0)
  head.writeUInt16BE(code.keyNo, 1)
  code.nonce.copy(head, 3)
  head.writeUInt32BE(code.fromS, 3 + NONCE)
  head.writeUInt32BE(code.untilS, 7 + NONCE)
  head.writeUInt8(code.uses, 11 + NONCE)
  head.writeBigUInt64BE(BigInt(code.shortNo), 12 + NONCE)
  head.writeUInt8(code.doors.length, HEAD - 1)
  const body = Buffer.concat([head, ...code.doors])
  return Buffer.concat([body, sign(null, Buffer.concat([DOMAIN, body]), privateKey)]).toString('base64url')
}

/** The key and the end that the text names, and whether a key signed it; null where it has another form. */
export function readSigned(
  text: string,
): (Pick<SignedCode, 'keyNo' | 'untilS'> & { signedBy(publicKey: KeyObject): boolean }) | null {
  const bytes = /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  if (bytes.length < HEAD + SIGNATURE || bytes[0] !== VERSION) return null
  const body = bytes.subarray(0, -SIGNATURE)
  if (body.length !== HEAD + body[HEAD - 1]! * TAG) return null
  return {
    keyNo: body.readUInt16BE(1),
    untilS: body.readUInt32BE(7 + NONCE),
    signedBy: publicKey => verify(null, Buffer.concat([DOMAIN, body]), publicKey, bytes.subarray(-SIGNATURE)),
  }
}
