/** The time that a device stated with a message, as every front reads it: the one place that knows how devices write times. */

declare const stated: unique symbol
/** Epoch milliseconds. Only `statedTime` makes one, so that a front to come reads the units that the others read. */
export type StatedMs = number & { readonly [stated]: true }

/** No device stated an earlier time and meant it: clocks without power begin in 1970, 2000 or 2010. */
export const EARLIEST_MS = Date.UTC(2020, 0, 1)

/** What the database can store, and ISO 8601 writes with four digits: the years 1 to 9999. */
const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]
/** Ten digits are seconds: as milliseconds they would be of 1970. */
const isSeconds = (time: number): boolean => Math.abs(time) >= 1e9 && Math.abs(time) < 1e10

/** A number, or digits as some firmware writes it, in seconds or milliseconds; undefined where it is neither. */
export function statedTime(value: unknown): StatedMs | undefined {
  const time = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  // Beyond these there is no calendar (ECMA-262, 21.4.1.1).
  if (typeof time !== 'number' || !(Math.abs(time) <= 8.64e15)) return undefined
  const ms = Math.trunc(isSeconds(time) ? time * 1000 : time)
  // Beyond them it is as impossible, and still the same fact when it comes again.
  return Math.min(Math.max(ms, FIRST_MS), LAST_MS) as StatedMs
}
