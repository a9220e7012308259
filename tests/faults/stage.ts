/** The environment of a fault: the running product, devices, and functions to report results. */
import type { Product } from './product.ts'

export interface FaultDevice {
  id: string
  sn: string
  secret: string
}

export interface Stage {
  product: Product
  appId: string
  productKey: string
  devices: readonly FaultDevice[]
  print(line: string): void
  /** Reports one result. */
  check(what: string, ok: boolean): void
  /** Runs when the fault has ended, in any way; in reverse order. */
  onEnd(clean: () => Promise<void>): void
}

/** `count` is the fault's own unit: kills, rounds, packets, requests. */
export type Fault = (stage: Stage, count: number) => Promise<void>

/** Never resolves when `signal` is aborted first. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => clearTimeout(timer))
  })

/** True as soon as `look` is; false when that does not happen within `ms`. */
export async function became(look: () => Promise<boolean> | boolean, ms: number, everyMs = 100): Promise<boolean> {
  for (const end = Date.now() + ms; ; await pause(everyMs)) {
    if (await look()) return true
    if (Date.now() > end) return false
  }
}

/** Milliseconds until the API answers an authenticated call again; throws after `limitMs`. */
export async function answers(product: Product, limitMs = 30_000): Promise<number> {
  const started = Date.now()
  const ok = await became(
    () =>
      product.api.get('/api/admin/user/info').then(
        () => true,
        () => false,
      ),
    limitMs,
  )
  if (!ok) throw new Error(`it did not come back in ${limitMs / 1000} s`)
  return Date.now() - started
}

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
