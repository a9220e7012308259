/** The connections of a process, in one pool for each role that keeps its connections and one for all other roles. */
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { CommitPlaces, CommitsHang } from './commitPlaces.ts'
import { DatabaseAway, watchConnections, type Connections } from './connections.ts'
import type { Database } from './databaseUrl.ts'
import type { Actor } from './db.ts'
import { isDown } from './isDown.ts'
import { preparedName } from './prepared.ts'
import { sessionOptions } from './sessionOptions.ts'

type PoolName = OwnRole | 'callers'
type OwnRole = 'engine' | 'ingest'
/** Roles whose connections keep the role: a single statement needs no transaction. */
export const keepsRole = (actor: Actor): actor is Actor & { role: OwnRole } =>
  actor.role === 'engine' || actor.role === 'ingest'
const poolOf = (actor: Actor): PoolName => (keepsRole(actor) ? actor.role : 'callers')

/** Time for the round trip and the commit, added to the limit of the statement. */
const COMMIT_MS = 3000

export class Pools {
  readonly connections: Connections
  readonly places: Record<PoolName, CommitPlaces>
  private readonly pools: Record<PoolName, pg.Pool>
  private readonly statementMs: number

  constructor(database: Database, max: number, statementMs: number) {
    this.connections = watchConnections(database)
    this.statementMs = statementMs
    const open = (role?: string): pg.Pool => this.open(database, max, role)
    this.pools = { engine: open('rt_engine'), ingest: open('rt_ingest'), callers: open() }
    this.places = { engine: new CommitPlaces(max), ingest: new CommitPlaces(max), callers: new CommitPlaces(max) }
  }

  /** Gives `work` a connection; a broken one is removed from its pool. */
  async borrow<T>(actor: Actor, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.connections.away) throw new DatabaseAway()
    let client: pg.PoolClient
    try {
      client = await this.pools[poolOf(actor)].connect()
    } catch (error) {
      this.connections.failed(error)
      // Nothing was sent yet, so a retry is safe, whatever prevented the connection.
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
        this.connections.failed(error)
      }
      throw error instanceof RollbackFailed ? error.cause : error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  /** One round trip, which ends at most `COMMIT_MS` after the statement's own limit. */
  async run<Row>(client: pg.PoolClient, statement: Sql | string, ms = this.statementMs): Promise<Row[]> {
    const end = this.connections.waits(client)
    const { text, values } = typeof statement === 'string' ? { text: statement, values: [] } : statement
    const name = typeof statement === 'string' ? undefined : preparedName(statement)
    try {
      const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: ms + COMMIT_MS }
      const result = await client.query({ ...query, ...(values.length ? { values } : {}), ...(name ? { name } : {}) })
      return result.rows as Row[]
    } finally {
      end()
    }
  }

  /** Only transactions with changes wait for a place. */
  async commit(client: pg.PoolClient, actor: Actor): Promise<void> {
    const places = this.places[poolOf(actor)]
    if (places.full) {
      const [row] = await this.run<{ changed: boolean }>(
        client,
        'select pg_current_xact_id_if_assigned() is not null as changed',
      )
      if (!row!.changed) return void (await this.run(client, 'commit'))
    }
    await places.hold(() => this.run(client, 'commit'))
  }

  async end(): Promise<void> {
    await Promise.all(Object.values(this.pools).map(pool => pool.end()))
    this.connections.stop()
  }

  private open(database: Database, max: number, role?: string): pg.Pool {
    const pool = new pg.Pool({
      ...database,
      Client: this.connections.Client,
      max,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      options: sessionOptions({
        statement_timeout: this.statementMs,
        lock_timeout: 2000,
        idle_in_transaction_session_timeout: 10_000,
        ...(role ? { role } : {}),
      }),
      application_name: 'portico',
    })
    // Without a listener an idle connection that breaks would end the process.
    pool.on('error', error => this.connections.failed(error))
    return pool
  }
}

/** The connection is in an unknown state and must not be used again; `cause` is the original error. */
export class RollbackFailed extends Error {
  constructor(cause: unknown) {
    super('rollback failed', { cause })
  }
}
