/** The request to stop: by a signal (however often it comes), by the end of npm, or by an error of our own. */

export type StopRequest = {
  signal: AbortSignal
  /** Resolves when a stop is requested. */
  requested: Promise<void>
  /** The promise, or a rejection as soon as a stop is requested. */
  or: <T>(promise: Promise<T>) => Promise<T>
  /** Starts the stop for a reason that needs no line of output. */
  begin: () => void
  /** 0 unless an error of our own was the reason. */
  code: () => number
}

const PARENT_CHECK_MS = 1_000

/** Handles this process's signals. The first prints one line; further ones have no effect. */
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
  // The line starts below the ^C of the terminal.
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
  // The terminal may be closed before the process ends.
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
