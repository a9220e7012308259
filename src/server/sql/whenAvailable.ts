/** Waits for a database that is not available yet, and logs it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isLater } from './causeOf.ts'

const PAUSE_MS = 500
const SAY_MS = 30_000

/**
 * Runs `work` until the database can do it; it must be repeatable. Throws errors that waiting cannot fix and, when
 * `signal` is aborted, the last error.
 */
export async function whenAvailable<T>(
  work: () => Promise<T>,
  { print, signal, printMs = SAY_MS }: { print(line: string): void; signal: AbortSignal | undefined; printMs?: number },
): Promise<T> {
  const startMs = performance.now()
  for (let printedMs = -Infinity, waited = false; ; waited = true) {
    try {
      const done = await work()
      if (waited) print(`the database is there after ${Math.round((performance.now() - startMs) / 1000)} s`)
      return done
    } catch (error) {
      if (signal?.aborted || !(isLater(error) || isLater((error as Error).cause ?? {}))) throw error
      const now = performance.now()
      if (now - printedMs >= printMs) {
        const { message, code } = error as { message?: string; code?: string }
        print(`${waited ? 'still waiting' : 'waiting'} for the database (${message || code || 'no reason given'})`)
        printedMs = now
      }
      await sleep(PAUSE_MS, undefined, signal ? { signal } : {}).catch(() => {})
    }
  }
}
