/** Runs the workers of one role repeatedly until stopped; one that throws is delayed, and the others continue. */
import type { Worker } from '../parts.ts'
import type { Ports } from '../ports.ts'

const AFTER_ERROR_MS = 2000

export interface Workers {
  stop(): Promise<void>
}

export function startWorkers(ports: Ports, workers: readonly Worker[]): Workers {
  const controller = new AbortController()
  const { signal } = controller
  const pause = (ms: number): Promise<void> =>
    new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true },
      )
    })
  const loops = workers.map(async worker => {
    while (!signal.aborted) {
      let waitMs = AFTER_ERROR_MS
      try {
        waitMs = await worker.run(ports, signal)
      } catch (error) {
        ports.log.warn({ worker: worker.name, error: (error as Error).message }, 'a worker failed and will try again')
      }
      if (waitMs > 0) await pause(waitMs)
    }
  })
  return {
    async stop() {
      controller.abort()
      await Promise.all(loops)
    },
  }
}
