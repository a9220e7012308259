/**
 * Encrypted messages of SIA DC-09 (5.6): AES in CBC mode with an initial vector of zeros, over padding, data and timestamp.
 * The standard has no signature: what proves the key is that the plain text ends with a timestamp after its bracket.
 */
import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto'
import { readText } from './frame.ts'

const BLOCK = 16
const NO_IV = Buffer.alloc(BLOCK)
/** In bytes: AES-128, AES-192, AES-256. */
const KEY_LENGTHS = [16, 24, 32] as const
const ENDS_WITH_TIME = /\](?:\[[^\]]*\])*_\d\d:\d\d:\d\d,\d\d-\d\d-\d{4}$/

/** The keys that a device's secret can be used as: its first 16 or 24 bytes, or all 32. */
export function keysOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, 'base64url')
  return KEY_LENGTHS.filter(length => length <= bytes.length).map(length => bytes.subarray(0, length))
}

const algorithm = (key: Buffer): string => `aes-${key.length * 8}-cbc`

export interface Opened {
  key: Buffer
  /** Without its padding: `#acct|data][ext]_timestamp`. */
  rest: string
  /**
   * The last two blocks of the cipher text, by which a repetition is recognised. By the chaining they depend on the whole
   * message, and neither can be changed without destroying the time in them; all that precedes them could be.
   */
  end: Buffer
}

/** Null where none of the keys opens it. `sealed` is in hexadecimal digits. */
export function openSealed(sealed: string, keys: readonly Buffer[]): Opened | null {
  if (!sealed.length || sealed.length % (2 * BLOCK) || !/^[0-9A-F]+$/i.test(sealed)) return null
  const bytes = Buffer.from(sealed, 'hex')
  for (const key of keys) {
    const decipher = createDecipheriv(algorithm(key), key, NO_IV).setAutoPadding(false)
    const opened = Buffer.concat([decipher.update(bytes), decipher.final()])
    // As single bytes: a byte of the padding would take the bar for its second half.
    const text = opened.toString('latin1')
    if (ENDS_WITH_TIME.test(text))
      return { key, rest: readText(Buffer.from(withoutPad(text), 'latin1')), end: bytes.subarray(-2 * BLOCK) }
  }
  return null
}

/** Padding ends at the first bar, and contains none of the marks; some senders leave the bar out before an empty `]`. */
function withoutPad(text: string): string {
  const found = /^[^|[\]]*\|/.exec(text)
  if (!found) return text.slice(text.indexOf(']'))
  // Not padded: this bar is the one after the account.
  return /^#[0-9A-F]{3,16}\|$/i.test(found[0]) ? text : text.slice(found[0].length)
}

const PAD = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
/** In hexadecimal digits. Padded at the front, up to whole blocks and with at least one character. */
export function seal(rest: string, key: Buffer): string {
  const length = Buffer.byteLength(rest) + 1
  const pad = BLOCK - (length % BLOCK)
  const filler = Array.from({ length: pad }, () => PAD[randomInt(PAD.length)]).join('')
  const cipher = createCipheriv(algorithm(key), key, NO_IV).setAutoPadding(false)
  return Buffer.concat([cipher.update(`${filler}|${rest}`), cipher.final()])
    .toString('hex')
    .toUpperCase()
}
