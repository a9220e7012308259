/** Processor time used by the processes of the product, from the process list; other work on the machine hardly affects it. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Bench } from './run.ts'

/** The kernel counts hundredths of a second (`getconf CLK_TCK` is 100 on Linux). */
const TICK_US = 10_000

interface Times {
  parent: number
  ownTicks: number
  /** Time of children that have ended. */
  endedTicks: number
}
function timesOf(pid: number): Times | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const ticks = (from: number): number => Number(fields[from]) + Number(fields[from + 1])
    return { parent: Number(fields[1]), ownTicks: ticks(11), endedTicks: ticks(13) }
  } catch {
    return null
  }
}

/** Microseconds used by each process so far; the database with all its backends. */
export interface ProcessorTime {
  server: number
  worker: number
  supervisor: number
  database: number
}
export function processorTime({ product }: Bench): ProcessorTime {
  const { server, worker, postmaster } = product.pids()
  const used = (pid: number | undefined): number => (pid ? (timesOf(pid)?.ownTicks ?? 0) * TICK_US : 0)
  const backends = readdirSync('/proc').flatMap(name => {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null
    return times && times.parent === postmaster ? [times.ownTicks] : []
  })
  const ended = (postmaster && timesOf(postmaster)?.endedTicks) || 0
  return {
    server: used(server),
    worker: used(worker),
    supervisor: used(server && timesOf(server)?.parent),
    database: used(postmaster) + (backends.reduce((sum, ticks) => sum + ticks, 0) + ended) * TICK_US,
  }
}

/** Microseconds per message for each process, between two readings. */
export const perMessage = (before: ProcessorTime, after: ProcessorTime, messages: number): ProcessorTime => {
  const of = (name: keyof ProcessorTime): number => (after[name] - before[name]) / messages
  return { server: of('server'), worker: of('worker'), supervisor: of('supervisor'), database: of('database') }
}
