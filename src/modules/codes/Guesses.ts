/** Guesses slow down the answers to unknown codes at their reader, and nothing else: valid codes pass as quickly as before. */
const WINDOW_MS = 60_000
/** Wrong codes that people show by mistake. */
const FREE = 5
const STEP_MS = 50
/** Of the time in which a scan must be decided: the rest is for finding out that the code is unknown. */
const MOST_SHARE = 0.5
const READERS = 10_000

export class Guesses {
  private readonly byReader = new Map<string, { n: number; untilMs: number }>()

  /** Counts an unknown code; how long after its scan it is answered at the earliest, in milliseconds. */
  delayMs(deviceId: string, nowMs: number, withinMs: number): number {
    const found = this.byReader.get(deviceId)
    if (!found || found.untilMs <= nowMs) {
      if (this.byReader.size >= READERS) this.byReader.clear()
      this.byReader.set(deviceId, { n: 1, untilMs: nowMs + WINDOW_MS })
      return 0
    }
    found.n += 1
    // Going on guessing keeps it slow.
    found.untilMs = nowMs + WINDOW_MS
    return Math.min(withinMs * MOST_SHARE, Math.max(0, found.n - FREE) * STEP_MS)
  }
}
