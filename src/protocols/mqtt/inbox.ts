/** Splits a byte stream into MQTT packets, checking each size before any of its bytes are stored or parsed. */

export interface Frame {
  /** Packet type, 1–15. */
  type: number
  flags: number
  body: Buffer
  /** Size with header, in bytes. */
  size: number
}

/** `partial`: the packet at the head is incomplete. */
export type Next = Frame | 'partial' | 'tooLarge' | 'malformed'

export class Inbox {
  private bytes: Buffer | undefined
  private start = 0
  private end = 0
  private owned = false

  /** Bytes waiting. */
  get size(): number {
    return this.end - this.start
  }

  /** First byte of the packet at the head, or −1 when there is none. */
  get head(): number {
    return this.size ? ((this.bytes as Buffer)[this.start] as number) : -1
  }

  /** The chunk may be used until `settle`; bytes already returned in frames are never overwritten. */
  push(chunk: Buffer): void {
    if (this.size === 0) {
      this.bytes = chunk
      this.start = 0
      this.end = chunk.length
      this.owned = false
      return
    }
    const held = this.bytes as Buffer
    if (!this.owned || this.end + chunk.length > held.length) {
      // Doubling gives linear cost for a packet that arrives byte by byte; its stated length reserves nothing.
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.size, this.size + chunk.length))
      held.copy(larger, 0, this.start, this.end)
      this.end = this.size
      this.start = 0
      this.bytes = larger
      this.owned = true
    }
    ;(this.bytes as Buffer).set(chunk, this.end)
    this.end += chunk.length
  }

  /** The packet at the head, which stays there when `partial`. `maxBytes` includes the header. */
  next(maxBytes: number): Next {
    const bytes = this.bytes
    if (!bytes || this.size < 2) return 'partial'
    let length = 0
    let at = this.start + 1
    for (let shift = 0; ; shift += 7) {
      // A fifth byte of Remaining Length, or more bytes than needed [MQTT-1.5.5-1].
      if (shift > 21) return 'malformed'
      if (at >= this.end) return 'partial'
      const byte = bytes[at++] as number
      length |= (byte & 0x7f) << shift
      if (byte < 0x80) {
        if (byte === 0 && shift > 0) return 'malformed'
        break
      }
    }
    const size = at - this.start + length
    if (size > maxBytes) return 'tooLarge'
    if (this.size < size) return 'partial'
    const first = bytes[this.start] as number
    this.start += size
    return { type: first >> 4, flags: first & 0x0f, body: bytes.subarray(at, this.start), size }
  }

  /** Copies what is left, so that a few bytes do not keep a whole read buffer in memory. */
  settle(): void {
    if (this.size === 0) {
      this.bytes = undefined
      this.start = this.end = 0
    } else if (!this.owned) {
      const kept = Buffer.allocUnsafeSlow(this.size)
      ;(this.bytes as Buffer).copy(kept, 0, this.start, this.end)
      this.bytes = kept
      this.end = this.size
      this.start = 0
      this.owned = true
    }
  }
}
