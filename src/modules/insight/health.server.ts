/** How the server process fares, for platform staff: memory, the database, and how long its event loop keeps others waiting. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Refusal } from '#model/error.ts'
import { isPlatform } from '#server/ctx.ts'
import { endpoint, worker } from '#server/parts.ts'

const WINDOW_MS = 5000
/** Two minutes are kept. */
const WINDOWS = 24

/** Time between two turns of the loop within one window, as Node measures it: an idle loop shows about 10 ms. */
export interface LoopWindow {
  /** When the window ended. */
  at: string
  p50Ms: number
  p99Ms: number
  maxMs: number
}

const delay = monitorEventLoopDelay({ resolution: 10 })
const windows: LoopWindow[] = []
const ms = (ns: number): number => Math.round(ns / 1e5) / 10

/** Closes one window after another. */
export const eventLoop = worker({
  name: 'insight.eventLoop',
  where: 'web',
  async run(ports) {
    // The first call finds it off, and begins.
    if (!delay.enable())
      windows.push({
        at: ports.now().toISOString(),
        p50Ms: ms(delay.percentile(50)),
        p99Ms: ms(delay.percentile(99)),
        maxMs: ms(delay.max),
      })
    delay.reset()
    windows.splice(0, windows.length - WINDOWS)
    return WINDOW_MS
  },
})

export const health = endpoint({
  method: 'GET',
  path: '/api/insight/health',
  access: 'login',
  scope: 'none',
  summary: 'The server process: uptime, memory, database, delays of its event loop. For platform staff',
  async run(ctx) {
    if (!isPlatform(ctx.user)) throw new Refusal('forbidden')
    const memory = process.memoryUsage()
    return {
      uptimeS: Math.round(process.uptime()),
      rssBytes: memory.rss,
      heapBytes: memory.heapUsed,
      databaseDown: ctx.ports.db.down,
      windowMs: WINDOW_MS,
      eventLoop: windows,
    }
  },
})
