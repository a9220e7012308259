/** The mark of a restore in its data folder: while it is there, what lies beside it is not whole. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const DRAFT = 'restoring'

/** Throws one line when a restore into this folder has not come to its end. */
export function judgeRestored(dataDir: string): void {
  if (existsSync(join(dataDir, DRAFT)))
    throw new Error(`a restore into ${dataDir} has not come to its end: run it again before Portico starts here`)
}
