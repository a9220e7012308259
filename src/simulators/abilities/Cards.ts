/** Card readers: the device admits the holders of stored cards, and asks the platform about others. */
import { randomUUID } from 'node:crypto'
import type { HeldSet } from '#model/device.ts'
import type { Behaviour, SimDevice, Values } from '../SimDevice.ts'
import type { Doors } from './Doors.ts'
import { RightsList, type Held } from './RightsList.ts'

export interface CardOptions {
  capacity?: number
  readers?: number
}
export interface Swipe {
  ok: boolean
  reason: string | null
}

/** The platform answers within a second. */
const ASK_MS = 1000

export class Cards implements Behaviour {
  readonly commands: Behaviour['commands']
  private readonly device: SimDevice
  private readonly doors: Doors
  private readonly list: RightsList<{ cards: string[] }>
  private readonly readers: number

  constructor(device: SimDevice, doors: Doors, set: HeldSet, options: CardOptions = {}) {
    this.device = device
    this.doors = doors
    this.list = new RightsList(device, set, ({ cards }) => cards, options.capacity ?? 20_000)
    this.commands = this.list.commands
    this.readers = options.readers ?? doors.count
  }

  get held(): RightsList<{ cards: string[] }>['held'] {
    return this.list.held
  }

  values(): Values {
    return {
      readers: Array.from({ length: this.readers }, (_, index) => ({ no: index + 1, online: true, type: 1 })),
      ...this.list.values(),
    }
  }

  /** Why a stored person may not pass a door at an instant of the device's own clock; null if they may. */
  refusal(given: Pick<Held, 'rights' | 'zone'>, doorNo: number, at: number): string | null {
    return this.doors.refusal(doorNo, this.list.refusal(given, doorNo, at))
  }

  /** Somebody presents a card at the reader of a door. Resolves when it is decided. */
  async swipe(cardNo: string, doorNo: number, direction: 1 | 2): Promise<Swipe> {
    const base = { guid: randomUUID(), doorNo, readerNo: Math.min(doorNo, this.readers), cardNo, method: 2, direction }
    const given = this.list.holderOf(cardNo)
    if (given) {
      const reason = this.refusal(given, doorNo, this.device.clock.now())
      this.device.event('pass', {
        ...base,
        personId: given.personId,
        ok: reason === null,
        ...(reason ? { reason } : {}),
      })
      return this.end(doorNo, reason === null, reason)
    }
    const online = this.device.link.online
    const word = await this.device.ask('askPass', base, ASK_MS)
    // Offline, the device reports afterwards whom it refused. A question in flight is a record of its own.
    if (!online) this.device.event('pass', { ...base, ok: false, reason: 'unknownCard' })
    const allowed = word?.allow === true && !this.doors.isHeldClosed(doorNo)
    const reason = allowed ? null : word ? String(word.reason || 'unknownCard') : 'late'
    if (!allowed && (reason === 'stranger' || reason === 'unknownCard'))
      this.device.event('illegalCard', { guid: randomUUID(), doorNo, cardNo })
    return this.end(doorNo, allowed, reason)
  }

  private end(doorNo: number, ok: boolean, reason: string | null): Swipe {
    if (ok) this.doors.open(doorNo)
    return { ok, reason }
  }
}
