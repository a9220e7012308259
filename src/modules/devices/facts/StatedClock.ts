/**
 * How far a device's clock is behind ours, as its present connection shows, and so how old its messages are on arrival.
 *
 * A time of three minutes ago is either a slow clock or a message that waited for three minutes, and one message alone never
 * shows which (docs/decisions/0028). Three things do:
 * - Nothing is reported before it happens, so a clock is never further behind than the freshest message shows.
 * - A device that measured its offset says so (`clockOffset`). That counts once a message agrees, because some devices
 *   correct their times by it.
 * - Messages that waited arrive with different ages, or at the pace of their queue. Three that agree, at uneven intervals,
 *   arrived as they were made.
 * What an earlier connection showed does not count: a clock is set while a device is away, and only then do messages wait.
 */
export class StatedClock {
  private behindMs = 0
  private claimedMs: number | null = null
  private agreed: { behindMs: number; lastMs: number; gapMs: number | null } | null = null

  /** The device says by how many seconds its clock is ahead of ours. */
  claim(aheadS: number): void {
    this.claimedMs = -aheadS * 1000
  }

  /** The least age of a message on arrival, which is zero for one without a time. All in epoch milliseconds. */
  ageMs(atMs: number | undefined, receivedMs: number, isReplay = false): number {
    if (atMs === undefined || !Number.isFinite(atMs)) return 0
    const seenMs = receivedMs - atMs
    if (seenMs < this.behindMs) this.behindMs = seenMs
    if (this.claimedMs !== null && seenMs < this.claimedMs - AGREE_MS) this.claimedMs = null
    // Whatever seemed to agree before: the clock is known.
    if (agree(seenMs, this.behindMs)) this.agreed = null
    else if (!isReplay) this.learn(seenMs, receivedMs)
    return seenMs - this.behindMs
  }

  private learn(seenMs: number, receivedMs: number): void {
    if (this.claimedMs !== null && agree(seenMs, this.claimedMs)) {
      this.behindMs = seenMs
      return
    }
    const { agreed } = this
    if (!agreed || !agree(seenMs, agreed.behindMs)) {
      this.agreed = { behindMs: seenMs, lastMs: receivedMs, gapMs: null }
      return
    }
    const gapMs = receivedMs - agreed.lastMs
    if (gapMs < GAP_MS) return
    agreed.lastMs = receivedMs
    agreed.behindMs = Math.min(agreed.behindMs, seenMs)
    if (agreed.gapMs === null) agreed.gapMs = gapMs
    else if (Math.abs(gapMs - agreed.gapMs) >= UNEVEN_MS) this.behindMs = agreed.behindMs
  }
}

/** Devices state whole seconds, and networks take part of one. */
const AGREE_MS = 2000
const GAP_MS = 10_000
const UNEVEN_MS = 5000
const agree = (a: number, b: number): boolean => Math.abs(a - b) <= AGREE_MS
