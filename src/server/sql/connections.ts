/**
 * The connections of a process to its database, watched: where the database is now, and which connections lead nowhere.
 * A server that froze, or that another has replaced, closes nothing: what is asked on a connection to it would be waited for
 * until the statement's own limit. So as soon as an answer is overdue a fresh connection asks whether the database is there,
 * where it takes writes, and whether it knows the connection that waits.
 */
import pg from 'pg'
import { destroy, findPrimary, NoPrimary, pidOf } from './findPrimary.ts'
import type { Database, Host } from './databaseUrl.ts'

/** An answer is overdue after so long. Statements may take longer; asking costs one connection a second. */
const OVERDUE_MS = 1000
const LOOK_MS = 200

/** The database cannot be reached at the moment; nothing was asked of it. */
export class DatabaseAway extends Error {
  constructor(reason = 'the database does not answer', cause?: unknown) {
    super(reason, { cause })
  }
}

export interface Connections {
  /** For pools: connects to the server that takes writes. */
  readonly Client: typeof pg.Client
  /** True from when the database is known not to answer until it does. */
  readonly away: boolean
  /** The time until `end` counts as waiting for the database. Answers `end`. */
  waits(client: pg.ClientBase): () => void
  /** A connection broke or could not be made. */
  failed(error: unknown): void
  stop(): void
}

export function watchConnections(database: Database): Connections {
  const live = new Map<pg.ClientBase, Host | null>()
  const waiting = new Map<pg.ClientBase, number>()
  let place: Host | null = null
  let timeline = 0
  let away = false
  let suspected = false
  let looking: Promise<void> | null = null

  const overdue = (): pg.ClientBase[] => {
    const before = performance.now() - OVERDUE_MS
    return [...waiting].filter(([, since]) => since <= before).map(([client]) => client)
  }
  const settle = (at: Host | null, pids: ReadonlySet<number> | null, asked: readonly pg.ClientBase[]): void => {
    place = at
    for (const [client, host] of live) {
      const gone = at !== null && (host?.host !== at.host || host.port !== at.port)
      const unknown = pids !== null && asked.includes(client) && waiting.has(client) && !pids.has(pidOf(client) ?? 0)
      if (gone || unknown) destroy(client)
    }
  }
  const look = async (): Promise<void> => {
    const late = overdue()
    suspected = false
    try {
      const known = late.map(pidOf).filter(pid => pid !== null)
      const primary = await findPrimary(database, { pids: known, since: timeline })
      timeline = Math.max(timeline, primary.timeline)
      settle(primary.at, primary.pids, late)
      away = false
    } catch (error) {
      away = error instanceof NoPrimary && (error.away || (away && database.hosts !== undefined))
      if (!away) return
      // Whoever waits is better told now: what was asked may be done all the same, and everyone who asks again knows that.
      for (const client of overdue()) destroy(client)
    }
  }
  const lookNow = (): Promise<void> => (looking ??= look().finally(() => (looking = null)))
  const timer = setInterval(() => {
    if (!looking && (away || suspected || overdue().length > 0)) void lookNow()
  }, LOOK_MS).unref()

  class Watched extends pg.Client {
    override connect(): Promise<this>
    override connect(callback: (error: Error | null, client?: this) => void): void
    override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | void {
      const connecting = this.reach()
      if (!callback) return connecting
      connecting.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      )
    }
    private async reach(): Promise<this> {
      if (database.hosts) {
        if (!place) await lookNow()
        if (!place) throw new DatabaseAway()
        Object.assign(this, place)
      }
      live.set(this, place)
      this.once('end', () => live.delete(this))
      waiting.set(this, performance.now())
      try {
        await super.connect()
        return this
      } finally {
        waiting.delete(this)
      }
    }
  }
  return {
    Client: Watched as unknown as typeof pg.Client,
    get away() {
      return away
    },
    waits(client) {
      waiting.set(client, performance.now())
      return () => void waiting.delete(client)
    },
    failed(error) {
      suspected = true
      // Refused at the door: there is nothing to wait for. Everything else is found out by looking.
      if (/^(ECONNREFUSED|ENOENT|57P03)$/.test((error as { code?: string }).code ?? '')) away = true
    },
    stop: () => clearInterval(timer),
  }
}
