/** A record on disk of the processes that a supervisor runs, so that the next start can end what a killed one left. */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProcessMark, isAlive, markOf, processSpace, signal } from '#server/sql/cluster/processes.ts'

type Run = { space: string; supervisor: ProcessMark; children: Record<string, ProcessMark> }

export type RunRecord = { set: (name: string, pid: number | undefined) => void; remove: () => void }

/** A child notices by itself that its supervisor has ended and drains; this is its time limit. */
const DRAIN_MS = 12_000

export function runRecord(dataDir: string): RunRecord {
  const folder = join(dataDir, 'run')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${process.pid}.json`)
  const run: Run = {
    space: processSpace(),
    supervisor: markOf(process.pid) ?? { pid: process.pid, startTicks: '' },
    children: {},
  }
  // Written atomically, because others may read it at any moment.
  const write = (): void => {
    writeFileSync(`${path}.part`, JSON.stringify(run))
    renameSync(`${path}.part`, path)
  }
  const keep = (): void => {
    try {
      write()
    } catch {
      // No space on the disk: the next start finds the older record, and ends those of its processes that are still running.
    }
  }
  write()
  return {
    set: (name, pid) => {
      const mark = pid === undefined ? undefined : markOf(pid)
      if (mark) run.children[name] = mark
      else delete run.children[name]
      keep()
    },
    remove: () => [path, `${path}.part`].forEach(file => rmSync(file, { force: true })),
  }
}

/** Waits for the children of dead supervisors to end, then kills them; removes their records. */
export async function endLeftovers(dataDir: string, log: (line: string) => void): Promise<void> {
  const folder = join(dataDir, 'run')
  for (const { path, run } of runsIn(folder)) {
    if (run && run.space === processSpace() && isAlive(run.supervisor)) continue
    const children = run && run.space === processSpace() ? Object.entries(run.children) : []
    const alive = (): [string, ProcessMark][] => children.filter(([, mark]) => isAlive(mark))
    if (alive().length > 0)
      log(
        `waiting for the ${alive()
          .map(([name]) => name)
          .join(' and ')} of an earlier run to end`,
      )
    for (const [, mark] of alive()) signal(mark.pid, 'SIGTERM')
    for (let waitedMs = 0; waitedMs < DRAIN_MS && alive().length > 0; waitedMs += 50) await sleep(50)
    for (const [, mark] of alive()) signal(mark.pid, 'SIGKILL')
    rmSync(path, { force: true })
  }
}

/** Pids of the other live supervisors on this folder. */
export const otherSupervisors = (dataDir: string): number[] =>
  runsIn(join(dataDir, 'run')).flatMap(({ run }) =>
    run && run.space === processSpace() && run.supervisor.pid !== process.pid && isAlive(run.supervisor)
      ? [run.supervisor.pid]
      : [],
  )

function runsIn(folder: string): { path: string; run: Run | undefined }[] {
  let names: string[] = []
  try {
    names = readdirSync(folder).filter(name => name.endsWith('.json'))
  } catch {
    // no run yet
  }
  return names.map(name => {
    const path = join(folder, name)
    try {
      return { path, run: JSON.parse(readFileSync(path, 'utf8')) as Run }
    } catch {
      return { path, run: undefined }
    }
  })
}
