/** A simulated board: keeps its programmes, shows the one whose hour it is, and a temporary text before it. */
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

export interface BoardOptions {
  rows?: number
  cols?: number
}
interface Line {
  text: string
}
interface Programme {
  programmeId: string
  lines: Line[]
}

/** Shown while no programme is. */
const FALLBACK = '欢迎光临'
const MOST_PROGRAMMES = 32

export class Board implements Behaviour {
  programmes: readonly Programme[] = []
  private version = ''
  private brightness = 80
  private volume = 60
  private momentary: string | null = null
  private readonly device: SimDevice
  private readonly options: BoardOptions

  constructor(device: SimDevice, options: BoardOptions = {}) {
    this.device = device
    this.options = options
  }

  private get current(): string {
    const [first] = this.programmes
    return this.momentary ?? first?.lines.map(line => line.text).join(' / ') ?? FALLBACK
  }

  values(): Values {
    return {
      ...{ rows: this.options.rows ?? 4, cols: this.options.cols ?? 8, color: 2 },
      ...{ brightness: this.brightness, volume: this.volume },
      ...{ current: this.current, programmeVersion: this.version },
    }
  }

  /** Somebody cleared it at the device itself. */
  reset(): void {
    this.programmes = []
    this.version = ''
  }

  private forAWhile(text: string, seconds: number): void {
    this.momentary = text
    this.device.report({ current: this.current })
    this.device.after(seconds * 1000, () => {
      if (this.momentary !== text) return
      this.momentary = null
      this.device.report({ current: this.current })
    })
  }

  readonly commands: Behaviour['commands'] = {
    show: ({ text, seconds }) => {
      this.forAWhile(String(text ?? ''), Number(seconds ?? 5) || 5)
      return done()
    },
    play: () => done(),
    syncSpace: ({ remain }) => {
      this.forAWhile(`余位 ${Number(remain)}`, 3600)
      return done()
    },
    showQr: ({ url, seconds }) => {
      this.forAWhile(`[QR] ${String(url)}`, Number(seconds ?? 5) || 5)
      return done()
    },
    setProgramme: async ({ programmes, version }) => {
      if (this.device.faults.has('busy')) return refused(4290, '设备忙')
      const given = (Array.isArray(programmes) ? programmes : []) as Programme[]
      if (given.length > MOST_PROGRAMMES) return refused(4130, '节目过多')
      await this.device.wait(40)
      this.programmes = given
      this.version = String(version ?? '')
      this.device.report({ current: this.current, programmeVersion: this.version })
      return done({ version: this.version })
    },
    getProgramme: () => done({ version: this.version, count: this.programmes.length }),
  }

  readonly settable: Behaviour['settable'] = {
    brightness: value => this.set('brightness', value),
    volume: value => this.set('volume', value),
  }
  private set(name: 'brightness' | 'volume', value: unknown): boolean {
    if (typeof value !== 'number' || value < 0 || value > 100) return false
    this[name] = value
    return true
  }
}
