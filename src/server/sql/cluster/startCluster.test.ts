import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test as plain } from 'vitest'
import { until } from '../../../../tests/harness/until.ts'
import { FolderInUse } from './folderLock.ts'
import type { IdentityName } from './identity.ts'
import { markOf, postgresProcesses } from './processes.ts'
import { type Cluster, type ClusterConnection, startCluster } from './startCluster.ts'

const root = join(import.meta.dirname, '../../../../tests/.tmp', `own-${process.pid}`)
let folders = 0

mkdirSync(root, { recursive: true })

const newFolder = (name = ''): string => join(root, `${(folders += 1)}${name}`)

interface More {
  identity?: IdentityName
  abort?: AbortSignal
  settings?: Record<string, string>
}
type Start = (dataDir: string, more?: More) => Promise<Cluster>
/**
 * A test with `start`: most of the time goes into waiting for processes and disks, so tests run in parallel, and each
 * stops its own clusters.
 */
const test = plain.extend<{ start: Start }>({
  start: async ({}, use) => {
    const running: Cluster[] = []
    await use(async (dataDir, more = {}) => {
      const cluster = await startCluster({
        dataDir,
        log: () => {},
        dieWithParent: true,
        ...more,
        settings: { shared_buffers: '16MB', ...more.settings },
      })
      running.push(cluster)
      return cluster
    })
    for (const cluster of running) await cluster.stop('immediate')
  },
})

async function query(connection: ClusterConnection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const result = await client.query({ text: sql, rowMode: 'array' })
    return [result].flat().at(-1)?.rows.flat() ?? []
  } finally {
    await client.end()
  }
}

afterAll(() => rmSync(root, { recursive: true, force: true }))

test.concurrent(
  'created at first use, kept at the second, durable, private, and nothing left after a stop',
  async ({ start }) => {
    const dataDir = newFolder()
    const first = await start(dataDir)
    await query(first.connection, 'create table kept (n int); insert into kept values (7)')
    expect(
      await query(
        first.connection,
        "select current_setting(name) from unnest(array['fsync','synchronous_commit','listen_addresses','server_encoding','data_checksums']) name",
      ),
    ).toEqual(['on', 'on', '', 'UTF8', 'on'])
    expect(statSync(first.connection.host).mode & 0o777).toBe(0o700)
    expect(
      await query(
        first.connection,
        "select datlocprovider::text || datlocale from pg_database where datname = 'portico'",
      ),
    ).toEqual(['bC.UTF-8'])
    await first.stop()
    expect(postgresProcesses(join(realpathSync(dataDir), '18'))).toEqual([])
    expect(existsSync(first.connection.host)).toBe(false)
    expect(existsSync(join(dataDir, 'owner.lock'))).toBe(false)
    const second = await start(dataDir)
    expect(await query(second.connection, 'select n from kept')).toEqual([7])
    expect(second.connection).toEqual(first.connection)
  },
)

test.concurrent(
  'a killed postmaster is reported, and the next start on the same socket has what was committed',
  async ({ start }) => {
    const dataDir = newFolder()
    const first = await start(dataDir)
    await query(first.connection, 'create table kept (n int); insert into kept values (8)')
    // A session in mid-statement is the child that lingers.
    const busy = query(first.connection, 'select pg_sleep(20)').catch(() => {})
    const exit = new Promise<unknown>(resolve => first.onExit(resolve))
    process.kill(first.pid, 'SIGKILL')
    expect(await exit).toMatchObject({ signal: 'SIGKILL' })
    const second = await start(dataDir)
    await busy
    expect(second.connection).toEqual(first.connection)
    expect(await query(second.connection, 'select n from kept')).toEqual([8])
  },
)

