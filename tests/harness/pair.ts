/** Two embedded databases, the second a streaming standby of the first, made by the product's own copy of a running database. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { baseBackup } from '../../src/server/backup/baseBackup.ts'
import { type Cluster, MAJOR, startCluster } from '../../src/server/sql/cluster/startCluster.ts'

const NAME = 'second'

export interface Pair {
  first: Cluster
  second: Cluster
  /** From now on commits wait for the standby. */
  synchronous(names?: string): Promise<void>
  /** Stops every process of the first; its connections stay open. Returns the function that continues them. */
  freeze(): () => void
  /** Promotes the second one. */
  promote(): Promise<void>
  stop(): Promise<void>
}

export async function startPair(folder: string, settings: Record<string, string> = {}): Promise<Pair> {
  const options = {
    log: () => {},
    dieWithParent: true,
    // No power failures are tested here, only servers that freeze.
    settings: { fsync: 'off', shared_buffers: '64MB', min_wal_size: '32MB', max_wal_size: '256MB', ...settings },
  }
  const firstDir = join(folder, 'first')
  const first = await startCluster({ ...options, dataDir: firstDir })
  const secondDir = join(folder, 'second')
  mkdirSync(secondDir, { recursive: true, mode: 0o700 })
  const pgData = join(secondDir, MAJOR)
  await baseBackup(first.connection, join(firstDir, MAJOR), pgData, () => {})
  writeFileSync(join(pgData, 'standby.signal'), '')
  const second = await startCluster({
    ...options,
    dataDir: secondDir,
    settings: {
      ...options.settings,
      primary_conninfo: `host=${first.connection.host} port=5432 user=portico application_name=${NAME}`,
    },
  })
  const ask = async (cluster: Cluster, text: string): Promise<unknown[]> => {
    const client = new pg.Client(cluster.connection)
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const until = async (cluster: Cluster, text: string): Promise<void> => {
    for (const end = Date.now() + 20_000; !(await ask(cluster, text)).length; await sleep(50))
      if (Date.now() > end) throw new Error(`never became so: ${text}`)
  }
  await until(first, `select from pg_stat_replication where application_name = '${NAME}' and state = 'streaming'`)
  let thaw = (): void => {}
  return {
    first,
    second,
    async synchronous(names = NAME) {
      await ask(first, `alter system set synchronous_standby_names = '${names}'`)
      await ask(first, 'select pg_reload_conf()')
      if (names === NAME) await until(first, "select from pg_stat_replication where sync_state = 'sync'")
    },
    freeze() {
      const pids = [...childrenOf(first.pid), first.pid]
      const signalAll = (name: NodeJS.Signals): void => {
        for (const pid of pids)
          try {
            process.kill(pid, name)
          } catch {
            // The process has ended meanwhile.
          }
      }
      signalAll('SIGSTOP')
      thaw = () => {
        signalAll('SIGCONT')
        thaw = () => {}
      }
      return () => thaw()
    },
    promote: async () => void (await ask(second, 'select pg_promote(true, 20)')),
    async stop() {
      thaw()
      await second.stop('immediate')
      await first.stop('immediate')
    },
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}
function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  } catch {
    return 0
  }
}
