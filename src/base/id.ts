/**
 * Row ids: 63-bit, ordered by time, a decimal string everywhere outside the database.
 * Layout: 42 bits of milliseconds since 2024-01-01 · 12 bits of node · 9 bits of sequence. Earlier ids had 8 and 13 bits; they
 * stay valid, because the milliseconds decide the order and a process has its number in the upper 8 bits of node.
 */
const EPOCH_MS = Date.UTC(2024, 0, 1)
const SEQUENCE_BITS = 9n
const NODE_BITS = 12n
const SEQUENCE_MAX = (1 << Number(SEQUENCE_BITS)) - 1

/** The last part of a reservation, which the clock may not use up: ids are left while the next reservation cannot be made. */
const SPARE_MS = 5000

/**
 * The ids of one process. `node` (0–4095) identifies it in them. It makes ids only for instants that were reserved for it,
 * so that they never repeat and never run backwards, whatever the clock does and whichever process had the node before.
 * When a millisecond's sequence is used up, or the clock steps back, ids go on from the last instant used.
 */
export class IdSource {
  private readonly node: bigint
  private readonly nowMs: () => number
  private last = -1
  private sequence = SEQUENCE_MAX
  private end = 0

  constructor(node: number, nowMs: () => number = Date.now) {
    this.node = BigInt(node & 4095) << SEQUENCE_BITS
    this.nowMs = nowMs
  }

  /** Adds the instants from `fromMs` up to, but not including, `endMs`, in epoch milliseconds. Reservations come in ascending order. */
  reserve(fromMs: number, endMs: number): void {
    const from = fromMs - EPOCH_MS
    // The instants in between were reserved for another process of this node.
    if (from > this.end) {
      this.last = from - 1
      this.sequence = SEQUENCE_MAX
    }
    this.end = endMs - EPOCH_MS
  }

  /** Ends the source: no more ids are made. Returns the first unused instant, in epoch milliseconds. */
  close(): number {
    this.end = this.last + 1
    this.sequence = SEQUENCE_MAX
    return this.end + EPOCH_MS
  }

  /** Reserved milliseconds that lie after both the clock and the last id. */
  get leftMs(): number {
    return this.end - Math.max(this.last, this.nowMs() - EPOCH_MS)
  }
  get endMs(): number {
    return this.end + EPOCH_MS
  }

  /** Makes the next id. Throws when nothing is reserved. */
  readonly next = (): string => {
    const now = Math.min(this.nowMs() - EPOCH_MS, this.end - SPARE_MS)
    const used = this.sequence === SEQUENCE_MAX
    const instant = now > this.last ? now : used ? this.last + 1 : this.last
    if (instant >= this.end) throw new Error('no ids are reserved: the database could not be reached for too long')
    this.sequence = instant > this.last ? 0 : this.sequence + 1
    this.last = instant
    return String((BigInt(instant) << (NODE_BITS + SEQUENCE_BITS)) | this.node | BigInt(this.sequence))
  }
}

/**
 * The node of a process, from its number on its database (0–255) and the cell of that database (0–15): ids of different
 * cells never collide.
 */
export const nodeOf = (process: number, cell = 0): number => process * 16 + cell

/** The instant an id was made, in epoch milliseconds. */
export const idTimeMs = (id: string): number => Number(BigInt(id) >> (NODE_BITS + SEQUENCE_BITS)) + EPOCH_MS

/** The smallest id that can be made at this instant: every smaller id is older. */
export const idFrom = (ms: number): string =>
  String(BigInt(Math.max(0, Math.floor(ms) - EPOCH_MS)) << (NODE_BITS + SEQUENCE_BITS))

/** True for the decimal form of a positive 63-bit integer, the only form ids take on the wire. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= 9223372036854775807n
