/** Runs work on many small files in parallel: a disk that syncs one after the other is idle in between. */
const AT_ONCE = 8

/** Stops starting items at the first error, and throws it when the started ones have ended. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]()
  const failures: unknown[] = []
  const run = async (): Promise<void> => {
    for (let next = left.next(); !next.done && failures.length === 0; next = left.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  if (failures.length > 0) throw failures[0]
}
