/** A list of people with rights that a simulated device stores, under the names that its set declares: cards, PINs, plates. */
import type { HeldSet } from '#model/device.ts'
import { done, type Answer, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { refusalAt, unkeepable, type DoorRight } from '../validity.ts'

export interface Held {
  personId: string
  name: string
  zone: string
  rights: DoorRight[]
  digest: string
}
interface Result {
  personId: string
  code: number
  msg?: string
}

/** `things` are what counts of one person, such as plates. */
export class RightsList<T extends object> implements Behaviour {
  readonly held = new Map<string, Held & T>()
  readonly commands: Behaviour['commands']
  protected readonly device: SimDevice
  private readonly set: HeldSet
  private readonly things: (held: T) => readonly string[]
  private readonly capacity: number

  constructor(device: SimDevice, set: HeldSet, things: (held: T) => readonly string[], capacity: number) {
    this.device = device
    this.set = set
    this.things = things
    this.capacity = capacity
    const { put, remove, readBack } = set
    this.commands = {
      [put.command]: params => this.put((params[put.list] ?? []) as (Held & T)[]),
      [remove.command]: params => this.remove((params[remove.list] ?? []) as unknown[]),
      [readBack.command]: ({ page, size }) => this.page(Number(page ?? 1), Number(size ?? 100)),
    }
  }

  private get count(): number {
    return [...this.held.values()].reduce((sum, held) => sum + this.things(held).length, 0)
  }
  values(): Values {
    return { [this.set.count]: this.count, [this.set.capacity]: this.capacity }
  }

  private async put(list: readonly (Held & T)[]): Promise<Answer> {
    const results = list.map(given => this.add(given))
    await this.device.wait(5 * results.length)
    this.device.report({ [this.set.count]: this.count })
    return done({ results })
  }
  private add(given: Held & T): Result {
    const personId = String(given.personId)
    if (this.device.faults.has('busy')) return { personId, code: 4290, msg: '设备忙' }
    const problem = unkeepable(given.rights, this.set.keeps.rights)
    if (problem) return { personId, code: 460, msg: problem }
    const known = this.held.get(personId)
    const room = this.capacity - this.count + (known ? this.things(known).length : 0)
    if (room < this.things(given).length || (this.device.faults.has('full') && !known))
      return { personId, code: 4130, msg: '容量已满' }
    this.held.set(personId, { ...given, personId })
    return { personId, code: 0 }
  }
  private remove(ids: readonly unknown[]): Answer {
    const results = ids.map((id): Result => {
      this.held.delete(String(id))
      return { personId: String(id), code: 0 }
    })
    this.device.report({ [this.set.count]: this.count })
    return done({ results })
  }
  private page(page: number, size: number): Answer {
    const items = [...this.held.values()].slice((page - 1) * size, page * size)
    return done({ items: items.map(({ personId, digest }) => ({ personId, digest })), total: this.held.size })
  }

  /** Whose it is; undefined where it stores nobody with it. */
  holderOf(thing: string): (Held & T) | undefined {
    return [...this.held.values()].find(held => this.things(held).includes(thing))
  }
  /** Why whoever it is stored for may not pass a door at an instant of the device's clock; null if they may. */
  refusal({ rights, zone }: Pick<Held, 'rights' | 'zone'>, doorNo: number, at: number): string | null {
    return refusalAt(rights, doorNo, at, zone)
  }
}
