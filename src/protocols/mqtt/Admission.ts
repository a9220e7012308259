/** Limits the number of CONNECTs per second that reach the platform; the others wait in a bounded queue. */

export class Admission {
  private readonly perS: number
  private readonly waitingMax: number
  private readonly burst: number
  private readonly queue: (() => boolean)[] = []
  private places: number
  private filledMs = performance.now()
  private timer: NodeJS.Timeout | undefined

  constructor(perS: number, waitingMax: number) {
    this.perS = perS
    this.waitingMax = waitingMax
    this.burst = Math.max(1, Math.ceil(perS / 10))
    this.places = this.burst
  }

  get waiting(): number {
    return this.queue.length
  }

  /** Runs now or later; false when the queue is full. `run` returns false when its caller has disconnected, which does not count. */
  enter(run: () => boolean): boolean {
    this.refill()
    if (!this.queue.length && this.places >= 1) {
      if (run()) this.places -= 1
      return true
    }
    if (this.queue.length >= this.waitingMax) return false
    this.queue.push(run)
    this.timer ??= setTimeout(() => this.drain(), 20)
    return true
  }

  stop(): void {
    clearTimeout(this.timer)
    this.queue.length = 0
  }

  private refill(): void {
    const now = performance.now()
    this.places = Math.min(this.burst, this.places + ((now - this.filledMs) * this.perS) / 1000)
    this.filledMs = now
  }

  private drain(): void {
    this.timer = undefined
    this.refill()
    while (this.queue.length && this.places >= 1) {
      if (this.queue.shift()?.()) this.places -= 1
    }
    if (this.queue.length) this.timer = setTimeout(() => this.drain(), 20)
  }
}
