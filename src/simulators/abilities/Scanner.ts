/**
 * A simulated reader of QR codes on the platform's own protocol: asks about each code, or judges signed codes by itself and
 * reports them, as its mode says.
 */
import { randomUUID } from 'node:crypto'
import { OfflineCodes } from '../OfflineCodes.ts'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

export interface ScannerOptions {
  /** Called with the answer to each code that was shown. */
  onScan?(answer: Values | null): void
}
const WAITS_MS = 1000
const QR = 5
const [ONLINE, OFFLINE, MIXED] = [0, 1, 2] as const

export class Scanner implements Behaviour {
  /** How often the relay was released. */
  opened = 0
  /** What it said last by a command. */
  played = ''
  mode: number = ONLINE
  private readonly device: SimDevice
  private readonly options: ScannerOptions
  private readonly codes: OfflineCodes
  private volume = 60
  private relayMs = 3000
  private light = true

  constructor(device: SimDevice, options: ScannerOptions) {
    this.device = device
    this.options = options
    this.codes = new OfflineCodes(device.name)
  }

  values(): Values {
    return { mode: this.mode, volume: this.volume, light: this.light, relayMs: this.relayMs }
  }

  reset(): void {
    this.mode = ONLINE
    this.codes.forget()
  }

  readonly commands: Behaviour['commands'] = {
    openDoor: ({ doorNo }: Values) => {
      if (doorNo !== undefined && doorNo !== 1) return refused(404, `没有门 no door ${String(doorNo)}`)
      this.opened += 1
      return done()
    },
    play: ({ text }) => {
      this.played = String(text)
      return done()
    },
    setKey: ({ codes, version }) =>
      this.codes.take(codes, version) ? done({ version: this.codes.version }) : refused(460, '不是公钥 no keys'),
    getKey: () => done({ version: this.codes.version }),
  }

  readonly settable = {
    mode: (value: unknown) => {
      if (value !== ONLINE && value !== OFFLINE && value !== MIXED) return false
      this.mode = value
      return true
    },
    light: (value: unknown) => {
      if (typeof value !== 'boolean') return false
      this.light = value
      return true
    },
    volume: (value: unknown) => this.take('volume', value, 0, 100),
    relayMs: (value: unknown) => this.take('relayMs', value, 100, 60_000),
  }

  /** Somebody holds a code to it; null when it stays closed because nobody answered in time. */
  async scan(code: string): Promise<Values | null> {
    const scanId = randomUUID()
    const asked = this.mode === OFFLINE ? null : await this.ask(code, scanId)
    // That the platform could not decide in time is no decision.
    const decided = asked?.reason === 'late' && this.mode === MIXED ? null : asked
    const answer = decided ?? (this.mode === ONLINE ? null : this.judge(code, scanId))
    if (answer?.allow === true) this.opened += 1
    this.options.onScan?.(answer)
    return answer
  }

  private ask(code: string, scanId: string): Promise<Values | null> {
    const numbered = this.mode === MIXED ? { scanId } : {}
    return this.device.ask('scan', { doorNo: 1, code, method: QR, ...numbered }, WAITS_MS)
  }

  /** Reported until it is acknowledged, with the time of the scan. */
  private judge(code: string, scanId: string): Values {
    const reason = this.codes.judge(code, 1, this.device.clock.now())
    const allow = reason === null
    this.device.event('scan', {
      ...{ guid: scanId, scanId, doorNo: 1, code, method: QR, local: true, ok: allow },
      ...(allow ? {} : { reason }),
    })
    return { allow, reason: reason ?? '' }
  }

  private take(name: 'volume' | 'relayMs', value: unknown, least: number, most: number): boolean {
    if (typeof value !== 'number' || value < least || value > most) return false
    this[name] = value
    return true
  }
}
