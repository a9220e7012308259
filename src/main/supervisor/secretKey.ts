/** The master secret of a machine that was given none: made once, kept in the data folder. */
import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads `secret.key`, or makes it (384 bits, mode 0600). Throws when the file is damaged: a new secret would make what the old one sealed unreadable. */
export function secretKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key')
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, `${randomBytes(48).toString('base64')}\n`, { mode: 0o600, flush: true })
    // Made whole or not at all, also when two start at once.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  chmodSync(path, 0o600)
  const secret = readFileSync(path, 'utf8').trim()
  if (Buffer.byteLength(secret) < 32)
    throw new Error(`${path} holds no whole secret: restore it from a backup, or set PORTICO_SECRET`)
  return secret
}
