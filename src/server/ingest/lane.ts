/**
 * A lane: one connection, one batch in flight. Lanes keep the order per device and cannot deadlock.
 * A batch that the database refuses for its content is halved until the offending item is alone, and only that is set aside.
 * A temporary failure is retried unchanged and in place: nothing is acknowledged, and nothing overtakes it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cause } from '../sql/causeOf.ts'

export interface LaneItem<T> {
  deviceId: string
  rows: T
  bytes: number
}
export interface LaneOptions<T> {
  /** Stores a batch in one transaction. When it throws, nothing was stored. */
  store(batch: readonly LaneItem<T>[]): Promise<void>
  /** Sets aside an item that can never be stored; it counts as stored when this resolves. */
  bury(item: LaneItem<T>, error: unknown): Promise<void>
  causeOf(error: unknown): Cause
  /** Gives the rows of an item new ids. */
  renew(item: LaneItem<T>): void
  /** Called for each item before it is retried, to update what depends on the time. */
  again(item: LaneItem<T>): void
  /** Called with the first error of a batch that has to wait. */
  waits(error: unknown): void
  /** After this is aborted nothing is retried. */
  stopping: AbortSignal
}

const MAX_BATCH = 500
const MAX_PER_DEVICE = Math.ceil(MAX_BATCH / 8)
/** While a batch is being stored the next one fills up; an idle lane waits this long for items that arrive together. */
const GATHER_MS = 1
const MAX_BYTES = 32 * 1024 * 1024
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500
const RENEWALS = 3
/** The code of a statement timeout: the same batch would time out again, half of it may not. */
const TOO_SLOW = '57014'

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

  /** Resolves when the item is committed or set aside; rejects when it was not stored. */
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
        // Once an item of a device is passed over, so are all later ones, to keep its order.
        counts.set(entry.item.deviceId, MAX_PER_DEVICE)
        rest.push(entry)
      }
    }
    this.queue = rest
    return batch
  }

  private async storeOrSplit(batch: readonly Waiting<T>[]): Promise<void> {
    const failed = await this.insist(() => this.options.store(batch.map(entry => entry.item)), batch)
    if (!failed) {
      for (const entry of batch) entry.resolve()
      return
    }
    const { error, cause } = failed
    if (cause === 'later' && this.options.stopping.aborted) {
      for (const entry of batch) entry.reject(error)
    } else if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2)
      await this.storeOrSplit(batch.slice(0, half))
      await this.storeOrSplit(batch.slice(half))
    } else {
      const [entry] = batch
      // Only items with impossible content count as stored; after an error of the platform the device keeps the message and sends it again.
      const unkept =
        cause === 'content' ? await this.insist(() => this.options.bury(entry!.item, error), batch) : { error }
      if (unkept) entry!.reject(unkept.error)
      else entry!.resolve()
    }
  }

  /** Retries until it succeeds, or fails for a reason that neither waiting nor new ids can fix. */
  private async insist(
    work: () => Promise<void>,
    batch: readonly Waiting<T>[],
  ): Promise<{ error: unknown; cause: Cause } | null> {
    const { options } = this
    let pauseMs = FIRST_PAUSE_MS
    for (let renewals = 0, waited = false; ;) {
      try {
        await work()
        return null
      } catch (error) {
        const cause = options.causeOf(error)
        if (cause === 'collision' && renewals < RENEWALS) {
          renewals += 1
          for (const entry of batch) options.renew(entry.item)
          continue
        }
        if (cause !== 'later' || options.stopping.aborted) return { error, cause }
        if (!waited) options.waits(error)
        waited = true
        await sleep(pauseMs, undefined, { signal: options.stopping }).catch(() => {})
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
        for (const entry of batch) options.again(entry.item)
        if (batch.length > 1 && (error as { code?: string }).code === TOO_SLOW) return { error, cause }
      }
    }
  }
}
