/**
 * The memory for bodies of all requests together. Strangers take room from each other, never from known devices, and those of
 * one address have a share of it.
 */
import type { HttpLimits } from './limits.ts'

interface Held {
  address: string
  bytes: number
  /** Ends a stranger's request that is still being received; null for a known device, and while the platform judges it. */
  end: (() => void) | null
  isStranger: boolean
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
  private readonly ofAddress = new Map<string, number>()
  private bytes = 0

  constructor(limits: Pick<HttpLimits, 'bodiesBytes' | 'bodiesOfAddressBytes'>) {
    this.limits = limits
  }

  /** `end` is called where a stranger's request has to make room. */
  take(address: string, isStranger: boolean, end: () => void): Room {
    const one: Held = { address, bytes: 0, end: isStranger ? end : null, isStranger }
    this.held.add(one)
    return { grow: bytes => this.grow(one, bytes), received: () => (one.end = null), leave: () => this.leave(one) }
  }

  private grow(one: Held, bytes: number): boolean {
    if (!this.held.has(one)) return false
    const { bodiesBytes, bodiesOfAddressBytes } = this.limits
    const share = (this.ofAddress.get(one.address) ?? 0) + bytes
    if (one.isStranger && share > bodiesOfAddressBytes) return false
    while (this.bytes + bytes > bodiesBytes) if (!this.endOldest(one)) return false
    one.bytes += bytes
    this.bytes += bytes
    if (one.isStranger) this.ofAddress.set(one.address, share)
    return true
  }

  private endOldest(besides: Held): boolean {
    for (const one of this.held) {
      if (!one.end || one === besides || !one.bytes) continue
      const { end } = one
      this.leave(one)
      end()
      return true
    }
    return false
  }

  private leave(one: Held): void {
    if (!this.held.delete(one)) return
    this.bytes -= one.bytes
    if (!one.isStranger) return
    const left = (this.ofAddress.get(one.address) ?? 0) - one.bytes
    if (left > 0) this.ofAddress.set(one.address, left)
    else this.ofAddress.delete(one.address)
  }
}
