/** Information about processes: which are alive, since when, and which belong to a database folder. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** Distinguishes a process from a later one with the same pid: `startTicks` is its start in clock ticks since boot. */
export type ProcessMark = { pid: number; startTicks: string }

export function markOf(pid: number): ProcessMark | undefined {
  const stat = statOf(pid)
  if (stat) return stat.state === 'Z' ? undefined : { pid, startTicks: stat.startTicks }
  return hasProc() || !answers(pid) ? undefined : { pid, startTicks: '' }
}

export const isAlive = (mark: ProcessMark): boolean => markOf(mark.pid)?.startTicks === mark.startTicks

/** Pids of live PostgreSQL processes whose working directory is `folder` (a real path): postmaster and its children. */
export function postgresProcesses(folder: string): number[] {
  if (!hasProc()) return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(
      pid =>
        link(pid, 'cwd') === folder &&
        basename(link(pid, 'exe') ?? '').startsWith('postgres') &&
        markOf(pid) !== undefined,
    )
}

/** The boot and pid namespace in which pids and start ticks are valid; marks from another one cannot be checked here. */
export function processSpace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return 'one'
  }
}

/** Sends a signal; false when the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** True on Linux; elsewhere only pids are known, not their programs. */
export const hasProc = (): boolean => process.platform === 'linux'

function statOf(pid: number): { state: string; startTicks: string } | undefined {
  try {
    // The command may contain spaces and brackets, so fields are counted from the last bracket: proc(5), fields 3 and 22.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startTicks: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

function link(pid: number, name: 'cwd' | 'exe'): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return undefined
  }
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
