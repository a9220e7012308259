/** Guesses slow down the answers to unknown codes at their reader, and nothing else: valid codes pass as quickly as before. */
const WINDOW_MS = 60_000
/** Wrong codes that people show by mistake. */
const FREE = 5
const STEP_MS = 50
/** Below the time that a reader waits. */
const MOST_MS = 600
const READERS = 10_000

export class Guesses {
  private readonly byReader = new Map<string, { n: number; untilMs: number }>()

  /** Counts an unknown code; how long its answer is held back, in milliseconds. */
  delayMs(deviceId: string, nowMs: number): number {
    const found = this.byReader.get(deviceId)
    if (!found || found.untilMs <= nowMs) {
      if (this.byReader.size >= READERS) this.byReader.clear()
      this.byReader.set(deviceId, { n: 1, untilMs: nowMs + WINDOW_MS })
      return 0
    }
    found.n += 1
    // Going on guessing keeps it slow.
    found.untilMs = nowMs + WINDOW_MS
    return Math.min(MOST_MS, Math.max(0, found.n - FREE) * STEP_MS)
  }
}
