/**
 * The memory for bodies of all requests together. Strangers take room from each other, never from known devices, and those of
 * one address, or of one network of IPv6, have a share of it.
 */
import { clientNetwork } from '#base/address.ts'
import type { HttpLimits } from './limits.ts'

interface Held {
  network: string
  bytes: number
  /** Of them, those that its network has of its share. */
  shared: number
  /** Ends the request while it is received; null while the platform judges it. */
  end: (() => void) | null
  from: Sender
}
/** Who sends a body: a stranger may become known meanwhile, by an earlier call on its connection. */
export interface Sender {
  readonly isKnown: boolean
}
/** The room of one request. */
export interface Room {
  /** False where there is no room for so many bytes more. */
  grow(bytes: number): boolean
  /** It was received whole, and is kept until it is answered. */
  received(): void
  leave(): void
}

export class Bodies {
  private readonly limits: Pick<HttpLimits, 'bodiesBytes' | 'bodiesOfAddressBytes'>
  /** In the order in which they began. */
  private readonly held = new Set<Held>()
  private readonly ofNetwork = new Map<string, number>()
  private bytes = 0

  constructor(limits: Pick<HttpLimits, 'bodiesBytes' | 'bodiesOfAddressBytes'>) {
    this.limits = limits
  }

  /** `end` is called where a stranger's request has to make room. */
  take(address: string, from: Sender, end: () => void): Room {
    const one: Held = { network: clientNetwork(address), bytes: 0, shared: 0, end, from }
    this.held.add(one)
    return { grow: bytes => this.grow(one, bytes), received: () => (one.end = null), leave: () => this.leave(one) }
  }

  private grow(one: Held, bytes: number): boolean {
    if (!this.held.has(one)) return false
    const { bodiesBytes, bodiesOfAddressBytes } = this.limits
    const shared = one.from.isKnown ? 0 : bytes
    if (shared && this.shareOf(one) + shared > bodiesOfAddressBytes) return false
    while (this.bytes + bytes > bodiesBytes) if (!this.endOldest(one)) return false
    one.bytes += bytes
    this.bytes += bytes
    one.shared += shared
    // Who was ended may have been of the same network.
    if (shared) this.ofNetwork.set(one.network, this.shareOf(one) + shared)
    return true
  }

  private endOldest(besides: Held): boolean {
    for (const one of this.held) {
      if (!one.end || one.from.isKnown || one === besides || !one.bytes) continue
      const { end } = one
      this.leave(one)
      end()
      return true
    }
    return false
  }

  private shareOf({ network }: Held): number {
    return this.ofNetwork.get(network) ?? 0
  }

  private leave(one: Held): void {
    if (!this.held.delete(one)) return
    this.bytes -= one.bytes
    const left = this.shareOf(one) - one.shared
    if (left > 0) this.ofNetwork.set(one.network, left)
    else this.ofNetwork.delete(one.network)
  }
}
