/** How often each device connects: beyond 30 times a minute it is refused until the minute is over. */

export const FLAP_WINDOW_MS = 60_000
export const FLAP_MAX = 30
/** Devices counted at the same time; beyond that the counts begin anew. */
const MAX_COUNTED = 100_000

export class Flaps {
  private readonly counts = new Map<string, { count: number; until: number }>()

  /** Counts that the device connects; true when that was too often. */
  tooOften(deviceId: string): boolean {
    // A monotonic clock, because one that is set back would keep a device out for as long.
    const now = performance.now()
    const counted = this.counts.get(deviceId)
    if (!counted || counted.until < now) this.counts.set(deviceId, { count: 1, until: now + FLAP_WINDOW_MS })
    else if ((counted.count += 1) > FLAP_MAX) return true
    if (this.counts.size > MAX_COUNTED) this.counts.clear()
    return false
  }
}
