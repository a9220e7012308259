/**
 * The connections of one listener. Until a device is admitted a connection is a stranger's: it has little time, whatever it
 * sends, and strangers take their places from each other, never from known devices.
 */
import type { Socket } from 'node:net'
import { canonicalAddress } from '#base/address.ts'

export interface PlaceLimits {
  connections: number
  /** Strangers of one address: known devices behind the same address are not counted. */
  connectionsPerAddress: number
  /** Time to be admitted. */
  strangerMs: number
}
/** A device that is known needs few; the oldest ends. */
const PER_DEVICE = 4

export interface Place {
  /** Whether its device was admitted. */
  readonly isKnown: boolean
  /** While the platform judges what it sent, a stranger is not ended. */
  judged<T>(work: Promise<T>): Promise<T>
  /** Its device was admitted. */
  admitted(device: string): void
}
interface Held {
  socket: Socket
  address: string
  device: string | null
  judging: number
  timer?: NodeJS.Timeout
}

export class Places {
  private readonly limits: PlaceLimits
  /** In the order in which they came. */
  private readonly held = new Set<Held>()
  private readonly strangers = new Map<string, Set<Held>>()
  private readonly known = new Map<string, Set<Held>>()

  constructor(limits: PlaceLimits) {
    this.limits = limits
  }

  /** Null where the connection was ended, because every place is a known device's, or of one that is being judged. */
  take(socket: Socket): Place | null {
    const address = canonicalAddress(socket.remoteAddress ?? '') ?? ''
    if (!this.makeRoom(address)) {
      socket.destroy()
      return null
    }
    const one: Held = { socket, address, device: null, judging: 0 }
    this.held.add(one)
    addTo(this.strangers, address, one)
    const look = (): void => {
      if (one.judging) one.timer = setTimeout(look, this.limits.strangerMs)
      else socket.destroy()
    }
    one.timer = setTimeout(look, this.limits.strangerMs)
    socket.once('close', () => this.leave(one))
    return {
      get isKnown() {
        return one.device !== null
      },
      judged: async work => {
        one.judging += 1
        return work.finally(() => (one.judging -= 1))
      },
      admitted: device => this.admit(one, device),
    }
  }

  private admit(one: Held, device: string): void {
    if (one.device !== null || !this.held.has(one)) return
    clearTimeout(one.timer)
    takeFrom(this.strangers, one.address, one)
    one.device = device
    addTo(this.known, device, one)
    const [oldest, ...others] = this.known.get(device)!
    if (others.length >= PER_DEVICE) this.end(oldest!)
  }

  private makeRoom(address: string): boolean {
    const here = this.strangers.get(address)
    const beyond = (here?.size ?? 0) >= this.limits.connectionsPerAddress
    if (!beyond && this.held.size < this.limits.connections) return true
    // The oldest has had the most time to say who it is.
    for (const one of beyond ? here! : this.held)
      if (one.device === null && !one.judging) {
        this.end(one)
        return true
      }
    return false
  }

  private end(one: Held): void {
    this.leave(one)
    one.socket.destroy()
  }

  private leave(one: Held): void {
    if (!this.held.delete(one)) return
    clearTimeout(one.timer)
    if (one.device === null) takeFrom(this.strangers, one.address, one)
    else takeFrom(this.known, one.device, one)
  }
}

function addTo(sets: Map<string, Set<Held>>, key: string, one: Held): void {
  const set = sets.get(key)
  if (set) set.add(one)
  else sets.set(key, new Set([one]))
}
function takeFrom(sets: Map<string, Set<Held>>, key: string, one: Held): void {
  const set = sets.get(key)
  set?.delete(one)
  if (!set?.size) sets.delete(key)
}
