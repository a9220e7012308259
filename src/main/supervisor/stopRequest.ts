/** The wish to stop: by signal (however often it comes), by the end of npm above us, or by a fault of our own. */

export type StopRequest = {
  signal: AbortSignal
  /** Resolves when the stop was asked for. */
  requested: Promise<void>
  /** The promise, or a rejection as soon as the stop is asked for. */
  or: <T>(promise: Promise<T>) => Promise<T>
  /** Marks the stop as begun for a reason that needs no line. */
  begin: () => void
  /** 0 unless a fault of our own was the reason. */
  code: () => number
}

const PARENT_CHECK_MS = 1_000

/** Takes over this process's signals. The first prints one line; the rest are the same wish again and cut nothing short. */
export function stopRequest(print: (line: string) => void): StopRequest {
  const controller = new AbortController()
  const { promise: requested, resolve } = Promise.withResolvers<void>()
  let code = 0
  const ask = (line?: string): void => {
    if (controller.signal.aborted) return
    if (line) print(line)
    controller.abort()
    resolve()
  }
  // After a terminal's ^C the line starts anew.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () =>
      ask(
        `${name === 'SIGINT' && process.stdout.isTTY ? '\n' : ''}portico: stopping, what was begun is finished first …`,
      ),
    )
  process.on('uncaughtException', error => {
    code = 1
    print(`portico: a fault of the supervisor: ${error.stack}`)
    ask()
  })
  // The terminal may be gone before we are.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  if (process.env.npm_lifecycle_event) {
    const npm = process.ppid
    setInterval(() => process.ppid !== npm && ask('portico: npm has ended; stopping'), PARENT_CHECK_MS).unref()
  }
  return {
    signal: controller.signal,
    requested,
    or: promise => {
      promise.catch(() => {})
      return Promise.race([promise, requested.then(() => Promise.reject(new Error('stopped')))])
    },
    begin: () => ask(),
    code: () => code,
  }
}
