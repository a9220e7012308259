/** Values of the rows of `furnishEveryNoun`: their times, and what fills required columns without a field. */

const NOW = Date.now()
const HOURS_AGO = [2, 30, 54, 78]
/** A span around the time of a row, as in a query. */
export const spanOf = (row: number): string =>
  [-1, 1].map(minutes => new Date(agoOf(row).getTime() + minutes * 60_000).toISOString()).join()
export const agoOf = (row: number): Date => new Date(NOW - HOURS_AGO[row]! * 3_600_000)

export const FILLED: Readonly<Record<string, (row: number) => unknown>> = {
  bigint: row => 700_000 + row,
  integer: () => 1,
  smallint: () => 1,
  text: row => `filled${row}`,
  bytea: row => Buffer.from([row]),
  ARRAY: () => '{}',
  boolean: () => false,
  jsonb: () => '[]',
  date: () => '2030-01-01',
  'timestamp with time zone': () => new Date(NOW),
}
