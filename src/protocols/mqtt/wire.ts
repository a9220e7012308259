/** Reads MQTT's primitive types from one packet's bytes and refuses every encoding that the standard forbids. */
import { isUtf8 } from 'node:buffer'
import { reason, type ReasonCode } from './reason.ts'

/** A packet that violates the standard. `version` is 5 where the sender understands a DISCONNECT with the reason. */
export class Malformed extends Error {
  readonly code: ReasonCode
  version: 4 | 5 | undefined
  constructor(message: string, code: ReasonCode = reason.malformed) {
    super(message)
    this.code = code
  }
}

const refuse = (message: string): never => {
  throw new Malformed(message)
}

export class Wire {
  readonly bytes: Buffer
  at: number
  end: number

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.at = 0
    this.end = bytes.length
  }

  get left(): number {
    return this.end - this.at
  }

  private advance(count: number): number {
    const from = this.at
    if (from + count > this.end) refuse('packet ends inside a field')
    this.at = from + count
    return from
  }

  byte(): number {
    return this.bytes[this.advance(1)] as number
  }

  uint16(): number {
    return this.bytes.readUInt16BE(this.advance(2))
  }

  uint32(): number {
    return this.bytes.readUInt32BE(this.advance(4))
  }

  /** Variable byte integer: at most four bytes, and no more than needed [MQTT-1.5.5-1]. */
  varint(): number {
    let value = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return byte === 0 && shift > 0 ? refuse('variable byte integer longer than needed') : value
    }
    return refuse('variable byte integer over four bytes')
  }

  binary(): Buffer {
    const length = this.uint16()
    const from = this.advance(length)
    return this.bytes.subarray(from, from + length)
  }

  /** UTF-8 string: well-formed, without surrogates and NUL [MQTT-1.5.4-1, -2]; a byte order mark stays [-3]. */
  text(): string {
    const bytes = this.binary()
    if (!isUtf8(bytes) || bytes.includes(0)) refuse('ill-formed UTF-8 string')
    return bytes.toString('utf8')
  }

  rest(): Buffer {
    const from = this.at
    this.at = this.end
    return this.bytes.subarray(from, this.end)
  }

  /** Checks that every field was read: bytes after the last one are not part of the packet. */
  done(): void {
    if (this.at !== this.end) refuse('bytes after the last field')
  }
}
