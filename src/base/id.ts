/**
 * Row ids: 63-bit, ordered by time, a decimal string everywhere outside the database.
 * Layout: 42 bits of milliseconds since 2024-01-01 · 8 bits of node · 13 bits of sequence.
 */
const EPOCH_MS = Date.UTC(2024, 0, 1)
const SEQUENCE_BITS = 13n
const NODE_BITS = 8n
const SEQUENCE_MAX = (1 << Number(SEQUENCE_BITS)) - 1

/**
 * Makes the id source of one process. `node` (0–255) must differ between processes that run at the same time.
 * When a millisecond's sequence is used up, or the clock steps back, ids go on from the last instant used,
 * so they never repeat and never run backwards within a process.
 */
export function idSource(node: number, nowMs: () => number = Date.now): () => string {
  let last = 0
  let sequence = 0
  return () => {
    const now = nowMs() - EPOCH_MS
    if (now > last) {
      last = now
      sequence = 0
    } else if (sequence < SEQUENCE_MAX) {
      sequence += 1
    } else {
      last += 1
      sequence = 0
    }
    return String(
      (BigInt(last) << (NODE_BITS + SEQUENCE_BITS)) | (BigInt(node & 255) << SEQUENCE_BITS) | BigInt(sequence),
    )
  }
}

/** The instant an id was made, in epoch milliseconds. */
export const idTimeMs = (id: string): number => Number(BigInt(id) >> (NODE_BITS + SEQUENCE_BITS)) + EPOCH_MS

/** The least id that can be made at this instant: what is smaller is older. */
export const idFrom = (ms: number): string =>
  String(BigInt(Math.max(0, Math.floor(ms) - EPOCH_MS)) << (NODE_BITS + SEQUENCE_BITS))

/** True for the decimal form of a positive 63-bit integer, the only form ids take on the wire. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= 9223372036854775807n
