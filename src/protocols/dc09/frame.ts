/**
 * Frames of SIA DC-09: `LF CRC 0LLL "id" seq Rrcvr Lpref #acct [data][ext]_timestamp CR` (ANSI/SIA DC-09-2013, 5.5.1).
 * Length and CRC cover everything from the first quotation mark up to, but not including, the CR.
 */
import { textOfBytes } from '#base/gbk.ts'

/** `0LLL` has three hexadecimal digits. */
const BODY_MAX = 0xfff
const HEAD = 8
export const FRAME_MAX = HEAD + BODY_MAX
const TOKENS = ['ADM-CID', 'SIA-DCS', 'NULL'] as const
export type Token = (typeof TOKENS)[number]

export interface Frame {
  token: Token
  encrypted: boolean
  /** Four digits. */
  seq: string
  /** With its letter; '' where it is left out. */
  receiver: string
  line: string
  account: string
  /** Everything after the first `[`; of an encrypted frame in hexadecimal digits. */
  rest: string
}
/** Why bytes are no frame, with the account where it could be read. */
export interface Misread {
  why: 'framing' | 'tooLong' | 'length' | 'crc' | 'form' | 'token' | 'data' | 'account'
  account?: string
}

/** CRC-16 with the reflected polynomial A001 and the initial value 0 (annex C). */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}

const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0')
const HEADER = /^"(\*?)([^"]{1,16})"(\d{4})(R[0-9A-F]{0,6})?(L[0-9A-F]{0,6})?(?:#([0-9A-F]{3,16}))?\[(.*)$/is
const ANY_ACCOUNT = /#([0-9A-F]{3,16})\[/i
/** Texts of zones may be in any script; control characters in them are blanks. */
export const readText = (bytes: Uint8Array): string => textOfBytes(bytes).replace(/[\0-\x1f\x7f]/g, ' ')

/** Bytes that some senders and serial lines put around frames: NUL, blanks, line breaks, and the idle line. */
export const isDecoration = (byte: number | undefined): boolean => byte !== undefined && (byte <= 0x20 || byte === 0xff)

/** `bytes` is what is between LF and CR. */
export function readFrame(bytes: Buffer): Frame | Misread {
  if (bytes.length > FRAME_MAX) return { why: 'tooLong' }
  const head = bytes.toString('latin1', 0, HEAD)
  if (!/^[0-9A-F]{4}0[0-9A-F]{3}$/i.test(head)) return { why: 'framing' }
  const length = Number.parseInt(head.slice(4), 16)
  const all = bytes.subarray(HEAD)
  const body = all.subarray(length).every(isDecoration) ? all.subarray(0, length) : all
  const named = ANY_ACCOUNT.exec(body.toString('latin1'))?.[1]
  const misread = (why: Misread['why']): Misread => ({ why, ...(named === undefined ? {} : { account: named }) })
  if (length !== body.length) return misread('length')
  if (Number.parseInt(head.slice(0, 4), 16) !== crc16(body)) return misread('crc')
  const found = HEADER.exec(readText(body))
  if (!found) return misread('form')
  const [, star, id, seq, receiver = '', line = '', account, rest] = found
  if (account === undefined) return misread('account')
  if (!TOKENS.includes(id as Token)) return misread('token')
  return { token: id as Token, encrypted: star === '*', seq: seq!, receiver, line, account, rest: rest! }
}

/** A whole frame, from LF to CR, around a body. */
export function writeFrame(body: string): Buffer {
  const bytes = Buffer.from(body)
  return Buffer.concat([Buffer.from(`\n${hex4(crc16(bytes))}${hex4(bytes.length)}`), bytes, Buffer.from('\r')])
}

const two = (value: number): string => String(value).padStart(2, '0')
/** `_HH:MM:SS,MM-DD-YYYY` in UTC (5.5.1.9). */
export const stampOf = (ms: number): string => {
  const at = new Date(ms)
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `_${clock},${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}-${at.getUTCFullYear()}`
}
const STAMP = /^(\d\d):(\d\d):(\d\d),(\d\d)-(\d\d)-(\d{4})$/
/** Epoch milliseconds; null for a day or an hour that does not exist. `text` is without the underline. */
export function readStamp(text: string): number | null {
  const found = STAMP.exec(text)
  if (!found) return null
  const [hour, minute, second, month, day, year] = found.slice(1).map(Number) as [
    ...[number, number, number, number, number, number],
  ]
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  return stampOf(ms) === `_${text}` ? ms : null
}

const addressed = ({ seq, receiver, line, account }: Frame): string => `${seq}${receiver}${line}#${account}`
/** The message was stored. */
export const writeAck = (frame: Frame): Buffer => writeFrame(`"ACK"${addressed(frame)}[]`)
/** `sealed` is the encrypted rest, in hexadecimal digits. */
export const writeSealedAck = (frame: Frame, sealed: string): Buffer =>
  writeFrame(`"*ACK"${addressed(frame)}[${sealed}`)
/** It was read, and will not be accepted however often it is sent. */
export const writeDuh = (frame: Frame): Buffer => writeFrame(`"DUH"${addressed(frame)}[]`)
/** It was damaged, or its time is not ours, which is in the answer: it may be sent again. Never encrypted. */
export const writeNak = (nowMs: number): Buffer => writeFrame(`"NAK"0000R0L0A0[]${stampOf(nowMs)}`)
