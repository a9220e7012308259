/** The master secret of a machine without a configured one: created once, stored in the data folder. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { madeOnce } from './madeOnce.ts'

/**
 * Reads `secret.key`, or creates it (384 bits). Throws when the file is damaged: with a new secret, existing sealed
 * data would be unreadable.
 */
export function secretKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key')
  const secret = madeOnce(path, () => randomBytes(48).toString('base64'))
  if (Buffer.byteLength(secret) < 32)
    throw new Error(`${path} holds no whole secret: restore it from a backup, or set PORTICO_SECRET`)
  return secret
}
