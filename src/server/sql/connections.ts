/**
 * Monitors the connections of a process to its database: which server is the primary, and which connections are dead.
 * A server that froze, or was replaced, closes no connections: a statement on one would be waited for
 * until its own timeout. So when an answer is overdue, a new connection checks whether the database is reachable,
 * which server is the primary, and whether that server knows the waiting connection.
 */
import pg from 'pg'
import { destroy, findPrimary, NoPrimary, pidOf } from './findPrimary.ts'
import type { Database, Host } from './databaseUrl.ts'

/** When an answer is overdue. Statements may take longer; checking costs one connection a second. */
const OVERDUE_MS = 1000
const LOOK_MS = 200

/** The database cannot be reached at the moment; nothing was sent to it. */
export class DatabaseAway extends Error {
  constructor(reason = 'the database does not answer', cause?: unknown) {
    super(reason, { cause })
  }
}

export interface Connections {
  /** For pools: connects to the primary. */
  readonly Client: typeof pg.Client
  /** True while the database is known not to answer. */
  readonly away: boolean
  /** The time until the returned function is called counts as waiting for the database. */
  waits(client: pg.ClientBase): () => void
  /** Reports that a connection broke or could not be made. */
  failed(error: unknown): void
  stop(): void
}

export const watchConnections = (database: Database): Connections => new Watch(database)

class Watch implements Connections {
  readonly Client: typeof pg.Client
  away = false
  /** The primary; null until it was found, and where the address has one server only. */
  place: Host | null = null
  readonly live = new Map<pg.ClientBase, Host | null>()
  private readonly database: Database
  private readonly waiting = new Map<pg.ClientBase, number>()
  private timeline = 0
  private suspected = false
  private looking: Promise<void> | null = null
  private readonly timer: NodeJS.Timeout

  constructor(database: Database) {
    this.database = database
    this.Client = watchedClient(database, this)
    this.timer = setInterval(() => {
      if (!this.looking && (this.away || this.suspected || this.overdue().length > 0)) void this.lookNow()
    }, LOOK_MS).unref()
  }

  waits(client: pg.ClientBase): () => void {
    this.waiting.set(client, performance.now())
    return () => void this.waiting.delete(client)
  }

  failed(error: unknown): void {
    this.suspected = true
    // The connection was refused, so there is nothing to wait for. All other cases are found out by checking.
    if (/^(ECONNREFUSED|ENOENT|57P03)$/.test((error as { code?: string }).code ?? '')) this.away = true
  }

  stop(): void {
    clearInterval(this.timer)
  }

  lookNow(): Promise<void> {
    return (this.looking ??= this.look().finally(() => (this.looking = null)))
  }

  private overdue(): pg.ClientBase[] {
    const before = performance.now() - OVERDUE_MS
    return [...this.waiting].filter(([, since]) => since <= before).map(([client]) => client)
  }

  private async look(): Promise<void> {
    const late = this.overdue()
    this.suspected = false
    try {
      const known = late.map(pidOf).filter(pid => pid !== null)
      const primary = await findPrimary(this.database, { pids: known, since: this.timeline })
      this.timeline = Math.max(this.timeline, primary.timeline)
      this.settle(primary.at, primary.pids, late)
      this.away = false
    } catch (error) {
      this.away = error instanceof NoPrimary && (error.away || (this.away && this.database.hosts !== undefined))
      if (!this.away) return
      // An early error serves callers better than waiting; the statement may have been executed all the same, which every caller expects.
      for (const client of this.overdue()) destroy(client)
    }
  }

  /** Ends connections to servers other than `at`, and those that the server does not know. */
  private settle(at: Host | null, pids: ReadonlySet<number> | null, asked: readonly pg.ClientBase[]): void {
    this.place = at
    for (const [client, host] of this.live) {
      const gone = at !== null && (host?.host !== at.host || host.port !== at.port)
      const unknown =
        pids !== null && asked.includes(client) && this.waiting.has(client) && !pids.has(pidOf(client) ?? 0)
      if (gone || unknown) destroy(client)
    }
  }
}

/** A client that connects to the current primary. */
function watchedClient(database: Database, watch: Watch): typeof pg.Client {
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
        if (!watch.place) await watch.lookNow()
        if (!watch.place) throw new DatabaseAway()
        Object.assign(this, watch.place)
      }
      watch.live.set(this, watch.place)
      this.once('end', () => watch.live.delete(this))
      const end = watch.waits(this)
      try {
        await super.connect()
        return this
      } finally {
        end()
      }
    }
  }
  return Watched as unknown as typeof pg.Client
}
