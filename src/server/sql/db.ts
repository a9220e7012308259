/** The way to the database: transactions that take one database role each, with the scope of the request. */
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { CommitPlaces, CommitsHang } from './commitPlaces.ts'
import { DatabaseAway, watchConnections } from './connections.ts'
import type { Database } from './databaseUrl.ts'
import { preparedName } from './prepared.ts'

/** Who a transaction acts as. `engine` is the platform itself: outbox, commands, sync. */
export type Actor =
  | { role: 'app'; appId: string; sourceId?: string }
  | { role: 'source'; sourceId: string }
  /** Several organisations, and not all. */
  | { role: 'scope'; sourceIds: readonly string[] }
  | { role: 'platform' }
  | { role: 'engine' }
  | { role: 'ingest' }

/** Runs one statement. */
export type RunSql = <Row = Record<string, unknown>>(query: Sql) => Promise<Row[]>
/** Runs statements of one transaction. */
export interface Query extends RunSql {
  /** Runs once the transaction is committed, and never if it is not: for hints, which must not come before what they hint at. */
  afterCommit(work: () => void): void
}

export interface TxOptions {
  /** Each statement of it may take so long. */
  statementMs?: number
}

export interface Db {
  /**
   * Runs `work` in one transaction as `actor`. Commits when it resolves, rolls back when it throws. A connection that breaks
   * while it commits leaves open whether it did: whoever runs it again must come to the same end either way.
   */
  tx<T>(actor: Actor, work: (sql: Query) => Promise<T>, options?: TxOptions): Promise<T>
  /** One statement in a transaction of its own. */
  query<Row = Record<string, unknown>>(actor: Actor, query: Sql): Promise<Row[]>
  /** True from when the database was found not to answer until it does; what is asked meanwhile fails at once. */
  readonly down: boolean
  end(): Promise<void>
}

// Instants travel as RFC 3339 in UTC with milliseconds, days as written; both stay strings.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, value => new Date(value).toISOString())
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)

const id = (value: string | undefined): string => {
  if (value === undefined) return ''
  if (!isId(value)) throw new Error(`not an id: ${value}`)
  return value
}

/** The statements that open a transaction in its role; one round trip. */
const openingOf = (actor: Actor): string =>
  `begin; set local role rt_${actor.role}` +
  (actor.role === 'app'
    ? `; select set_config('portico.app_id', '${id(actor.appId)}', true), set_config('portico.source_id', '${id(actor.sourceId)}', true)`
    : '') +
  (actor.role === 'source' ? `; select set_config('portico.source_id', '${id(actor.sourceId)}', true)` : '') +
  (actor.role === 'scope'
    ? `; select set_config('portico.source_ids', '${actor.sourceIds.map(id).join(',')}', true)`
    : '')

