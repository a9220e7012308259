/** Doors: unlocked, opened, closed; or held open, forced, or released by the fire alarm. */
import { randomUUID } from 'node:crypto'
import { done, refused, type Answer, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

const NORMAL = 0
const HELD_OPEN = 1
const HELD_CLOSED = 2

interface Door {
  no: number
  lock: 0 | 1
  magnet: 0 | 1
  mode: number
  modeUntil: string | null
  forced: boolean
  /** Invalidates timers of an earlier opening. */ turn: number
  /** Its own times, where they were set. */
  relayMs?: number
  timeoutMs?: number
  /** Without a contact, alarms of it are not reported. */
  contact?: boolean
  fireInput?: boolean
  /** Open by its hours. */
  byPlan?: boolean
  /** Its hours have begun, and somebody has passed since. */
  passed?: boolean
}
type DoorTuning = Pick<Door, 'contact' | 'fireInput'> & { relayMs: number; timeoutMs: number }
export interface DoorOptions {
  relayMs?: number
  openTimeoutMs?: number
}

export class Doors implements Behaviour {
  relayMs: number
  private readonly openTimeoutMs: number
  private readonly device: SimDevice
  private readonly doors: Door[]

  constructor(device: SimDevice, count: number, options: DoorOptions = {}) {
    this.device = device
    this.relayMs = options.relayMs ?? 3000
    this.openTimeoutMs = options.openTimeoutMs ?? 15_000
    this.doors = Array.from({ length: count }, (_, index) => ({
      no: index + 1,
      lock: 0,
      magnet: 0,
      mode: NORMAL,
      modeUntil: null,
      forced: false,
      turn: 0,
    }))
  }

  get count(): number {
    return this.doors.length
  }

  values(): Values {
    return { doors: this.doors.map(wireOf) }
  }

  isHeldClosed(no: number): boolean {
    return this.find(no)?.mode === HELD_CLOSED
  }
  /** Why somebody may not pass a door, given what their rights say: one that is held closed is the reason, except for those who never may. */
  refusal(no: number, refusal: string | null): string | null {
    return refusal !== 'noPermission' && this.isHeldClosed(no) ? 'doorClosed' : refusal
  }
  isOpen(no: number): boolean {
    return this.find(no)?.magnet === 1
  }

  readonly commands: Behaviour['commands'] = {
    openDoor: ({ doorNo }) =>
      this.with(doorNo, door => {
        if (door.mode === HELD_CLOSED) return refused(4106, '门处于常闭 the door is held closed')
        this.open(door.no)
        return done()
      }),
    doorMode: ({ doorNo, mode, until }) =>
      this.with(doorNo, door => {
        if (![NORMAL, HELD_OPEN, HELD_CLOSED].includes(Number(mode)))
          return refused(460, `没有此模式 no mode ${String(mode)}`)
        this.setMode(door, Number(mode), typeof until === 'string' ? until : null)
        return done()
      }),
  }

  /** Lets somebody pass. `heldMs`: it is held open for that long, for example by a box, and reports when it is too long. */
  open(no: number, heldMs = this.device.between(2000, 4500)): void {
    const door = this.find(no)
    if (!door || door.mode === HELD_CLOSED) return
    door.passed = true
    const turn = (door.turn += 1)
    this.change(door, { lock: 1 })
    this.device.after(this.device.between(300, 900), () => door.turn === turn && this.swing(door, turn, heldMs))
    this.device.after(
      door.relayMs ?? this.relayMs,
      () => door.turn === turn && door.mode === NORMAL && this.change(door, { lock: 0 }),
    )
  }

  private swing(door: Door, turn: number, heldMs: number): void {
    this.change(door, { magnet: 1 })
    let late = false
    const timeoutMs = door.timeoutMs ?? this.openTimeoutMs
    if (heldMs > timeoutMs && door.contact !== false)
      this.device.after(timeoutMs, () => {
        late = door.turn === turn && door.mode === NORMAL
        if (late)
          this.device.event('openTimeout', {
            guid: randomUUID(),
            doorNo: door.no,
            seconds: Math.round(timeoutMs / 1000),
            on: true,
          })
      })
    this.device.after(heldMs, () => {
      if (late)
        this.device.event('openTimeout', {
          guid: randomUUID(),
          doorNo: door.no,
          seconds: Math.round(heldMs / 1000),
          on: false,
        })
      if (door.turn === turn && door.mode === NORMAL) this.change(door, { magnet: 0, lock: 0 })
    })
  }

  /** Somebody forces it: the magnet reports open while the lock is locked. */
  force(no: number): void {
    const door = this.find(no)
    if (!door || door.magnet === 1 || door.mode !== NORMAL) return
    const turn = (door.turn += 1)
    this.change(door, { magnet: 1 })
    if (door.contact !== false) this.device.event('forcedOpen', { guid: randomUUID(), doorNo: no })
    this.device.after(this.device.between(20_000, 60_000), () => door.turn === turn && this.change(door, { magnet: 0 }))
  }

  /** How one door behaves. */
  tune(no: number, { relayMs, timeoutMs, contact, fireInput }: DoorTuning): void {
    const door = this.find(no)
    if (door) Object.assign(door, { relayMs, timeoutMs, contact, fireInput })
  }

  /** Its hours begin or end. `firstOpens`: it opens in them once somebody has passed. */
  follow(no: number, isDue: boolean, firstOpens: boolean): void {
    const door = this.find(no)
    if (!door) return
    if (!isDue) door.passed = false
    const open = isDue && (!firstOpens || door.passed === true)
    if ((door.byPlan ?? false) === open) return
    door.byPlan = open
    this.setMode(door, open ? HELD_OPEN : NORMAL, null)
  }

  /** Alarms are reset: what was forced closes again. */
  resetAlarms(): void {
    for (const door of this.doors)
      if (door.mode === NORMAL && door.magnet) {
        door.turn += 1
        this.change(door, { magnet: 0, lock: 0 })
      }
  }

  /** Somebody leaves with the exit button. */
  button(no: number): void {
    if (!this.find(no)) return
    this.device.event('button', { guid: randomUUID(), doorNo: no })
    this.open(no)
  }

  /** The fire panel releases every door, whatever its mode, until the alarm ends. */
  fire(on: boolean, zone: string): void {
    this.device.event('fire', { guid: randomUUID(), on, zone })
    for (const door of this.doors) {
      if (door.fireInput === false) continue
      door.turn += 1
      if (on) this.change(door, { lock: 1, magnet: 1 })
      else this.settle(door)
    }
  }

  private setMode(door: Door, mode: number, until: string | null): void {
    const turn = (door.turn += 1)
    door.mode = mode
    door.modeUntil = mode === NORMAL ? null : until
    this.settle(door)
    const leftMs = until ? new Date(until).getTime() - this.device.clock.now() : Number.NaN
    // setTimeout takes at most 2^31 ms; a mode for longer than that ends with the next restart.
    if (mode !== NORMAL && leftMs < 2 ** 31)
      this.device.after(
        Math.max(0, leftMs),
        () => door.turn >= turn && door.modeUntil === until && this.setMode(door, NORMAL, null),
      )
  }

  /** The automatic behaviour of lock and door in the current mode. */
  private settle(door: Door): void {
    const { turn } = door
    if (door.mode === HELD_OPEN) {
      this.change(door, { lock: 1 })
      this.device.after(this.device.between(400, 1200), () => door.turn === turn && this.change(door, { magnet: 1 }))
    } else {
      this.change(door, { lock: 0 })
      if (door.magnet)
        this.device.after(this.device.between(800, 2000), () => door.turn === turn && this.change(door, { magnet: 0 }))
    }
  }

  private change(door: Door, change: Partial<Door>): void {
    Object.assign(door, change)
    this.device.report({ doors: [wireOf(door)] })
  }

  private find(no: number): Door | undefined {
    return this.doors[no - 1]
  }
  private with(doorNo: unknown, work: (door: Door) => Answer): Answer {
    const door = this.find(Number(doorNo ?? 1))
    return door ? work(door) : refused(460, `没有此门 no door ${String(doorNo)}`)
  }
}

const wireOf = ({ no, lock, magnet, mode, modeUntil }: Door): Values => ({ no, lock, magnet, mode, modeUntil })
