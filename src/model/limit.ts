/** A limit for anonymous clients, or for one session: the number that is enforced, and what the reference says of it. */
import type { Text } from '#base/text.ts'

/** `B` is bytes; a rate contains its period. */
export type LimitUnit = '' | 'B' | 'ms' | 'min' | '/ s' | '/ min' | '/ h' | '/ day'
export type Limit = readonly [most: number, unit: LimitUnit, ...what: Text]
export type Limits = Readonly<Record<string, Limit>>

/** The numbers alone, each by its name. */
export const mostOf = <const L extends Limits>(list: L): { readonly [K in keyof L]: number } =>
  Object.fromEntries(Object.entries(list).map(([name, [most]]) => [name, most])) as { [K in keyof L]: number }
