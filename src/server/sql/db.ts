/** The way to the database: transactions that take one database role each, with the scope of the request. */
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'

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

export interface Db {
  /** Runs `work` in one transaction as `actor`. Commits when it resolves, rolls back when it throws. */
  tx<T>(actor: Actor, work: (sql: Query) => Promise<T>): Promise<T>
  /** One statement in a transaction of its own. */
  query<Row = Record<string, unknown>>(actor: Actor, query: Sql): Promise<Row[]>
  /** True while the last attempt to reach the database failed. */
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
export const openingOf = (actor: Actor): string =>
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
export const isDown = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  return (
    DOWN.test(code ?? '') ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message ?? '',
    )
  )
}

/**
 * Opens pools of at most `max` connections each (default 10); a statement may take `statementTimeoutMs` (default 5000).
 * Engine and ingest have their own. They work on behalf of requests whose transactions are still open: out of one pool
 * requests that hold every connection would wait for each other. And as such a connection keeps its role, a single
 * statement is a single round trip.
 */
export function openDb(connection: pg.ClientConfig, options: { max?: number; statementTimeoutMs?: number } = {}): Db {
  const openPool = (role?: string): pg.Pool => {
    const pool = new pg.Pool({
      ...connection,
      max: options.max ?? 10,
      connectionTimeoutMillis: 5000,
      options: `-c statement_timeout=${options.statementTimeoutMs ?? 5000} -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000 -c timezone=UTC${role ? ` -c role=${role}` : ''}`,
      application_name: 'portico',
    })
    // Without a listener an idle connection that dies would end the process.
    pool.on('error', () => {})
    return pool
  }
  const pools = { engine: openPool('rt_engine'), ingest: openPool('rt_ingest'), callers: openPool() }
  const keepsRole = (actor: Actor): actor is { role: 'engine' | 'ingest' } =>
    actor.role === 'engine' || actor.role === 'ingest'
  let down = false

  /** Hands `work` a connection; what breaks it takes it out of its pool. */
  async function borrow<T>(actor: Actor, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient
    try {
      client = await pools[keepsRole(actor) ? actor.role : 'callers'].connect()
      down = false
    } catch (error) {
      down = true
      throw error
    }
    const onError = () => {}
    client.on('error', onError)
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      if (isDown(error) || error instanceof RollbackFailed) broken = error as Error
      throw error instanceof RollbackFailed ? error.cause : error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }
  const ask = async <Row>(client: pg.PoolClient, query: Sql): Promise<Row[]> =>
    (await client.query({ text: query.text, values: query.values as unknown[] })).rows as Row[]

  const db: Db = {
    get down() {
      return down
    },
    tx: (actor, work) =>
      borrow(actor, async client => {
        try {
          await client.query(keepsRole(actor) ? 'begin' : openingOf(actor))
          const after: (() => void)[] = []
          const query: Query = Object.assign(<Row>(text: Sql) => ask<Row>(client, text), {
            afterCommit: (then: () => void) => void after.push(then),
          })
          const result = await work(query)
          await client.query('commit')
          for (const then of after) then()
          return result
        } catch (error) {
          if (!isDown(error))
            await client.query('rollback').catch(() => {
              throw new RollbackFailed(error)
            })
          throw error
        }
      }),
    query: <Row>(actor: Actor, query: Sql) =>
      keepsRole(actor) ? borrow(actor, client => ask<Row>(client, query)) : db.tx(actor, sql => sql<Row>(query)),
    async end() {
      await Promise.all(Object.values(pools).map(pool => pool.end()))
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
