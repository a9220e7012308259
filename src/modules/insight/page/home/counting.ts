/** Sums and differences for the home page of an application. */
export const total = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)
/** +3, −2, ±0 */
export const difference = (now: number, before: number): string =>
  now === before ? '±0' : `${now > before ? '+' : '−'}${Math.abs(now - before).toLocaleString('en-US')}`
