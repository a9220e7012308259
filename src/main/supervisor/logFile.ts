/** The output of a child process, in a file of the data folder with limited size. */
import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

const LIMIT_BYTES = 20 * 1024 * 1024
const CHECK_MS = 60_000

export type LogFile = {
  fd: number
  /** The last lines since the previous call, to show why a process ended. */
  tail: () => string
  close: () => void
}

/** Appends to `<dataDir>/log/<name>.log`; at 20 MB it is moved to `<name>.1.log` and starts again. */
export function logFile(dataDir: string, name: string): LogFile {
  const folder = join(dataDir, 'log')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.log`)
  const fd = openSync(path, 'a', 0o600)
  const size = (): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  let seen = size()
  const rotate = (): void => {
    if (size() < LIMIT_BYTES) return
    // The child has the file open for appending, so it is copied and truncated, not renamed.
    try {
      copyFileSync(path, join(folder, `${name}.1.log`))
    } catch {
      // There is no space for two files, so the older one is removed.
      rmSync(join(folder, `${name}.1.log`), { force: true })
    }
    truncateSync(path)
    seen = 0
  }
  rotate()
  const timer = setInterval(rotate, CHECK_MS)
  timer.unref()
  return {
    fd,
    tail: () => {
      const fresh = readFileSync(path).subarray(seen).toString('utf8')
      seen = size()
      // Stack frames stay in the file: they would displace the line with the error message.
      return fresh
        .split('\n')
        .filter(line => line.trim() && !/^\s+at /.test(line))
        .slice(-12)
        .map(line => `  ${line.slice(0, 400)}`)
        .join('\n')
        .trimEnd()
    },
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}
