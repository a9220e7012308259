/** The delay of the server's event loop during some work, as the server measures it, and the work of its turns. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { became, type Stage } from './stage.ts'

const BAR_MS = 20
/** Beyond this share of waiting for a core the delay is about the machine; then only the work of each turn is judged. */
const FOREIGN_PERCENT = 10
const LOOP_DIR = mkdtempSync(join(tmpdir(), 'portico-loop-'))
process.once('exit', () => rmSync(LOOP_DIR, { recursive: true, force: true }))
const LOOP_FILE = join(LOOP_DIR, 'turns.jsonl')
/** Has the product measure the work of its turns. */
export const MEASURES_TURNS = {
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'loopWork.mjs')).href}`,
  FAULT_LOOP_FILE: LOOP_FILE,
}
/** A little longer than one window, at whose beginning the work starts. */
export const PHASE_MS = 5500

/** Every window ends before this. */
const WINDOW_LIMIT_MS = 60_000

interface Window {
  at: string
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/** Milliseconds for which a process was ready to run and waited for a core, which no code of ours can change. */
const waitedMs = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6

/** The most processor time of a turn (p99) in the windows that ended after `sinceMs`. */
const workedMs = (sinceMs: number): number =>
  Math.max(
    ...readFileSync(LOOP_FILE, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { at: number; p99Ms: number })
      .filter(({ at }) => at > sinceMs)
      .map(({ p99Ms }) => p99Ms),
  )

/** Delays caused by our code appear every time; those of other processes do not. */
const TRIES = 3

export async function judgeLoop(stage: Stage, what: string, work: () => Promise<string>): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    const { line, within } = await during(stage, what, work)
    if (within || left === 1) return stage.check(line, within)
    stage.print(`${line}: again`)
  }
}

const health = ({ product }: Stage): Promise<{ windowMs: number; eventLoop: Window[] }> =>
  product.api.get('/api/insight/health')
/** When the last window ended, in ms. */
const lastEnd = async (stage: Stage): Promise<number> =>
  Date.parse((await health(stage)).eventLoop.at(-1)?.at ?? '1970')

/** Repeats `work` until a whole window has passed; returns the windows that lie entirely within it. */
export async function during(
  stage: Stage,
  what: string,
  work: () => Promise<string>,
): Promise<{ line: string; within: boolean }> {
  const { server } = stage.product.pids()
  // Starts at the beginning of a window, because a window in progress includes earlier time.
  const before = await lastEnd(stage)
  let started = before
  await became(async () => (started = await lastEnd(stage)) > before, WINDOW_LIMIT_MS, 50)
  const waited = waitedMs(server)
  const began = Date.now()
  let output = ''
  do output = await work()
  while ((await lastEnd(stage)) <= started && Date.now() - began < WINDOW_LIMIT_MS)
  const share = Math.round(((waitedMs(server) - waited) / (Date.now() - began)) * 100)
  const { eventLoop } = await health(stage)
  const inside = eventLoop.filter(({ at }) => Date.parse(at) > started)
  const worst = Math.max(...inside.map(window => window.p99Ms))
  const longest = Math.max(...inside.map(window => window.maxMs))
  const line = `${what}, ${output}: p99 ${worst} ms in the worst of ${inside.length} windows, longest ${longest} ms; ${share} % of the time it waited for a core`
  const [worked, isForeign] = [workedMs(began), share > FOREIGN_PERCENT]
  return {
    line: `${line}; a turn worked ${worked.toFixed(1)} ms (p99; bar of the ${isForeign ? 'work' : 'delay'} ${BAR_MS} ms)`,
    within: inside.length > 0 && (isForeign ? worked : worst) <= BAR_MS,
  }
}
