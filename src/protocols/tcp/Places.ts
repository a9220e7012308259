/**
 * The connections of one listener. Until a device is admitted a connection is a stranger's: it has little time, whatever it
 * sends, and strangers take their places from each other, never from known devices.
 */
import type { Socket } from 'node:net'
import { canonicalAddress, clientNetwork } from '#base/address.ts'

export interface PlaceLimits {
  connections: number
  /** Strangers of one address, or of one network of IPv6: known devices there are not counted. */
  connectionsPerAddress: number
  /** Time to be admitted. */
  strangerMs: number
}
/** A device that is known needs few; the oldest ends. */
const PER_DEVICE = 4
/** For the answer to what was being judged when the time was over. */
const ANSWER_MS = 1000

export interface Place {
  /** Whether its device was admitted. */
  readonly isKnown: boolean
  /** While the platform judges what it sent, a stranger is not ended. */
  judged<T>(work: Promise<T>): Promise<T>
  /** Its device was admitted. */
  admitted(device: string): void
  /** A stranger that sends what takes long has so much more time. */
  extend(ms: number): void
  /** Others limit it from now on. */
  leave(): void
}
interface Held {
  socket: Socket
  network: string
  device: string | null
  judging: number
  /** When its time to be admitted is over; monotonic milliseconds. */
  untilMs: number
  timer: NodeJS.Timeout
  /** It has the time of its last answer, and no more. */
  ending: boolean
  onClose: () => void
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
    const network = clientNetwork(canonicalAddress(socket.remoteAddress ?? '') ?? '')
    if (!this.makeRoom(network)) {
      socket.destroy()
      return null
    }
    const { strangerMs } = this.limits
    const one: Held = {
      ...{ socket, network, device: null, judging: 0, ending: false, untilMs: performance.now() + strangerMs },
      timer: setTimeout(() => this.look(one), strangerMs),
      onClose: () => this.leave(one),
    }
    this.held.add(one)
    addTo(this.strangers, network, one)
    socket.once('close', one.onClose)
    return {
      get isKnown() {
        return one.device !== null
      },
      judged: work => this.judged(one, work),
      admitted: device => this.admit(one, device),
      extend: ms => void (one.untilMs += ms),
      leave: () => this.leave(one),
    }
  }

  private async judged<T>(one: Held, work: Promise<T>): Promise<T> {
    one.judging += 1
    try {
      return await work
    } finally {
      one.judging -= 1
      // Only once: what it sends meanwhile gives it no more time.
      if (one.untilMs <= performance.now()) this.endSoon(one)
    }
  }

  /** Its time may be over. */
  private look(one: Held): void {
    const leftMs = one.untilMs - performance.now()
    if (leftMs > 0) one.timer = setTimeout(() => this.look(one), leftMs)
    else if (!one.judging) this.end(one)
  }

  private endSoon(one: Held): void {
    if (one.device !== null || !this.held.has(one) || one.ending) return
    one.ending = true
    clearTimeout(one.timer)
    one.timer = setTimeout(() => this.end(one), ANSWER_MS)
  }

  private admit(one: Held, device: string): void {
    if (one.device !== null || !this.held.has(one)) return
    clearTimeout(one.timer)
    takeFrom(this.strangers, one.network, one)
    one.device = device
    addTo(this.known, device, one)
    const [oldest, ...others] = this.known.get(device)!
    if (others.length >= PER_DEVICE) this.end(oldest!)
  }

  private makeRoom(network: string): boolean {
    const here = this.strangers.get(network)
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
    one.socket.off('close', one.onClose)
    if (one.device === null) takeFrom(this.strangers, one.network, one)
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
