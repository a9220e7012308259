/** The way to the database: transactions that take one database role each, with the scope of the request. */
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'

/** Who a transaction acts as. `engine` is the platform itself: outbox, commands, sync. */
export type Actor =
  | { role: 'app'; appId: string; sourceId?: string }
  | { role: 'source'; sourceId: string }
  | { role: 'platform' }
  | { role: 'engine' }
  | { role: 'ingest' }

export type Query = <Row = Record<string, unknown>>(query: Sql) => Promise<Row[]>

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
  (actor.role === 'source' ? `; select set_config('portico.source_id', '${id(actor.sourceId)}', true)` : '')

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

/** Opens a pool of at most `max` connections (default 10); a statement may take `statementTimeoutMs` (default 5000). */
export function openDb(connection: pg.ClientConfig, options: { max?: number; statementTimeoutMs?: number } = {}): Db {
  const pool = new pg.Pool({
    ...connection,
    max: options.max ?? 10,
    connectionTimeoutMillis: 2000,
    options: `-c statement_timeout=${options.statementTimeoutMs ?? 5000} -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000 -c timezone=UTC`,
    application_name: 'portico',
  })
  // Without a listener an idle connection that dies would end the process.
  pool.on('error', () => {})
  let down = false

  const db: Db = {
    get down() {
      return down
    },
    async tx(actor, work) {
      let client: pg.PoolClient
      try {
        client = await pool.connect()
        down = false
      } catch (error) {
        down = true
        throw error
      }
      const onError = () => {}
      client.on('error', onError)
      let broken: Error | undefined
      try {
        await client.query(openingOf(actor))
        const result = await work(
          async <Row>(query: Sql) =>
            (await client.query({ text: query.text, values: query.values as unknown[] })).rows as Row[],
        )
        await client.query('commit')
        return result
      } catch (error) {
        if (isDown(error)) broken = error as Error
        else
          await client.query('rollback').catch((cause: Error) => {
            broken = cause
          })
        throw error
      } finally {
        client.off('error', onError)
        client.release(broken)
      }
    },
    query: <Row>(actor: Actor, query: Sql) => db.tx(actor, sql => sql<Row>(query)),
    end: () => pool.end(),
  }
  return db
}
