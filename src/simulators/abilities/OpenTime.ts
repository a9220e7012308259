/** How long something stands open: reported when that is longer than its limit, and when it is over. */
import type { SimDevice } from '../SimDevice.ts'

export class OpenTime {
  /** Seconds. */
  limitS: number
  private readonly device: SimDevice
  private readonly report: (seconds: number, on: boolean) => void
  private sinceMs: number | null = null
  private reported = false

  constructor(device: SimDevice, limitS: number, report: (seconds: number, on: boolean) => void) {
    this.device = device
    this.limitS = limitS
    this.report = report
  }

  /** Called whenever it may have changed whether it counts as open. */
  follow(open: boolean): void {
    if (open === (this.sinceMs !== null)) return
    if (open) {
      const since = (this.sinceMs = performance.now())
      this.device.after(this.limitS * 1000, () => this.sinceMs === since && this.late())
      return
    }
    const seconds = Math.round((performance.now() - this.sinceMs!) / 1000)
    this.sinceMs = null
    if (this.reported) this.report(seconds, false)
    this.reported = false
  }

  private late(): void {
    this.reported = true
    this.report(this.limitS, true)
  }
}
