/**
 * Measures how much processor time the server's main thread uses between two turns of its event loop, as the other processes
 * of a machine cannot lengthen it. Loaded with `--import`; one line for each window of 5 s is appended to FAULT_LOOP_FILE.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const WINDOW_MS = 5000
/** As `monitorEventLoopDelay` is set in the product. */
const TURN_MS = 10

if (isMainThread && process.argv[1]?.endsWith('src/main/server.ts')) {
  let turns = []
  let before = process.threadCpuUsage()
  let windowEnd = performance.now() + WINDOW_MS
  setInterval(() => {
    const used = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    turns.push((used.user + used.system) / 1000)
    if (performance.now() < windowEnd) return
    turns.sort((a, b) => a - b)
    const line = { at: Date.now(), p99Ms: turns[Math.floor(turns.length * 0.99)], maxMs: turns.at(-1) }
    appendFileSync(process.env.FAULT_LOOP_FILE, `${JSON.stringify(line)}\n`)
    turns = []
    windowEnd = performance.now() + WINDOW_MS
  }, TURN_MS).unref()
}
