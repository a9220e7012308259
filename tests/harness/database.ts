/** Fresh databases for tests: each a copy of the migrated template, in the one cluster of the test run. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A `pg.ClientConfig` as JSON; set by globalSetup.ts and inherited by the processes of test files. */
export const CLUSTER_VARIABLE = 'PORTICO_TEST_CLUSTER'
/** The migrated database that freshDatabase copies, set likewise. Each run has its own, because runs may share a server. */
export const TEMPLATE_VARIABLE = 'TEST_TEMPLATE'

export type TestConnection = {
  host?: string
  port?: number
  user?: string
  password?: string
  database: string
  ssl?: boolean
}
export type FreshDatabase = {
  /** For `new pg.Pool(connection)`. */
  connection: TestConnection
  /** The same as a URL, for child processes that take DATABASE_URL. */
  url: string
  /** Ends every session in it and drops it. */
  drop: () => Promise<void>
}

/** Creates a database, migrated and empty, in about 50 ms; call `drop` when the test file is done. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const cluster = clusterConnection()
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(cluster, `create database ${name} template ${process.env[TEMPLATE_VARIABLE]} strategy file_copy`)
  const connection = { ...cluster, database: name }
  return {
    connection,
    url: urlOf(connection),
    drop: () => onCluster(cluster, `drop database if exists ${name} with (force)`),
  }
}

/** The run's cluster, in its maintenance database. Throws outside a vitest run with the globalSetup. */
export function clusterConnection(): TestConnection {
  const given = process.env[CLUSTER_VARIABLE]
  if (!given) throw new Error('no test database: run this test by vitest with tests/harness/globalSetup.ts')
  return JSON.parse(given) as TestConnection
}

/** Runs statements in the cluster's maintenance database, one after the other. */
export async function onCluster(cluster: TestConnection, ...statements: string[]): Promise<void> {
  const client = new pg.Client(cluster)
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export function urlOf(connection: TestConnection): string {
  const { host = 'localhost', port = 5432, user = 'portico', password, database } = connection
  const login = `${encodeURIComponent(user)}${password ? `:${encodeURIComponent(password)}` : ''}`
  return host.startsWith('/')
    ? `postgresql://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${login}@${host}:${port}/${database}`
}
