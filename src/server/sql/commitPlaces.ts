/**
 * Limits how many connections of a pool may be committing at once. Where a database waits for a standby that is gone, commits
 * hang while reads are answered: without a limit they would take every connection, and nothing could be read either.
 */

/** A commit that takes longer hangs; while all places are taken by such commits, others are refused at once. */
const HANGS_MS = 1500

/** Changes cannot be committed at the moment; this one was not. */
export class CommitsHang extends Error {
  constructor() {
    super('the database takes no more changes: its commits hang')
  }
}

export class CommitPlaces {
  private readonly places: number
  /** The start of each running commit, the oldest first. */
  private readonly taken = new Set<{ sinceMs: number }>()
  private readonly line: (() => void)[] = []

  /** `connections` is the size of the pool; a quarter of it stays free for reading. */
  constructor(connections: number) {
    this.places = Math.max(1, Math.floor((connections * 3) / 4))
  }

  get full(): boolean {
    return this.taken.size >= this.places
  }

  /** Runs `work` when a place is free. Throws CommitsHang, without running it, when none was free in time. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    if (this.full) await this.wait()
    const place = { sinceMs: performance.now() }
    this.taken.add(place)
    try {
      return await work()
    } finally {
      this.taken.delete(place)
      this.line.shift()?.()
    }
  }

  private wait(): Promise<void> {
    const [oldest] = this.taken
    if (oldest && performance.now() - oldest.sinceMs >= HANGS_MS) return Promise.reject(new CommitsHang())
    return new Promise((resolve, reject) => {
      const next = (): void => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        this.line.splice(this.line.indexOf(next), 1)
        reject(new CommitsHang())
      }, HANGS_MS)
      this.line.push(next)
    })
  }
}
