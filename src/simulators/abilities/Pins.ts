/** People's own PINs at a simulated keypad: it opens for those that it stores, by its own clock. */
import { randomUUID } from 'node:crypto'
import { PASS_METHODS } from '#devices/abilities/passage.ts'
import type { HeldSet } from '#model/device.ts'
import type { SimDevice } from '../SimDevice.ts'
import type { Doors } from './Doors.ts'
import { RightsList } from './RightsList.ts'

export class Pins extends RightsList<{ pin: string }> {
  private readonly doors: Doors

  constructor(device: SimDevice, doors: Doors, set: HeldSet, capacity: number) {
    super(device, set, ({ pin }) => [pin], capacity)
    this.doors = doors
  }

  /** Somebody types theirs at a door. Whether it opened; undefined where it is nobody's. */
  enter(pin: string, doorNo = 1): boolean | undefined {
    const given = this.holderOf(pin)
    if (!given) return undefined
    const reason = this.doors.refusal(doorNo, this.refusal(given, doorNo, this.device.clock.now()))
    const ok = reason === null
    const named = { guid: randomUUID(), doorNo, personId: given.personId }
    const way = { method: PASS_METHODS.pin[0], direction: 1 }
    this.device.event('pass', { ...named, ...way, ok, ...(ok ? {} : { reason }) })
    if (ok) this.doors.open(doorNo)
    return ok
  }
}
