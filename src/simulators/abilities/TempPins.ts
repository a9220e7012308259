/** The keypad of a simulated terminal: it judges by its own clock who types a temporary PIN or their own, opens, and tells who was forced to. */
import { randomUUID } from 'node:crypto'
import { PASS_METHODS } from '#devices/abilities/passage.ts'
import { PIN_OPENED } from '#devices/abilities/tempPins.ts'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { refusalAt, type DoorRight } from '../validity.ts'
import type { Doors } from './Doors.ts'
import type { Pins } from './Pins.ts'

export interface TempPinOptions {
  /** How many it can store. */
  pinRoom?: number
}

interface Order {
  orderId: string
  personId: string
  password: string
  duress: string
  times: number | null
  zone: string
  rights: DoorRight[]
}
/** After so many wrong ones in a row it takes none for a while. */
const MOST_WRONG = 5
const LOCKED_MS = 300_000
const ROOM = 500

export class TempPins implements Behaviour {
  orders: readonly Order[] = []
  private version = ''
  private wrong = 0
  private lockedUntil = 0
  private readonly used = new Map<string, number>()
  private readonly device: SimDevice
  private readonly doors: Doors
  private readonly room: number
  private readonly own: Pins | undefined

  /** `own`: the PINs of people, where it stores them too. */
  constructor(device: SimDevice, doors: Doors, { pinRoom = ROOM }: TempPinOptions = {}, own?: Pins) {
    this.device = device
    this.doors = doors
    this.room = pinRoom
    this.own = own
  }

  values = (): Values => ({})
  reset(): void {
    this.orders = []
    this.version = ''
    this.used.clear()
  }

  readonly commands: Behaviour['commands'] = {
    setPasswords: ({ orders, version }) => {
      if (this.device.faults.has('busy')) return refused(4290, '设备忙')
      const given = (Array.isArray(orders) ? orders : []) as Order[]
      if (given.length > this.room) return refused(4130, '容量已满')
      this.orders = given
      // How often each was used counts from what the platform knows.
      this.used.clear()
      this.version = String(version ?? '')
      return done({ version: this.version })
    },
    getPasswords: () => done({ version: this.version }),
  }

  /** Somebody types a PIN at a door. Whether it opened. */
  enter(pin: string, doorNo = 1): boolean {
    if (performance.now() < this.lockedUntil) return false
    const order = this.orders.find(one => one.password === pin || one.duress === pin)
    const opened = order ? this.use(order, pin, doorNo) : this.own?.enter(pin, doorNo)
    if (opened === undefined) return this.reject(doorNo)
    this.wrong = 0
    return opened
  }

  private use(order: Order, pin: string, doorNo: number): boolean {
    const reason = this.refusal(order, doorNo)
    const ok = reason === null
    const named = { guid: randomUUID(), doorNo, orderId: order.orderId, personId: order.personId }
    const way = { method: PASS_METHODS.pin[0], direction: 1 }
    this.device.event(PIN_OPENED, { ...named, ...way, ok, ...(ok ? {} : { reason }) })
    if (!ok) return false
    this.used.set(order.orderId, (this.used.get(order.orderId) ?? 0) + 1)
    this.doors.open(doorNo)
    if (pin === order.duress) this.device.event('duress', { ...named, guid: randomUUID() })
    return true
  }

  private refusal({ orderId, rights, zone, times }: Order, doorNo: number): string | null {
    const refusal = refusalAt(rights, doorNo, this.device.clock.now(), zone)
    if (refusal) return refusal
    if (this.doors.isHeldClosed(doorNo)) return 'doorClosed'
    return times !== null && (this.used.get(orderId) ?? 0) >= times ? 'codeUsed' : null
  }

  private reject(doorNo: number): false {
    this.wrong += 1
    if (this.wrong >= MOST_WRONG) {
      this.device.event('pwdWrong', { guid: randomUUID(), doorNo, tries: this.wrong })
      this.wrong = 0
      this.lockedUntil = performance.now() + LOCKED_MS
    }
    return false
  }
}
