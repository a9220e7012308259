/** The marker of a restore in its data folder: while it exists, the data beside it is incomplete. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const DRAFT = 'restoring'

/** Throws a one-line error when a restore into this folder has not finished. */
export function judgeRestored(dataDir: string): void {
  if (existsSync(join(dataDir, DRAFT)))
    throw new Error(`a restore into ${dataDir} is not finished: run it again before Portico starts here`)
}
