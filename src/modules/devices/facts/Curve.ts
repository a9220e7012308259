/** The curve of a reading as the server answers it. */
export interface Curve {
  /** The width of one point. */
  stepMs: number
  /** In order of time; quarters without a report are left out. */
  points: { at: string; low: number; high: number; last: number }[]
}
