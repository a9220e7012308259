/** A small private file of the data folder that is created once and then only read. */
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Returns the file's text; if there is none yet, that of `make` (mode 0600). Written completely or not at all, also
 * with two simultaneous starts.
 */
export function madeOnce(path: string, make: () => string): string {
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, `${make()}\n`, { mode: 0o600, flush: true })
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  chmodSync(path, 0o600)
  return readFileSync(path, 'utf8').trim()
}
