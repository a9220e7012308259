/** A digest of rows that does not depend on their order: the sum of the digests of all rows. */
import { hash } from 'node:crypto'

const BITS = 128n

export interface RowDigest {
  add(line: Buffer): void
  readonly rows: number
  readonly digest: string
}

export function rowDigest(): RowDigest {
  let sum = 0n
  let rows = 0
  return {
    add(line) {
      const own = hash('sha256', line, 'buffer')
      sum = BigInt.asUintN(Number(BITS), sum + ((own.readBigUInt64LE(0) << 64n) | own.readBigUInt64LE(8)))
      rows += 1
    },
    get rows() {
      return rows
    },
    get digest() {
      return sum.toString(16).padStart(Number(BITS / 4n), '0')
    },
  }
}
