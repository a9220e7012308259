/** Runs the workers of one role repeatedly until stopped; one that throws is delayed, and the others continue. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from '../parts.ts'
import type { Ports } from '../ports.ts'

const AFTER_ERROR_MS = 2000

export interface Workers {
  stop(): Promise<void>
}

export function startWorkers(ports: Ports, workers: readonly Worker[]): Workers {
  const controller = new AbortController()
  const { signal } = controller
  const loops = workers.map(async worker => {
    while (!signal.aborted) {
      let waitMs = AFTER_ERROR_MS
      try {
        waitMs = await worker.run(ports, signal)
      } catch (error) {
        ports.log.warn({ worker: worker.name, error: (error as Error).message }, 'a worker failed and will try again')
      }
      // The listener for the end is removed after each pause; thousands of them would make every pause slower.
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  })
  return {
    async stop() {
      controller.abort()
      await Promise.all(loops)
    },
  }
}
