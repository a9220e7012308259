/** A simulated alarm host on the platform's own protocol: it is armed and disarmed, and zones that are tripped then alarm. */
import { randomUUID } from 'node:crypto'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

const [DISARMED, AWAY, STAY] = [0, 1, 2] as const
const SMOKE = 2
const ZONES = 8
/** Panic, smoke, motion, contact, glass, perimeter … */
const TYPES = [4, 3, 3, 5, 2, 6, 1, 4]
export interface ZoneOptions {
  zoneCount?: number
}

/** Whether it is armed, its siren and its battery. */
export class Arming implements Behaviour {
  armState: number = DISARMED
  siren = false
  battery = 100
  private readonly device: SimDevice

  constructor(device: SimDevice) {
    this.device = device
  }

  values(): Values {
    return { armState: this.armState, siren: this.siren, battery: this.battery }
  }

  readonly commands: Behaviour['commands'] = {
    arm: ({ mode = AWAY }) => {
      if (mode !== AWAY && mode !== STAY) return refused(4001, '方式有误 wrong mode')
      return this.set(mode)
    },
    disarm: () => this.set(DISARMED),
    silence: () => this.sound(false),
    alarmReset: () => this.sound(false),
  }

  /** Somebody enters a code at the keypad. */
  keypad(state: number, userNo: number): void {
    this.set(state)
    if (state === DISARMED) this.device.event('disarmed', { guid: randomUUID(), userNo })
    else this.device.event('armed', { guid: randomUUID(), userNo, mode: state })
  }

  sound(on: boolean): ReturnType<typeof done> {
    this.siren = on
    this.device.report({ siren: on })
    return done()
  }

  private set(state: number): ReturnType<typeof done> {
    this.armState = state
    if (state === DISARMED) this.siren = false
    // What it confirms has already happened.
    this.device.report({ armState: state, siren: this.siren })
    return done()
  }
}

/** Its zones. */
export class Zones implements Behaviour {
  readonly count: number
  private readonly device: SimDevice
  private readonly arming: Arming
  private readonly states: number[]

  constructor(device: SimDevice, arming: Arming, { zoneCount = ZONES }: ZoneOptions) {
    this.device = device
    this.arming = arming
    this.count = zoneCount
    this.states = Array.from({ length: zoneCount }, () => 0)
  }

  values(): Values {
    return { zones: this.states.map((zoneState, at) => ({ no: at + 1, zoneState, zoneType: this.typeOf(at + 1) })) }
  }

  readonly commands: Behaviour['commands'] = {
    bypass: ({ zoneNo }) => this.put(zoneNo, 2),
    unbypass: ({ zoneNo }) => this.put(zoneNo, 0),
  }

  /** A detector is tripped; while the host is disarmed only smoke counts. */
  trip(no: number): boolean {
    const smoke = this.typeOf(no) === SMOKE
    if (this.states[no - 1] !== 0 || (this.arming.armState === DISARMED && !smoke)) return false
    this.put(no, 1)
    this.arming.sound(true)
    this.device.event(smoke ? 'fire' : 'burglary', { guid: randomUUID(), zoneNo: no, on: true })
    return true
  }
  restore(no: number): void {
    if (this.states[no - 1] !== 1) return
    this.put(no, 0)
    const smoke = this.typeOf(no) === SMOKE
    this.device.event(smoke ? 'fire' : 'burglary', { guid: randomUUID(), zoneNo: no, on: false })
  }

  private typeOf(no: number): number {
    return TYPES[(no - 1) % TYPES.length]!
  }

  private put(zoneNo: unknown, zoneState: number): ReturnType<typeof done> | ReturnType<typeof refused> {
    const no = Number(zoneNo)
    if (!Number.isInteger(no) || no < 1 || no > this.count) return refused(404, `没有防区 no zone ${String(zoneNo)}`)
    this.states[no - 1] = zoneState
    this.device.report({ zones: [{ no, zoneState }] })
    return done()
  }
}
