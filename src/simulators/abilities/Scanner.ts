/** A simulated reader of QR codes on the platform's own protocol: asks about each code, and opens by the answer. */
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

export interface ScannerOptions {
  /** Called with the answer to each code that was shown. */
  onScan?(answer: Values | null): void
}
const WAITS_MS = 1000
const QR = 5

export class Scanner implements Behaviour {
  /** How often the relay was released. */
  opened = 0
  private readonly device: SimDevice
  private readonly options: ScannerOptions
  private volume = 60
  private relayMs = 3000

  constructor(device: SimDevice, options: ScannerOptions) {
    this.device = device
    this.options = options
  }

  values(): Values {
    return { volume: this.volume, relayMs: this.relayMs }
  }

  commands = {
    openDoor: ({ doorNo }: Values) => {
      if (doorNo !== undefined && doorNo !== 1) return refused(404, `没有门 no door ${String(doorNo)}`)
      this.opened += 1
      return done()
    },
  }

  settable = {
    volume: (value: unknown) => this.take('volume', value, 0, 100),
    relayMs: (value: unknown) => this.take('relayMs', value, 100, 60_000),
  }

  /** Somebody holds a code to it; null when the platform did not answer in time. */
  async scan(code: string): Promise<Values | null> {
    const answer = await this.device.ask('scan', { doorNo: 1, code, method: QR }, WAITS_MS)
    if (answer?.allow === true) this.opened += 1
    this.options.onScan?.(answer)
    return answer
  }

  private take(name: 'volume' | 'relayMs', value: unknown, least: number, most: number): boolean {
    if (typeof value !== 'number' || value < least || value > most) return false
    this[name] = value
    return true
  }
}
