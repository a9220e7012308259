/** A lock of the whole machine for tests with an upper limit on time, so that none of them measures another one's load. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markOf } from '#server/sql/cluster/processes.ts'

const LOCK = join(tmpdir(), 'portico-quietly.lock')
/** No timed part takes longer. An older lock belongs to a test that hangs or a process that was killed. */
const LONGEST_MS = 60_000
const LOOK_MS = 20
let count = 0

/**
 * Runs `act` while no other timed test of this machine runs, in any process; returns its milliseconds, without the wait
 * before it. What is measured must begin inside. `lap()` returns the milliseconds since `act` or the last lap began.
 * An error of `act` is thrown on.
 */
export async function quietly(act: (lap: () => number) => Promise<unknown>, lock = LOCK): Promise<number> {
  const own = `${process.pid} ${markOf(process.pid)?.startTicks} ${(count += 1)}`
  while (!take(lock, own)) await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  const began = performance.now()
  let lapBegan = began
  const lap = (): number => -lapBegan + (lapBegan = performance.now())
  try {
    await act(lap)
    return performance.now() - began
  } finally {
    if (holderOf(lock) === own) rmSync(lock, { force: true })
  }
}

/** The lock appears with its content at once, because it is linked and not written. */
function take(lock: string, own: string): boolean {
  const draft = `${lock}.${process.pid}.${count}`
  writeFileSync(draft, own)
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    discardAbandoned(lock, draft)
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

function holderOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return undefined
  }
}

/** Removes a lock whose holder is gone. Of several processes that see it, one renames it; the others find it gone. */
function discardAbandoned(lock: string, draft: string): void {
  const holder = holderOf(lock)
  if (holder === undefined) return
  const [pid, startTicks] = holder.split(' ')
  const isHeld = markOf(Number(pid))?.startTicks === startTicks
  try {
    if (isHeld && Date.now() - statSync(lock).mtimeMs < LONGEST_MS) return
    renameSync(lock, `${draft}.old`)
    if (holderOf(`${draft}.old`) !== holder) linkSync(`${draft}.old`, lock)
    rmSync(`${draft}.old`, { force: true })
  } catch {
    // Another process was quicker.
  }
}
