/** Ends what an earlier run of a database left: an orphaned postmaster, its children, a stale postmaster.pid. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasProc, isAlive, markOf, postgresProcesses, signal } from './processes.ts'

/** First a fast shutdown (with checkpoint), then immediate (recovery at the next start), then SIGKILL. */
const STEPS: readonly [NodeJS.Signals, waitMs: number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]

/**
 * Afterwards no process works in `pgData` (a real path) and no lock file names another process. The caller holds the
 * folder's lock. A postmaster.pid of a dead process stays: PostgreSQL reads from it which shared memory to free, and
 * removes it itself.
 */
export async function clearLeftovers(pgData: string, log: (line: string) => void): Promise<void> {
  const lockFile = join(pgData, 'postmaster.pid')
  const written = pidIn(lockFile)
  const postmaster = written !== undefined && belongs(written, pgData) ? written : undefined
  if (postmaster !== undefined) {
    log(`a database of an earlier run still works here (process ${postmaster}); ending it`)
    await end([postmaster], () => (hasProc() ? postgresProcesses(pgData) : markOf(postmaster) ? [postmaster] : []))
  }
  // Children outlive a killed postmaster by a second or two; most end by themselves.
  for (let waitedMs = 0; waitedMs < 3_000 && postgresProcesses(pgData).length > 0; waitedMs += 50) await sleep(50)
  const late = postgresProcesses(pgData)
  if (late.length > 0) await end(late, () => postgresProcesses(pgData))
  if (written !== undefined && markOf(written) && !belongs(written, pgData)) rmSync(lockFile, { force: true })
}

async function end(pids: number[], alive: () => number[]): Promise<void> {
  for (const [name, waitMs] of STEPS) {
    const targets = name === 'SIGKILL' ? alive() : pids
    for (const pid of targets) if (alive().includes(pid)) signal(pid, name)
    for (let waitedMs = 0; waitedMs < waitMs; waitedMs += 50) {
      if (alive().length === 0) return
      await sleep(50)
    }
  }
  throw new Error(`processes ${alive().join(', ')} of an earlier run do not end`)
}

/** Without /proc, any live pid is assumed to belong to the database. */
const belongs = (pid: number, pgData: string): boolean => {
  const mark = markOf(pid)
  return mark !== undefined && isAlive(mark) && (!hasProc() || postgresProcesses(pgData).includes(pid))
}

function pidIn(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}
