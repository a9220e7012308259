/**
 * A lane: one connection, one batch in flight. Lanes keep the order per device and cannot deadlock.
 * A batch that the database refuses for its content is halved until the culprit is alone.
 */
export interface LaneItem<T> {
  deviceId: string
  rows: T
  bytes: number
}
export interface LaneOptions<T> {
  /** Stores a batch in one transaction. Throws to store nothing. */
  store(batch: readonly LaneItem<T>[]): Promise<void>
  /** Keeps an item that can never be stored; it counts as stored when this resolves. */
  bury(item: LaneItem<T>, error: unknown): Promise<void>
  /** True for errors that say "not now" rather than "not this". */
  isTransient(error: unknown): boolean
}

const MAX_BATCH = 500
const MAX_PER_DEVICE = Math.ceil(MAX_BATCH / 8)
/** While a batch is being stored the next one gathers by itself; an idle lane waits only for what comes in the same breath. */
const GATHER_MS = 1
const MAX_BYTES = 32 * 1024 * 1024

interface Waiting<T> {
  item: LaneItem<T>
  resolve(): void
  reject(error: unknown): void
}

export class Lane<T> {
  private readonly options: LaneOptions<T>
  private queue: Waiting<T>[] = []
  private bytes = 0
  private running = false
  private timer: NodeJS.Timeout | null = null
  constructor(options: LaneOptions<T>) {
    this.options = options
  }

  /** False above 32 MiB: callers stop reading until it is true again. */
  get accepting(): boolean {
    return this.bytes < MAX_BYTES
  }
  get waiting(): number {
    return this.queue.length
  }

  /** Resolves when the item is committed, or buried; rejects when nothing was stored. */
  submit(item: LaneItem<T>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject })
      this.bytes += item.bytes
      if (this.running) return
      if (this.queue.length >= MAX_BATCH) this.start()
      else this.timer ??= setTimeout(() => this.start(), GATHER_MS)
    })
  }

  private start(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (!this.running) void this.run()
  }

  private async run(): Promise<void> {
    this.running = true
    while (this.queue.length) {
      const batch = this.take()
      try {
        await this.storeOrSplit(batch)
      } finally {
        for (const entry of batch) this.bytes -= entry.item.bytes
      }
    }
    this.running = false
  }

  /** The next batch: in order, at most an eighth from one device while others wait. */
  private take(): Waiting<T>[] {
    if (this.queue.length <= MAX_PER_DEVICE) return this.queue.splice(0)
    const counts = new Map<string, number>()
    const [batch, rest]: [Waiting<T>[], Waiting<T>[]] = [[], []]
    for (const entry of this.queue) {
      const count = counts.get(entry.item.deviceId) ?? 0
      if (batch.length < MAX_BATCH && count < MAX_PER_DEVICE) {
        counts.set(entry.item.deviceId, count + 1)
        batch.push(entry)
      } else {
        // A device that had to wait waits with everything after it, or its order would change.
        counts.set(entry.item.deviceId, MAX_PER_DEVICE)
        rest.push(entry)
      }
    }
    this.queue = rest
    return batch
  }

  private async storeOrSplit(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.options.store(batch.map(entry => entry.item))
      for (const entry of batch) entry.resolve()
    } catch (error) {
      if (this.options.isTransient(error)) {
        for (const entry of batch) entry.reject(error)
      } else if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2)
        await this.storeOrSplit(batch.slice(0, half))
        await this.storeOrSplit(batch.slice(half))
      } else {
        const [entry] = batch
        await this.options.bury(entry!.item, error).then(entry!.resolve, entry!.reject)
      }
    }
  }
}
