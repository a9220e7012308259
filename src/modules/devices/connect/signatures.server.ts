/** Signed calls: each counts once, and only within a few minutes of its time. */
import type { Call, CallRefusal } from '#model/gate.ts'
import { limitList } from '#server/limitList.ts'
import type { Ports } from '#server/ports.ts'

const LATE_MS = 300_000
/** Longer than a signature can be used: its time may be as far ahead as it may be behind. */
const KEPT_MS = 600_000

export const signatureLimits = limitList('signature', {
  nonces: [200_000, '', '十分钟内记住的签名', 'Signatures remembered for ten minutes'],
})

export class Signatures {
  private readonly ports: Pick<Ports, 'now'>
  /** When each is forgotten, oldest first. */
  private readonly seen = new Map<string, number>()

  constructor(ports: Pick<Ports, 'now'>) {
    this.ports = ports
  }

  /** Why a call whose signature is right is refused; null when it counts, once. */
  judge(
    deviceId: string,
    { nonce, atMs, window = { behindMs: LATE_MS, aheadMs: LATE_MS } }: NonNullable<Call['signed']>,
  ): CallRefusal | null {
    const now = this.ports.now().getTime()
    if (!(now - atMs <= window.behindMs && atMs - now <= window.aheadMs)) return 'stale'
    for (const [key, until] of this.seen) {
      if (until > now) break
      this.seen.delete(key)
    }
    const key = `${deviceId} ${nonce}`
    if (this.seen.has(key)) return 'replayed'
    if (this.seen.size >= signatureLimits.most.nonces) return 'busy'
    this.seen.set(key, now + KEPT_MS)
    return null
  }
}
