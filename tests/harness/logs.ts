/** Everything that the product and its database log during a test. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { makeLog } from '#main/makeLog.ts'
import { clusterConnection } from './database.ts'
import { until } from './platform.ts'
import type { TestServer } from './server.ts'

/** Starts recording; the returned function reads all of it, once the database's own log has caught up. */
export function keepLogs(server: TestServer): () => Promise<string> {
  const lines: string[] = []
  Object.assign(
    server.ports.log,
    makeLog('test', line => void lines.push(line)),
  )
  server.ports.notice = line => void lines.push(line)
  return async () => {
    const mark = `log-mark-${process.pid}-${lines.length}`
    server.ports.log.info({}, mark)
    return lines.join('') + (await databaseLog(mark))
  }
}

/** The log of the test's cluster up to `mark`; empty when another server is used. */
async function databaseLog(mark: string): Promise<string> {
  const client = new pg.Client(clusterConnection())
  await client.connect()
  try {
    const { rows } = await client.query<{ folder: string; collected: string }>(
      `select current_setting('log_directory') as folder, current_setting('logging_collector') as collected`,
    )
    const { folder, collected } = rows[0]!
    if (process.env.PORTICO_TEST_DATABASE_URL || collected !== 'on') return ''
    await client.query(`select '${mark}'::int`).catch(() => {})
    const read = (): string =>
      readdirSync(folder)
        .filter(name => name.endsWith('.log'))
        .map(name => readFileSync(join(folder, name), 'utf8'))
        .join('\n')
    await until(() => read().includes(mark), 'the database writes its log')
    return read()
  } finally {
    await client.end()
  }
}
