/** The health of the server process, for platform staff: memory, database, event loop delay, and messages that could not be stored. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import sql from 'sql-template-tag'
import { requirePlatform } from '#server/auth/requirePlatform.ts'
import { endpoint, worker } from '#server/parts.ts'

const WINDOW_MS = 5000
/** Number of windows kept, which is two minutes. */
const WINDOWS = 24

/** Delay between two turns of the event loop within one window, as Node measures it: an idle loop shows about 10 ms. */
export interface LoopWindow {
  /** The end of the window. */
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
    // The first call starts the measurement.
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

const COUNT_MS = 15_000
/** Counted by a worker, because the answer must also come while the database is unavailable. */
let deadMessages: { waiting: number; lastHour: number; countedAt: string } | null = null

/** Counts the messages that were set aside and have not been stored since. */
export const deadMessageCount = worker({
  name: 'insight.deadMessages',
  where: 'web',
  async run(ports) {
    const [row] = await ports.db.query<{ waiting: number; recent: number }>(
      { role: 'engine' },
      sql`select count(*)::int as waiting,
        count(*) filter (where received_at > now() - interval '1 hour')::int as recent
        from devices.dead_message where state = 0`,
    )
    deadMessages = { waiting: row!.waiting, lastHour: row!.recent, countedAt: ports.now().toISOString() }
    return COUNT_MS
  },
})

export const health = endpoint({
  method: 'GET',
  path: '/api/insight/health',
  access: 'login',
  scope: 'none',
  summary: [
    '服务进程：运行时长、内存、数据库、事件循环延迟；仅平台人员',
    'The server process: uptime, memory, database, delays of its event loop. For platform staff',
  ],
  async run(ctx) {
    requirePlatform(ctx.user)
    const memory = process.memoryUsage()
    return {
      uptimeS: Math.round(process.uptime()),
      rssBytes: memory.rss,
      heapBytes: memory.heapUsed,
      databaseDown: ctx.ports.db.down,
      deadMessages,
      windowMs: WINDOW_MS,
      eventLoop: windows,
    }
  },
})
