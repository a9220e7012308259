/** How long the server's event loop keeps others waiting while something goes on; as it says itself. */
import { readFileSync } from 'node:fs'
import { pause, type Stage } from './stage.ts'

const BAR_MS = 20
/** Beyond this share of waiting for a core the figure is one of the machine; only what blocks for good still fails. */
const FOREIGN_PERCENT = 10
const BUSY_BAR_MS = 200
/** Long enough for one whole window of five seconds. */
export const PHASE_MS = 11_000

interface Window {
  at: string
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/** Milliseconds that a process was ready to run and waited for a core: what no code of ours can mend. */
const waitedMs = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6

/** What our code does to the loop it does every time; what a neighbour of this machine did is gone at the next. */
const TRIES = 3

export async function judgeLoop(stage: Stage, what: string, work: () => Promise<string>): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    const { line, within } = await during(stage, what, PHASE_MS, work)
    if (within || left === 1) return stage.check(line, within)
    stage.say(`${line}: again`)
  }
}

/** Runs `work` again and again for at least `forMs`; tells of the windows that lie wholly inside. */
export async function during(
  { product }: Stage,
  what: string,
  forMs: number,
  work: () => Promise<string>,
): Promise<{ line: string; within: boolean }> {
  const { server } = product.pids()
  const waited = waitedMs(server)
  const started = Date.now()
  let said = ''
  do said = await work()
  while (Date.now() - started < forMs)
  const ended = Date.now()
  const share = Math.round(((waitedMs(server) - waited) / (ended - started)) * 100)
  const { windowMs } = await product.api.get<{ windowMs: number }>('/api/insight/health')
  await pause(windowMs)
  const { eventLoop } = await product.api.get<{ eventLoop: Window[] }>('/api/insight/health')
  const inside = eventLoop.filter(({ at }) => Date.parse(at) - windowMs >= started && Date.parse(at) <= ended)
  const worst = Math.max(...inside.map(window => window.p99Ms))
  const longest = Math.max(...inside.map(window => window.maxMs))
  const line = `${what}, ${said}: p99 ${worst} ms in the worst of ${inside.length} windows, longest ${longest} ms; ${share} % of the time it waited for a core`
  const bar = share <= FOREIGN_PERCENT ? BAR_MS : BUSY_BAR_MS
  return { line: `${line} (bar ${bar} ms)`, within: inside.length > 0 && worst <= bar }
}
