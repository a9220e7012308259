/**
 * Combines single calls into batches, one batch at a time: calls that arrive while one runs go into the next, so
 * nothing waits while idle.
 */
import { isLater } from '../sql/causeOf.ts'

interface Waiting<In, Out> {
  item: In
  resolve(out: Out): void
  reject(error: unknown): void
}

/**
 * `run` returns one result per item, in order, or throws for all of them. Two items with the same key are never in one batch.
 * A batch that fails because of its content is run again item by item, so that a bad item does not affect the others.
 */
export function inBatches<In, Out>(options: {
  max: number
  keyOf(item: In): string
  run(items: readonly In[]): Promise<readonly Out[]>
}): (item: In) => Promise<Out> {
  let queue: Waiting<In, Out>[] = []
  let running = false

  const runOne = async (batch: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      const results = await options.run(batch.map(waiting => waiting.item))
      batch.forEach((waiting, index) => waiting.resolve(results[index]!))
    } catch (error) {
      if (batch.length > 1 && !isLater(error)) for (const waiting of batch) await runOne([waiting])
      else for (const waiting of batch) waiting.reject(error)
    }
  }

  const drain = async (): Promise<void> => {
    running = true
    while (queue.length) {
      const [batch, keys, later] = [[] as typeof queue, new Set<string>(), [] as typeof queue]
      for (const waiting of queue) {
        const key = options.keyOf(waiting.item)
        if (batch.length >= options.max || keys.has(key)) later.push(waiting)
        else batch.push(waiting)
        keys.add(key)
      }
      queue = later
      await runOne(batch)
    }
    running = false
  }

  return item =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (!running) void drain()
    })
}
