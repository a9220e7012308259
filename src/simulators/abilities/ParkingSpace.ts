/** The space of a simulated parking lock: a car that stands over it keeps the arm down. */
import { randomUUID } from 'node:crypto'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import type { Motion } from './Motion.ts'

const LOW_PERCENT = 20
/** The arm's angle when it is up. */
const UPRIGHT = 90

export interface SpaceOptions {
  /** What its battery has at the beginning, in percent; otherwise by chance. */
  battery?: number
}

export class ParkingSpace implements Behaviour {
  private readonly device: SimDevice
  private readonly motion: Motion
  private battery: number
  private autoLockNoCar = 20
  private stayBeforeAuto = 60
  private since: number | null = null

  constructor(device: SimDevice, motion: Motion, { battery }: SpaceOptions) {
    this.device = device
    this.motion = motion
    this.battery = battery ?? Math.round(device.between(45, 100))
    const seconds = (value: unknown): value is number => typeof value === 'number' && value >= 5 && value <= 600
    this.settable = {
      autoLockNoCar: value => seconds(value) && ((this.autoLockNoCar = value), true),
      stayBeforeAuto: value => seconds(value) && ((this.stayBeforeAuto = value), true),
    }
  }

  readonly settable: NonNullable<Behaviour['settable']>
  readonly commands: Behaviour['commands'] = {
    buzzer: ({ seconds }) =>
      typeof seconds === 'number' && seconds >= 1 && seconds <= 60 ? done() : refused(4001, '时长有误 wrong seconds'),
  }

  values(): Values {
    return {
      battery: this.battery,
      angle: this.motion.isClosed ? UPRIGHT : 0,
      ...{ autoLockNoCar: this.autoLockNoCar, stayBeforeAuto: this.stayBeforeAuto },
    }
  }

  /** What its battery has, in percent. */
  get charge(): number {
    return this.battery
  }

  /** A car drives over the lock. */
  arrive(): void {
    if (this.since !== null) return
    this.since = Date.now()
    this.motion.obstruct(true)
    this.device.event('carIn', { guid: randomUUID() })
  }
  leave(): void {
    if (this.since === null) return
    const parkedS = Math.round((Date.now() - this.since) / 1000)
    this.since = null
    this.motion.obstruct(false)
    this.device.event('carOut', { guid: randomUUID(), parkedS })
  }
  /** Somebody drives against the arm. */
  force(angle: number): void {
    this.device.event('forced', { guid: randomUUID(), angle })
  }
  drain(percent: number): void {
    this.battery = Math.max(0, this.battery - percent)
    this.device.report({ battery: this.battery })
    if (this.battery < LOW_PERCENT) this.device.event('lowBattery', { guid: randomUUID(), battery: this.battery })
  }
}