/** Codes that say the server is gone, going or out of room, rather than that the statement was wrong. */
const DOWN = /^(57P0[1-5]|08...|53...|25006)$/
/** What the way to it says. */
const AWAY = new Set(
  'ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN NO_PRIMARY'.split(' '),
)
export const isDown = (error: unknown): boolean => {
  if (error instanceof DatabaseAway || error instanceof CommitsHang) return true
  const { code, message } = error as { code?: string; message?: string }
  return (
    DOWN.test(code ?? '') ||
    AWAY.has(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout/.test(
      message ?? '',
    )
  )
}

const STATEMENT_MS = 5000
/** What a statement may take beyond its own limit: the way there and back, and its commit. */
const COMMIT_MS = 3000

/**
 * Opens pools of at most `max` connections each (default 10); a statement may take `statementTimeoutMs` (default 5000).
 * Engine and ingest have their own. They work on behalf of requests whose transactions are still open: out of one pool
 * requests that hold every connection would wait for each other. And as such a connection keeps its role, a single
 * statement is a single round trip.
 */
export function openDb(database: Database, options: { max?: number; statementTimeoutMs?: number } = {}): Db {
  const statementMs = options.statementTimeoutMs ?? STATEMENT_MS
  const max = options.max ?? 10
  const connections = watchConnections(database)
  const openPool = (role?: string): pg.Pool => {
    const pool = new pg.Pool({
      ...database,
      Client: connections.Client,
      max,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      options: `-c statement_timeout=${statementMs} -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000 -c timezone=UTC${role ? ` -c role=${role}` : ''}`,
      application_name: 'portico',
    })
    // Without a listener an idle connection that dies would end the process.
    pool.on('error', error => connections.failed(error))
    return pool
  }
  const pools = { engine: openPool('rt_engine'), ingest: openPool('rt_ingest'), callers: openPool() }
  const places = { engine: new CommitPlaces(max), ingest: new CommitPlaces(max), callers: new CommitPlaces(max) }
  const keepsRole = (actor: Actor): actor is { role: 'engine' | 'ingest' } =>
    actor.role === 'engine' || actor.role === 'ingest'
  const poolOf = (actor: Actor): keyof typeof pools => (keepsRole(actor) ? actor.role : 'callers')

  /** Hands `work` a connection; what breaks it takes it out of its pool. */
  async function borrow<T>(actor: Actor, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (connections.away) throw new DatabaseAway()
    let client: pg.PoolClient
    try {
      client = await pools[poolOf(actor)].connect()
    } catch (error) {
      connections.failed(error)
      // Nothing was asked yet, so whatever kept it from connecting, asking again loses and doubles nothing.
      throw isDown(error) ? error : new DatabaseAway((error as Error).message, error)
    }
    const onError = () => {}
    client.on('error', onError)
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      if ((isDown(error) && !(error instanceof CommitsHang)) || error instanceof RollbackFailed) {
        broken = error as Error
        connections.failed(error)
      }
      throw error instanceof RollbackFailed ? error.cause : error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }
  /** One round trip, which ends at the latest `COMMIT_MS` after the statement's own limit. */
  async function run<Row>(client: pg.PoolClient, statement: Sql | string, ms = statementMs): Promise<Row[]> {
    const end = connections.waits(client)
    const { text, values } = typeof statement === 'string' ? { text: statement, values: [] } : statement
    const name = typeof statement === 'string' ? undefined : preparedName(statement)
    try {
      const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: ms + COMMIT_MS }
      const result = await client.query(values.length ? { ...query, values, ...(name ? { name } : {}) } : query)
      return result.rows as Row[]
    } finally {
      end()
    }
  }
  /** Only what changed something has a place to wait for. */
  async function commit(client: pg.PoolClient, pool: keyof typeof pools): Promise<void> {
    if (places[pool].full) {
      const [row] = await run<{ changed: boolean }>(
        client,
        'select pg_current_xact_id_if_assigned() is not null as changed',
      )
      if (!row!.changed) return void (await run(client, 'commit'))
    }
    await places[pool].hold(() => run(client, 'commit'))
  }

  const db: Db = {
    get down() {
      return connections.away
    },
    tx: (actor, work, { statementMs: ms = statementMs } = {}) =>
      borrow(actor, async client => {
        try {
          const opening = keepsRole(actor) ? 'begin' : openingOf(actor)
          await run(client, ms === statementMs ? opening : `${opening}; set local statement_timeout = ${Number(ms)}`)
          const after: (() => void)[] = []
          const query: Query = Object.assign(<Row>(text: Sql) => run<Row>(client, text, ms), {
            afterCommit: (then: () => void) => void after.push(then),
          })
          const result = await work(query)
          await commit(client, poolOf(actor))
          for (const then of after) then()
          return result
        } catch (error) {
          if (!isDown(error) || error instanceof CommitsHang)
            await run(client, 'rollback').catch(() => {
              throw new RollbackFailed(error)
            })
          throw error
        }
      }),
    async query<Row>(actor: Actor, query: Sql): Promise<Row[]> {
      if (!keepsRole(actor)) return db.tx(actor, sql => sql<Row>(query))
      // A lane has one statement under way, and what it stores comes before all else.
      const free = actor.role === 'ingest' || /^\s*select\b/i.test(query.text)
      return borrow(actor, client => {
        const ask = (): Promise<Row[]> => run<Row>(client, query)
        return free ? ask() : places.engine.hold(ask)
      })
    },
    async end() {
      await Promise.all(Object.values(pools).map(pool => pool.end()))
      connections.stop()
    },
  }
  return db
}

/** The connection is in an unknown state and must not be used again; `cause` is what had gone wrong before. */
class RollbackFailed extends Error {
  constructor(cause: unknown) {
    super('rollback failed', { cause })
  }
}
