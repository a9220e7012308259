/** Waiting for what a test expects. A wait that ends without it fails its test, also where the error is swallowed. */

/** On a machine that runs every part of the tests at the same time, what has not happened by then never will. */
export const NEVER_MS = 30_000

const missed: string[] = []
/** Records what did not happen; `failMissed` then fails the test. Returns the error to throw. */
export function miss(what: string): Error {
  missed.push(what)
  return new Error(`it did not happen in time: ${what}`)
}
/** What did not happen since it was last asked. */
export const takeMissed = (): readonly string[] => missed.splice(0)

/** Waits until `look` returns something truthy; throws what did not happen. */
export async function until<T>(
  look: () => Promise<T> | T,
  what: string,
  ms = NEVER_MS,
): Promise<Exclude<NonNullable<T>, false>> {
  const end = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<NonNullable<T>, false>
    if (Date.now() > end) throw miss(what)
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}
