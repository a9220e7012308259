/**
 * A list of limits for anonymous clients, or for one session. Each module exports its own from an `x.server.ts`, each
 * protocol from its `limits.ts`, and enforces `most`; `docs/reference/limits.md` is generated from all of them, and a test checks that each has its own test.
 */
import type { Text } from '#base/text.ts'

/** `B` is bytes; a rate contains its period. */
export type LimitUnit = '' | 'B' | 'ms' | 'min' | '/ s' | '/ min' | '/ h' | '/ day'
export type Limit = readonly [most: number, unit: LimitUnit, ...what: Text]
export interface LimitList {
  part: 'limits'
  /** The subject of the limit: the first half of each name, as in `report.files`. */
  of: string
  list: Readonly<Record<string, Limit>>
}

export const limitList = <const L extends Readonly<Record<string, Limit>>>(
  of: string,
  list: L,
): LimitList & { most: { readonly [K in keyof L]: number } } => ({
  part: 'limits',
  of,
  list,
  most: Object.fromEntries(Object.entries(list).map(([name, [most]]) => [name, most])) as { [K in keyof L]: number },
})
