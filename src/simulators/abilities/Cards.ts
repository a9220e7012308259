/** Card readers: the device admits the holders of stored cards, and asks the platform about others. */
import { randomUUID } from 'node:crypto'
import { done, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { refusalAt, unkeepable, type DoorRight } from '../validity.ts'
import type { Doors } from './Doors.ts'

interface Given {
  personId: string
  name: string
  cards: string[]
  zone: string
  rights: DoorRight[]
  digest: string
}
const MOST_RIGHTS = 8
interface Result {
  personId: string
  code: number
  msg?: string
}
export interface CardOptions {
  capacity?: number
  readers?: number
  /** The property that reports its capacity. */
  cardCapacityAs?: string
}
export interface Swipe {
  ok: boolean
  reason: string | null
}

/** The platform answers within a second. */
const ASK_MS = 1000

export class Cards implements Behaviour {
  readonly held = new Map<string, Given>()
  private readonly device: SimDevice
  private readonly doors: Doors
  private readonly capacity: number
  private readonly readers: number
  private readonly capacityAs: string

  constructor(device: SimDevice, doors: Doors, options: CardOptions = {}) {
    this.device = device
    this.doors = doors
    this.capacity = options.capacity ?? 20_000
    this.readers = options.readers ?? doors.count
    this.capacityAs = options.cardCapacityAs ?? 'capacity'
  }

  private get count(): number {
    let cards = 0
    for (const given of this.held.values()) cards += given.cards.length
    return cards
  }

  values(): Values {
    return {
      readers: Array.from({ length: this.readers }, (_, index) => ({ no: index + 1, online: true, type: 1 })),
      cardCount: this.count,
      [this.capacityAs]: this.capacity,
    }
  }

  readonly commands: Behaviour['commands'] = {
    addCards: async ({ cards }) => {
      const results: Result[] = []
      for (const given of (cards ?? []) as Given[]) results.push(this.add(given))
      await this.device.wait(5 * results.length)
      this.device.report({ cardCount: this.count })
      return done({ results })
    },
    delCards: ({ personIds }) => {
      const results = ((personIds ?? []) as unknown[]).map((personId): Result => {
        this.held.delete(String(personId))
        return { personId: String(personId), code: 0 }
      })
      this.device.report({ cardCount: this.count })
      return done({ results })
    },
    queryCards: ({ page, size }) => {
      const [from, count] = [(Number(page ?? 1) - 1) * Number(size ?? 100), Number(size ?? 100)]
      return done({
        items: [...this.held.values()].slice(from, from + count).map(({ personId, digest }) => ({ personId, digest })),
        total: this.held.size,
      })
    },
  }

  private add(given: Given): Result {
    const personId = String(given.personId)
    if (this.device.faults.has('busy')) return { personId, code: 4290, msg: '设备忙' }
    const problem = unkeepable(given.rights, MOST_RIGHTS)
    if (problem) return { personId, code: 460, msg: problem }
    const room = this.capacity - this.count + (this.held.get(personId)?.cards.length ?? 0)
    if (room < given.cards.length || (this.device.faults.has('full') && !this.held.has(personId)))
      return { personId, code: 4130, msg: '容量已满' }
    this.held.set(personId, { ...given, personId })
    return { personId, code: 0 }
  }

  /** Why a stored person may not pass a door at an instant of the device's own clock; null if they may. */
  refusal(given: Pick<Given, 'rights' | 'zone'>, doorNo: number, at: number): string | null {
    const refusal = refusalAt(given.rights, doorNo, at, given.zone)
    return refusal !== 'noPermission' && this.doors.isHeldClosed(doorNo) ? 'doorClosed' : refusal
  }

  /** Somebody presents a card at the reader of a door. Resolves when it is decided. */
  async swipe(cardNo: string, doorNo: number, direction: 1 | 2): Promise<Swipe> {
    const base = { guid: randomUUID(), doorNo, readerNo: Math.min(doorNo, this.readers), cardNo, method: 2, direction }
    const given = [...this.held.values()].find(entry => entry.cards.includes(cardNo))
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
