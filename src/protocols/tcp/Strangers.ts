/** The budget of addresses whose calls are refused. Devices that were admitted from an address do not share it. */
const WINDOW_MS = 60_000
const ADMITTED_MS = 600_000
const MOST = 50_000

export class Strangers {
  private readonly perMin: number
  private readonly refused = new Map<string, { n: number; untilMs: number }>()
  private readonly admitted = new Map<string, number>()

  constructor(perMin: number) {
    this.perMin = perMin
  }

  /** Whether a call is judged at all. */
  mayCall(address: string, serial: string, nowMs: number): boolean {
    if ((this.admitted.get(`${address} ${serial}`) ?? 0) > nowMs) return true
    const found = this.refused.get(address)
    return !found || found.untilMs <= nowMs || found.n < this.perMin
  }

  wasRefused(address: string, nowMs: number): void {
    const found = this.refused.get(address)
    if (found && found.untilMs > nowMs) found.n += 1
    else {
      if (this.refused.size >= MOST) this.refused.clear()
      this.refused.set(address, { n: 1, untilMs: nowMs + WINDOW_MS })
    }
  }

  wasAdmitted(address: string, serial: string, nowMs: number): void {
    if (this.admitted.size >= MOST) this.admitted.clear()
    this.admitted.set(`${address} ${serial}`, nowMs + ADMITTED_MS)
  }
}