test.concurrent(
  'the folder of a live owner is refused; a killed owner’s postmaster is ended and its data kept',
  async ({ start, onTestFinished }) => {
    const dataDir = newFolder()
    const owner = fork(join(import.meta.dirname, '../../../../tests/harness/fixtures/clusterOwner.ts'), [dataDir], {
      execArgv: [],
    })
    onTestFinished(() => void owner.kill('SIGKILL'))
    const [{ pid, connection }] = (await once(owner, 'message')) as [{ pid: number; connection: ClusterConnection }]
    await query(connection, 'create table kept (n int); insert into kept values (9)')
    await expect(start(dataDir)).rejects.toThrow(FolderInUse)
    await expect(start(dataDir)).rejects.toThrow(`process ${owner.pid}`)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    expect(markOf(pid)).toBeDefined()
    const next = await start(dataDir)
    expect(markOf(pid)).toBeUndefined()
    expect(await query(next.connection, 'select n from kept')).toEqual([9])
  },
)

test.concurrent('a postmaster.pid that names a stranger does not stop the start', async ({ start }) => {
  const dataDir = newFolder()
  await (await start(dataDir)).stop()
  writeFileSync(join(dataDir, '18/postmaster.pid'), `${process.ppid}\n${dataDir}/18\n1\n5432\n/tmp\n\n\n`)
  const next = await start(dataDir)
  expect(await query(next.connection, 'select 1')).toEqual([1])
})

test.concurrent('a half-made data folder is made anew', async ({ start }) => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, '18.new/base'), { recursive: true })
  expect(await query((await start(dataDir)).connection, 'select 1')).toEqual([1])
})

test.concurrent('a path longer than a socket may have is no obstacle', async ({ start }) => {
  const dataDir = newFolder('-万物通'.repeat(12))
  const cluster = await start(dataDir)
  expect(Buffer.byteLength(dataDir)).toBeGreaterThan(107)
  expect(Buffer.byteLength(join(cluster.connection.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107)
  expect(await query(cluster.connection, 'select 1')).toEqual([1])
})

test.concurrent('a start that is called off leaves nothing', async ({ start }) => {
  const dataDir = newFolder()
  await (await start(dataDir)).stop()
  await expect(start(dataDir, { abort: AbortSignal.abort() })).rejects.toThrow('called off')
  expect(postgresProcesses(join(realpathSync(dataDir), '18'))).toEqual([])
  expect(existsSync(join(dataDir, 'owner.lock'))).toBe(false)
})

test.concurrent('an unsupported setting is reported in one line', async () => {
  await expect(
    startCluster({ dataDir: newFolder(), log: () => {}, settings: { shared_buffers: 'much' } }),
  ).rejects.toThrow(/^PostgreSQL did not start: .*shared_buffers[^\n]*$/)
})

describe.skipIf(process.getuid?.() !== 0)('as root', () => {
  // Below a closed folder the user nobody cannot reach the programs; the other two identities cover that.
  const nobodyPasses =
    spawnSync('/bin/sh', ['-c', 'test -r "$0"', import.meta.filename], { uid: 65534, gid: 65534 }).status === 0
  const identities = (['namespace', 'nobody', 'capable'] as const).filter(name => name !== 'nobody' || nobodyPasses)
  test.concurrent.for(identities)('runs as %s, and data changes hands with it', async (identity, { start }) => {
    const dataDir = newFolder()
    const before = await start(dataDir)
    await query(before.connection, 'create table kept (n int); insert into kept values (3)')
    await before.stop()
    const cluster = await start(dataDir, { identity })
    expect(cluster.identity).toBe(identity)
    expect(statSync(join(dataDir, '18')).uid).toBe(identity === 'namespace' ? 0 : 65534)
    expect(readFileSync(`/proc/${cluster.pid}/status`, 'utf8')).toMatch(
      identity === 'namespace' ? /Uid:\s+0\s/ : /Uid:\s+65534\s/,
    )
    expect(await query(cluster.connection, 'select n from kept')).toEqual([3])
  })
})

test.concurrent('a table of twelve rows gets statistics by itself', async ({ start }) => {
  const { connection } = await start(newFolder(), { settings: { autovacuum_naptime: '1s' } })
  await query(connection, 'create table small as select n from generate_series(1, 12) n')
  await until(
    async () => (await query(connection, "select 1 from pg_stats where tablename = 'small'")).length,
    'the statistics',
  )
})
