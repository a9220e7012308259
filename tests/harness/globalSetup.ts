/** Before a test run: one PostgreSQL for all of it, with the migrated template that freshDatabase copies. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
// Makes the registries that tests of the whole product import.
import '../../scripts/gen.ts'
import { isAlive, markOf } from '../../src/server/sql/cluster/processes.ts'
import { startCluster } from '../../src/server/sql/cluster/startCluster.ts'
import { migrate } from '../../src/server/sql/migrate.ts'
import { CLUSTER_VARIABLE, TEMPLATE, type TestConnection, onCluster } from './database.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'tests/.tmp')

/** With PORTICO_TEST_DATABASE_URL the tests use that server (≥ 15; its user must be allowed to create databases and roles). */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.PORTICO_TEST_DATABASE_URL
  const { connection, stop } = given ? external(given) : await embedded()
  await onCluster(connection, `drop database if exists ${TEMPLATE} with (force)`, `create database ${TEMPLATE}`)
  await migrate({ ...connection, database: TEMPLATE }, join(ROOT, 'migrations'))
  process.env[CLUSTER_VARIABLE] = JSON.stringify(connection)
  return stop
}

async function embedded(): Promise<{ connection: TestConnection; stop: () => Promise<void> }> {
  sweep()
  const dataDir = join(FOLDER, `cluster-${process.pid}`)
  mkdirSync(dataDir, { recursive: true })
  const cluster = await startCluster({
    dataDir,
    log: line => console.error(`test database: ${line}`),
    settings: {
      shared_buffers: '128MB',
      max_connections: '200',
      log_min_duration_statement: '-1',
      autovacuum_naptime: '5s',
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

/** Removes what killed runs left; their databases ended with them. */
function sweep(): void {
  if (!existsSync(FOLDER)) return
  for (const name of readdirSync(FOLDER)) {
    const pid = Number(/^cluster-(\d+)$/.exec(name)?.[1])
    const mark = pid ? markOf(pid) : undefined
    if (pid && (!mark || !isAlive(mark) || pid === process.pid))
      rmSync(join(FOLDER, name), { recursive: true, force: true })
  }
}
