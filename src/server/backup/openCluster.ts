/** Opens the embedded database of a folder: the running one, or one that is started and stopped again. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { runningCluster } from '../sql/cluster/runningCluster.ts'
import { MAJOR, startCluster } from '../sql/cluster/startCluster.ts'

export interface OpenCluster {
  connection: pg.ClientConfig
  /** The folder with its files. */
  pgData: string
  close(): Promise<void>
}

/** Throws when there is none, and while its owner is starting or stopping it. */
export async function openCluster(folder: string, print: (line: string) => void): Promise<OpenCluster> {
  const pgData = join(folder, MAJOR)
  if (!existsSync(join(pgData, 'PG_VERSION')))
    throw new Error(`there is no database in ${folder}: set PORTICO_DATA_DIR to the data folder, or DATABASE_URL`)
  const running = runningCluster(folder)
  if (running && (await answers(running))) return { connection: running, pgData, close: async () => {} }
  print('Portico does not run here; its database is started for this')
  const cluster = await startCluster({ dataDir: folder, log: print })
  return { connection: cluster.connection, pgData, close: () => cluster.stop() }
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
