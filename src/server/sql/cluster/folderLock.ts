/** One live owner per database folder, so that two starts on the same data cannot conflict. */
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProcessMark, isAlive, markOf, processSpace } from './processes.ts'

/** Containers may share a folder, so the owner also records the pid namespace of its pid. */
type Owner = ProcessMark & { space: string }

const BEAT_MS = 5_000
const SILENT_MS = 15_000

/** The folder belongs to another live process. */
export class FolderInUse extends Error {
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(
      `the data folder ${folder} is in use by another Portico (process ${pid}): stop it, or set PORTICO_DATA_DIR to another folder`,
    )
    this.pid = pid
  }
}

/**
 * Takes the lock file `path` of `folder` and returns the function that releases it; throws FolderInUse. The lock of a
 * dead process is taken over. The state of a process in another container is unknown, so its heartbeat is watched for
 * 15 s.
 */
export async function lockFolder(folder: string, path: string): Promise<() => void> {
  const own: Owner = { ...(markOf(process.pid) ?? { pid: process.pid, startTicks: '' }), space: processSpace() }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 })
  try {
    for (;;) {
      try {
        linkSync(draft, path)
        // Two processes that take over a dead owner's lock may each remove the other's; the one left after a moment has it.
        await sleep(20)
        if (same(read(path), own)) break
        continue
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const owner = read(path)
      if (owner && (await holds(owner, path))) throw new FolderInUse(folder, owner.pid)
      rmSync(path, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const beat = setInterval(() => touch(path), BEAT_MS)
  beat.unref()
  return () => {
    clearInterval(beat)
    if (same(read(path), own)) rmSync(path, { force: true })
  }
}

async function holds(owner: Owner, path: string): Promise<boolean> {
  if (owner.space === processSpace()) return isAlive(owner)
  const before = modifiedMs(path)
  for (let waitedMs = 0; waitedMs < SILENT_MS; waitedMs += 500) {
    await sleep(500)
    if (modifiedMs(path) !== before) return true
  }
  return false
}

function read(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner
  } catch {
    return undefined
  }
}

const same = (one: Owner | undefined, other: Owner): boolean =>
  one?.pid === other.pid && one.startTicks === other.startTicks

const modifiedMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // the folder was removed meanwhile; the database will report it
  }
}
