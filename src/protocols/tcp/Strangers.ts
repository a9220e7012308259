/**
 * The budget of networks whose calls are refused: an IPv4 address, or 64 bits of IPv6. Devices that were admitted from one do
 * not share it.
 */
import { clientNetwork } from '#base/address.ts'

const WINDOW_MS = 60_000
const ADMITTED_MS = 600_000
const MOST = 50_000

interface Budget {
  refused: number
  untilMs: number
  /** Calls whose judgement is not known yet: they count as refused, so that many at once are no way around the budget. */
  judging: number
  /** Those that are judged when one of these is known: all devices of a site may come back at once. */
  waiting: (() => void)[]
}

export class Strangers {
  private readonly perMin: number
  private readonly most: number
  private readonly budgets = new Map<string, Budget>()
  private readonly admitted = new Map<string, number>()

  /** `most`: networks, and devices, that are remembered; beyond it the oldest are forgotten. */
  constructor(perMin: number, most = MOST) {
    this.perMin = perMin
    this.most = most
  }

  /**
   * Null where so many calls of the network were refused that this one is not judged. Its end is told within `judge`. Where only
   * those that are being judged leave it no room it waits for them.
   */
  async judged<T>(address: string, serial: string, judge: () => Promise<T>): Promise<T | null> {
    const network = clientNetwork(address)
    if ((this.admitted.get(`${network} ${serial}`) ?? 0) > performance.now()) return judge()
    let budget = this.budgetOf(network)
    while (budget.refused + budget.judging >= this.perMin) {
      if (budget.refused >= this.perMin) return null
      const { waiting } = budget
      await new Promise<void>(resolve => waiting.push(resolve))
      budget = this.budgetOf(network)
    }
    budget.judging += 1
    try {
      return await judge()
    } finally {
      budget.judging -= 1
      const isClean = !budget.refused && !budget.judging
      if (isClean && this.budgets.get(network) === budget) this.budgets.delete(network)
      for (const go of budget.waiting.splice(0)) go()
    }
  }

  wasRefused(address: string): void {
    this.budgetOf(clientNetwork(address)).refused += 1
  }

  wasAdmitted(address: string, serial: string): void {
    this.remember(this.admitted, `${clientNetwork(address)} ${serial}`, performance.now() + ADMITTED_MS)
  }

  private budgetOf(network: string): Budget {
    const nowMs = performance.now()
    const found = this.budgets.get(network)
    if (found && found.untilMs > nowMs) return found
    const budget = Object.assign(found ?? { judging: 0, waiting: [] }, { refused: 0, untilMs: nowMs + WINDOW_MS })
    this.remember(this.budgets, network, budget)
    return budget
  }

  private remember<T>(map: Map<string, T>, key: string, value: T): void {
    map.delete(key)
    const [oldest] = map.keys()
    if (map.size >= this.most && oldest !== undefined) map.delete(oldest)
    map.set(key, value)
  }
}
