/**
 * A list of limits for anonymous clients, or for one session. Each module exports its own from an `x.server.ts`, and enforces
 * `most`; `docs/reference/limits.md` is generated from all of them, and a test checks that each has its own test.
 */
import { mostOf, type Limits } from '#model/limit.ts'

export interface LimitList {
  part: 'limits'
  /** The subject of the limit: the first half of each name, as in `report.files`. */
  of: string
  list: Limits
}

export const limitList = <const L extends Limits>(
  of: string,
  list: L,
): LimitList & { most: { readonly [K in keyof L]: number } } => ({ part: 'limits', of, list, most: mostOf(list) })
