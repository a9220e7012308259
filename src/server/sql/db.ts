/** Access to the database: transactions with one database role each, and the scope of the request. */
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { Input } from '#model/row.ts'
import { CommitsHang } from './commitPlaces.ts'
import type { Database } from './databaseUrl.ts'
import { isDown } from './isDown.ts'
import { keepsRole, Pools, RollbackFailed } from './pools.ts'

/** The role of a transaction. `engine` is the platform itself: outbox, commands, sync. */
export type Actor =
  | { role: 'app'; appId: string; sourceId?: string }
  /** An account that is limited to sites and groups: their devices in its application, none where it names no application. */
  | {
      role: 'places'
      appId: string | null
      sourceId: string
      /** Null: all of the application. */ places: { sites: readonly string[]; groups: readonly string[] } | null
      apps: readonly string[]
    }
  /** Reads some applications, and writes nothing. */
  | { role: 'apps'; appIds: readonly string[] }
  | { role: 'source'; sourceId: string }
  /** Several organisations, but not all. */
  | { role: 'scope'; sourceIds: readonly string[] }
  | { role: 'platform' }
  | { role: 'engine' }
  | { role: 'ingest' }

/** Runs one statement. */
export type RunSql = <Row = Input>(query: Sql) => Promise<Row[]>
/** Runs statements of one transaction. */
export interface Query extends RunSql {
  /** Runs after the transaction is committed, and never if it is not: for hints, which must not arrive before the change. */
  afterCommit(work: () => void): void
}

export interface TxOptions {
  /** Time limit of each statement. */
  statementMs?: number
}

export interface Db {
  /**
   * Runs `work` in one transaction as `actor`. Commits when it resolves, rolls back when it throws. When a connection breaks
   * during a commit, it is unknown whether it was done: running the work again must lead to the same result either way.
   */
  tx<T>(actor: Actor, work: (sql: Query) => Promise<T>, options?: TxOptions): Promise<T>
  /** One statement in a transaction of its own. */
  query<Row = Input>(actor: Actor, query: Sql): Promise<Row[]>
  /** True while the database is known not to answer; statements then fail at once. */
  readonly down: boolean
  end(): Promise<void>
}

// Instants are RFC 3339 in UTC with milliseconds, days as stored; both stay strings.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, value => new Date(value).toISOString())
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)

const id = (value: string | undefined): string => {
  if (value === undefined) return ''
  if (!isId(value)) throw new Error(`not an id: ${value}`)
  return value
}

const placesOpening = (actor: Actor & { role: 'places' }): string => {
  const list = (ids: readonly string[]): string => ids.map(id).join(',')
  return `; select set_config('portico.app_id', '${id(actor.appId ?? undefined)}', true), set_config('portico.source_id', '${id(actor.sourceId)}', true),
    set_config('portico.whole_app', '${actor.places ? 'off' : 'on'}', true),
    set_config('portico.site_ids', '${list(actor.places?.sites ?? [])}', true), set_config('portico.group_ids', '${list(actor.places?.groups ?? [])}', true), set_config('portico.app_ids', '${list(actor.apps)}', true)`
}

/** The statements that open a transaction in its role, in one round trip. */
const openingOf = (actor: Actor): string =>
  `begin; set local role rt_${actor.role}` +
  (actor.role === 'app'
    ? `; select set_config('portico.app_id', '${id(actor.appId)}', true), set_config('portico.source_id', '${id(actor.sourceId)}', true)`
    : '') +
  (actor.role === 'places' ? placesOpening(actor) : '') +
  (actor.role === 'apps' ? `; select set_config('portico.app_ids', '${actor.appIds.map(id).join(',')}', true)` : '') +
  (actor.role === 'source' ? `; select set_config('portico.source_id', '${id(actor.sourceId)}', true)` : '') +
  (actor.role === 'scope'
    ? `; select set_config('portico.source_ids', '${actor.sourceIds.map(id).join(',')}', true)`
    : '')

const STATEMENT_MS = 5000

/**
 * Opens pools of at most `max` connections each (default 10); a statement may take `statementTimeoutMs` (default 5000).
 * Engine and ingest have their own pools. They work for requests whose transactions are still open: in one shared pool
 * the requests that hold every connection would wait for each other. And because such a connection keeps its role, a single
 * statement needs a single round trip.
 */
export function openDb(database: Database, options: { max?: number; statementTimeoutMs?: number } = {}): Db {
  const statementMs = options.statementTimeoutMs ?? STATEMENT_MS
  const pools = new Pools(database, options.max ?? 10, statementMs)
  const db: Db = {
    get down() {
      return pools.connections.away
    },
    tx: (actor, work, { statementMs: ms = statementMs } = {}) =>
      pools.borrow(actor, async client => {
        try {
          const opening = keepsRole(actor) ? 'begin' : openingOf(actor)
          const limit = ms === statementMs ? '' : `; set local statement_timeout = ${Number(ms)}`
          await pools.run(client, opening + limit)
          const after: (() => void)[] = []
          const query: Query = Object.assign(<Row>(text: Sql) => pools.run<Row>(client, text, ms), {
            afterCommit: (then: () => void) => void after.push(then),
          })
          const result = await work(query)
          await pools.commit(client, actor)
          for (const then of after) then()
          return result
        } catch (error) {
          if (!isDown(error) || error instanceof CommitsHang)
            await pools.run(client, 'rollback').catch(() => {
              throw new RollbackFailed(error)
            })
          throw error
        }
      }),
    async query<Row>(actor: Actor, query: Sql): Promise<Row[]> {
      if (!keepsRole(actor)) return db.tx(actor, sql => sql<Row>(query))
      // A lane has one statement in progress, and storing messages has priority over everything else.
      const free = actor.role === 'ingest' || /^\s*select\b/i.test(query.text)
      return pools.borrow(actor, client => {
        const ask = (): Promise<Row[]> => pools.run<Row>(client, query)
        return free ? ask() : pools.places.engine.hold(ask)
      })
    },
    end: () => pools.end(),
  }
  return db
}
