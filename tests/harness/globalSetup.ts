/** Before a test run: one PostgreSQL for all of it, with the migrated template that freshDatabase copies. */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
// Generates the registries that tests of the whole product import.
import '../../scripts/gen.ts'
import { isAlive, markOf } from '../../src/server/sql/cluster/processes.ts'
import { startCluster } from '../../src/server/sql/cluster/startCluster.ts'
import { migrate } from '../../src/server/sql/migrate.ts'
import { CLUSTER_VARIABLE, TEMPLATE_VARIABLE, type TestConnection, onCluster } from './database.ts'

const TEMPLATE = `portico_template_${process.pid}`
const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'tests/.tmp')
/** Files in memory, because the cluster is only needed during the run. */
const MEMORY = '/dev/shm'
const MEMORY_PREFIX = 'portico-test-'
/** The space that the largest run needs there, and what must remain on the machine. */
const ROOM_BYTES = 3 * 2 ** 30
const AVAILABLE_BYTES = 6 * 2 ** 30

/** With PORTICO_TEST_DATABASE_URL the tests use that server (≥ 15; its user must be allowed to create databases and roles). */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.PORTICO_TEST_DATABASE_URL
  const { connection, stop } = given ? external(given) : await embedded()
  await oneAtATime(connection, async () => {
    await onCluster(connection, `drop database if exists ${TEMPLATE} with (force)`, `create database ${TEMPLATE}`)
    await migrate({ ...connection, database: TEMPLATE }, join(ROOT, 'migrations'))
  })
  process.env[CLUSTER_VARIABLE] = JSON.stringify(connection)
  process.env[TEMPLATE_VARIABLE] = TEMPLATE
  return stop
}

/** Migrations create roles, which all databases of a server share; another run may be doing so. */
async function oneAtATime(connection: TestConnection, act: () => Promise<void>): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('portico tests'))")
    await act()
  } finally {
    await client.end()
  }
}

async function embedded(): Promise<{ connection: TestConnection; stop: () => Promise<void> }> {
  sweep(FOLDER, 'cluster-')
  sweep(MEMORY, MEMORY_PREFIX)
  const dataDir = hasRoom() ? join(MEMORY, `${MEMORY_PREFIX}${process.pid}`) : join(FOLDER, `cluster-${process.pid}`)
  mkdirSync(dataDir, { recursive: true })
  const cluster = await startCluster({
    dataDir,
    log: line => console.error(`test database: ${line}`),
    settings: {
      shared_buffers: '128MB',
      max_connections: '200',
      log_min_duration_statement: '-1',
      autovacuum_naptime: '5s',
      // Nothing here must survive a crash, so nothing waits for a disk; tests of durability start clusters of their own.
      fsync: 'off',
      full_page_writes: 'off',
      max_wal_size: '512MB',
      // Copying a database ends with a checkpoint; the log that a test reads must be kept nevertheless.
      wal_keep_size: '256MB',
    },
    dieWithParent: true,
  })
  return {
    connection: { ...cluster.connection, database: 'postgres' },
    stop: async () => {
      await cluster.stop('immediate')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function external(url: string): { connection: TestConnection; stop: () => Promise<void> } {
  const { host, port, user, password, database } = new pg.Client(url)
  const connection = {
    host,
    port,
    database: database ?? 'postgres',
    ...(user ? { user } : {}),
    ...(typeof password === 'string' ? { password } : {}),
  }
  return { connection, stop: () => onCluster(connection, `drop database if exists ${TEMPLATE} with (force)`) }
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY) || process.availableMemory() < AVAILABLE_BYTES) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES
}

/** Removes what killed runs left; their databases ended with them. */
function sweep(folder: string, prefix: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0
    const mark = pid ? markOf(pid) : undefined
    if (pid && (!mark || !isAlive(mark) || pid === process.pid))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}
