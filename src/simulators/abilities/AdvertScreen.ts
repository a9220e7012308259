/** A screen that shows adverts in turn: loads what it is sent, verifies every byte, stops at the end of each, and counts plays. */
import { createHash } from 'node:crypto'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

interface Sent {
  advertId: string
  version: string
  title: string
  url: string
  sha256: string
  size: number
  until: string
}
interface Counter {
  /** Milliseconds of Unix time. */
  since: number
  plays: number
}
export interface ScreenOptions {
  /** Downloads an advert. */
  downloadAdvert?(url: string): Promise<Uint8Array>
  /** The time for which one advert is shown. */
  advertMs?: number
}

const ADVERT_MS = 10_000
const FETCH_MS = 20_000

const overHttp = async (url: string): Promise<Uint8Array> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

export class AdvertScreen implements Behaviour {
  private readonly device: SimDevice
  private readonly options: ScreenOptions
  private held: Sent[] = []
  private readonly counters = new Map<string, Counter>()
  private turn = 0
  private ticking = false

  constructor(device: SimDevice, options: ScreenOptions = {}) {
    this.device = device
    this.options = options
  }

  values(): Values {
    return {
      adverts: this.shown().map(({ advertId, version, title }) => ({ advertId, version, title })),
      advertPlays: [...this.counters].map(([advertId, counter]) => ({ advertId, ...counter })),
    }
  }

  readonly commands: Behaviour['commands'] = {
    showAdverts: async ({ adverts }) => {
      if (!Array.isArray(adverts)) return refused(460, '没有广告列表 no list of adverts')
      const known = new Map(this.held.map(one => [one.version, one]))
      const loaded: Sent[] = []
      const failed: { advertId: string; msg: string }[] = []
      for (const sent of adverts as Sent[]) {
        const problem = known.has(sent.version) ? null : await this.problemOf(sent)
        if (problem) failed.push({ advertId: sent.advertId, msg: problem })
        else loaded.push(sent)
      }
      this.held = loaded
      // The count of one that is no longer shown has been reported with every heartbeat; it ends with this report.
      this.report()
      for (const id of this.counters.keys()) if (!loaded.some(one => one.advertId === id)) this.counters.delete(id)
      this.tick()
      return done({ held: loaded.length, failed })
    },
  }

  private async problemOf({ url, sha256, size }: Sent): Promise<string | null> {
    try {
      const bytes = await (this.options.downloadAdvert ?? overHttp)(url)
      const intact = bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256
      return intact ? null : '文件校验失败 the file is not the one announced'
    } catch (error) {
      return `下载失败 ${(error as Error).message}`
    }
  }

  /** Those that are not over, by the device's own clock. */
  private shown(): Sent[] {
    const now = this.device.clock.now()
    return this.held.filter(({ until }) => Date.parse(until) > now)
  }

  private report(): void {
    this.device.report(this.values())
  }

  /** Shows the next advert in turn, once. */
  showNext(): void {
    const shown = this.shown()
    const next = shown[this.turn % Math.max(1, shown.length)]
    this.turn += 1
    if (!next) return
    const counter = this.counters.get(next.advertId)
    if (counter) counter.plays += 1
    else this.counters.set(next.advertId, { since: Math.round(this.device.clock.now()), plays: 1 })
  }

  private tick(): void {
    if (this.ticking) return
    this.ticking = true
    const next = (): void => {
      this.ticking = this.shown().length > 0
      if (!this.ticking) return
      this.showNext()
      this.device.after(this.options.advertMs ?? ADVERT_MS, next)
    }
    next()
  }
}
