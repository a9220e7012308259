/** A simulated board: shows the programme whose hour it is, a temporary text before it, and other lines without connection. */
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { refusalOf, type Span } from '../validity.ts'

export interface BoardOptions {
  rows?: number
  cols?: number
}
interface Programme {
  programmeId: string
  lines: { text: string }[]
  plan: { zone: string; week: readonly Span[] | null; closedDays: readonly string[] } | null
  offlineAfterS: number | null
}

/** Shown while no programme is. */
const FACTORY_TEXT = '欢迎光临'
const MOST_PROGRAMMES = 32
const LOOK_MS = 1000

export class Board implements Behaviour {
  programmes: readonly Programme[] = []
  private version = ''
  private brightness = 80
  private volume = 60
  private momentary: string | null = null
  private goneSince: number | null = null
  private reported = ''
  private readonly device: SimDevice
  private readonly options: BoardOptions

  constructor(device: SimDevice, options: BoardOptions = {}) {
    this.device = device
    this.options = options
    this.look()
  }

  /** What the board shows now. */
  get current(): string {
    const now = Date.now()
    const offline = this.programmes.find(one => one.offlineAfterS !== null)
    const away = this.goneSince === null ? 0 : now - this.goneSince
    if (offline && away >= offline.offlineAfterS! * 1000) return textOf(offline)
    if (this.momentary !== null) return this.momentary
    const shown = this.programmes.find(one => one.offlineAfterS === null && isHour(one, now))
    return shown ? textOf(shown) : FACTORY_TEXT
  }

  /** The hour and the connection change what is shown. */
  private look(): void {
    this.device.after(LOOK_MS, () => {
      this.goneSince = this.device.link.online ? null : (this.goneSince ?? Date.now())
      if (this.device.link.online && this.reported && this.current !== this.reported) this.reportProgramme()
      this.look()
    })
  }

  private reportProgramme(): void {
    this.reported = this.current
    this.device.report({ current: this.reported, programmeVersion: this.version })
  }

  values(): Values {
    this.reported = this.current
    return {
      ...{ rows: this.options.rows ?? 4, cols: this.options.cols ?? 8, color: 2 },
      ...{ brightness: this.brightness, volume: this.volume },
      ...{ current: this.reported, programmeVersion: this.version },
    }
  }

  /** Somebody cleared it at the device itself. */
  reset(): void {
    this.programmes = []
    this.version = ''
  }

  private forAWhile(text: string, seconds: number): void {
    this.momentary = text
    this.reportProgramme()
    this.device.after(seconds * 1000, () => {
      if (this.momentary !== text) return
      this.momentary = null
      this.reportProgramme()
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
      this.reportProgramme()
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

const textOf = ({ lines }: Programme): string => lines.map(line => line.text).join(' / ')

const isHour = ({ plan }: Programme, at: number): boolean =>
  !plan ||
  refusalOf({ validFrom: null, validTo: null, week: plan.week, closedDays: plan.closedDays }, at, plan.zone) === null
