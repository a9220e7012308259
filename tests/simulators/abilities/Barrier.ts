/** A bollard: rises and falls in a few seconds, turns when told to, and never rises under a car. */
import { randomUUID } from 'node:crypto'
import { done, refused, type Answer, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

const MOTION = { up: 1, down: 2, rising: 3, falling: 4, stopped: 5 } as const
const MODE = { auto: 0, keepDown: 1, keepUp: 2, locked: 3 } as const
const STEP_MS = 500

export interface BarrierOptions {
  travelMs?: number
  riseDelayS?: number
  mode?: keyof typeof MODE
  up?: boolean
}

export class Barrier implements Behaviour {
  private readonly device: SimDevice
  private readonly travelMs: number
  private height: number
  private motion: number
  private loop = false
  private mode: number
  private cycles: number
  private riseDelayS: number
  private step: NodeJS.Timeout | undefined
  private later: NodeJS.Timeout | undefined

  constructor(device: SimDevice, options: BarrierOptions = {}) {
    this.device = device
    this.travelMs = options.travelMs ?? device.between(3000, 5000)
    this.riseDelayS = options.riseDelayS ?? 10
    this.mode = MODE[options.mode ?? 'auto']
    this.height = options.up === false ? 0 : 100
    this.motion = this.height ? MOTION.up : MOTION.down
    this.cycles = Math.round(device.between(4000, 30_000))
  }

  values(): Values {
    return {
      motion: this.motion,
      height: this.height,
      loop: this.loop,
      mode: this.mode,
      cycles: this.cycles,
      riseDelay: this.riseDelayS,
    }
  }

  get isUp(): boolean {
    return this.motion === MOTION.up
  }
  get isDown(): boolean {
    return this.motion === MOTION.down
  }
  get hasCar(): boolean {
    return this.loop
  }

  readonly commands: Behaviour['commands'] = {
    rise: () => this.rise(),
    fall: () => this.fall(),
    stop: () => {
      this.halt(MOTION.stopped)
      return done()
    },
  }

  readonly settable: Behaviour['settable'] = {
    mode: value => {
      if (![0, 1, 2, 3].includes(Number(value))) return false
      this.mode = Number(value)
      if (this.mode === MODE.keepDown) this.fall()
      if (this.mode === MODE.keepUp) this.rise()
      return true
    },
    riseDelay: value => {
      const fits = typeof value === 'number' && value >= 5 && value <= 600
      if (fits) this.riseDelayS = value
      return fits
    },
  }

  rise(): Answer {
    if (this.loop) return refused(4091, '地感有车 a car is on the loop')
    if (this.mode === MODE.locked) return refused(4092, '已锁定 locked')
    return this.move(100)
  }

  fall(): Answer {
    if (this.mode === MODE.locked) return refused(4092, '已锁定 locked')
    return this.move(0)
  }

  /** A car drives onto the loop, or leaves it; in automatic mode the bollard rises behind it. */
  car(on: boolean): void {
    if (this.loop === on) return
    this.loop = on
    this.device.report({ loop: on })
    clearTimeout(this.later)
    if (on && this.motion === MOTION.rising) {
      this.device.event('blocked', { guid: randomUUID(), height: this.height })
      this.move(0)
    } else if (!on) {
      this.riseLater()
    }
  }

  private riseLater(): void {
    if (this.mode !== MODE.auto) return
    clearTimeout(this.later)
    this.later = this.device.after(this.riseDelayS * 1000, () => {
      if (!this.loop && this.motion !== MOTION.up) this.rise()
    })
  }

  private move(to: 0 | 100): Answer {
    clearTimeout(this.later)
    const there = to === 100 ? MOTION.up : MOTION.down
    if (this.motion === there) {
      // Already there: said again, because whoever asked waits for this state.
      this.device.report(this.values())
      if (to === 0) this.riseLater()
      return done()
    }
    const [from, startedAt] = [this.height, Date.now()]
    const changePerStep = (STEP_MS / this.travelMs) * 100
    clearTimeout(this.step)
    this.motion = to === 100 ? MOTION.rising : MOTION.falling
    this.device.report({ motion: this.motion, height: this.height })
    const advance = (): void => {
      this.height =
        to === 100
          ? Math.min(100, Math.round(this.height + changePerStep))
          : Math.max(0, Math.round(this.height - changePerStep))
      if (this.height !== to) {
        this.device.report({ height: this.height })
        this.step = this.device.after(STEP_MS, advance)
        return
      }
      this.cycles += to === 100 ? 1 : 0
      this.halt(there)
      this.device.event('moved', { guid: randomUUID(), from, to, ms: Date.now() - startedAt, ok: true })
      if (to === 0 && !this.loop) this.riseLater()
    }
    this.step = this.device.after(STEP_MS, advance)
    return done()
  }

  private halt(motion: number): void {
    clearTimeout(this.step)
    const moving = this.motion === MOTION.rising || this.motion === MOTION.falling
    if (motion === MOTION.stopped && !moving) return
    this.motion = motion
    this.device.report({ motion, height: this.height, cycles: this.cycles })
  }
}
