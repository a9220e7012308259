/** Where the embedded database of a folder listens while it runs, from the file that it writes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAJOR, type ClusterConnection } from './startCluster.ts'

/** Undefined when none was started there; may also return one that was killed. `dataDir` is the one of startCluster. */
export function runningCluster(dataDir: string): ClusterConnection | undefined {
  try {
    const lines = readFileSync(join(dataDir, MAJOR, 'postmaster.pid'), 'utf8').split('\n')
    const [port, host] = [Number(lines[3]), lines[4]]
    return host && port ? { host, port, user: 'portico', database: 'portico' } : undefined
  } catch {
    return undefined
  }
}
