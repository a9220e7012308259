/** The frame of display boards: `DA VR PN(2) CMD DL DATA CRC(2)`, with the CRC of all bytes before it, low byte first. */
import { crc16 } from './crc16.ts'

export interface BoardFrame {
  /** The packet's number; FFFF for one that is alone. */
  packet: number
  command: number
  data: Uint8Array
}
export const ADDRESS = 0x00
export const VERSION = 0x64
export const SINGLE_PACKET = 0xffff
const HEAD = 6
const TAIL = 2
/** The length is one byte. */
export const DATA_MAX = 255

/** Throws when the data is longer than a frame holds. */
export function writeFrame({ packet, command, data }: BoardFrame): Uint8Array {
  if (data.length > DATA_MAX) throw new Error(`a frame holds ${DATA_MAX} bytes, not ${data.length}`)
  const bytes = new Uint8Array(HEAD + data.length + TAIL)
  bytes.set([ADDRESS, VERSION, packet >> 8, packet & 0xff, command, data.length])
  bytes.set(data, HEAD)
  const crc = crc16(bytes.subarray(0, HEAD + data.length))
  bytes.set([crc & 0xff, crc >> 8], HEAD + data.length)
  return bytes
}

/** What the bytes begin with: a whole frame and its length, `more` when some is missing, or why it is none. */
export type FrameResult = { frame: BoardFrame; length: number } | { why: 'more' | 'address' | 'version' | 'crc' }

export function readFrame(bytes: Uint8Array): FrameResult {
  if (bytes.length === 0) return { why: 'more' }
  if (bytes[0] !== ADDRESS) return { why: 'address' }
  if (bytes.length > 1 && bytes[1] !== VERSION) return { why: 'version' }
  if (bytes.length < HEAD) return { why: 'more' }
  const end = HEAD + bytes[5]!
  if (bytes.length < end + TAIL) return { why: 'more' }
  if ((bytes[end]! | (bytes[end + 1]! << 8)) !== crc16(bytes.subarray(0, end))) return { why: 'crc' }
  const frame = { packet: (bytes[2]! << 8) | bytes[3]!, command: bytes[4]!, data: bytes.slice(HEAD, end) }
  return { frame, length: end + TAIL }
}
