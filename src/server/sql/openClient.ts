/** A single connection to the primary of a database. */
import pg from 'pg'
import { findPrimary } from './findPrimary.ts'
import type { Database } from './databaseUrl.ts'
import { sessionOptions } from './sessionOptions.ts'

/** Connected, with an error listener; the caller ends it. `config` adds to the settings of the database. */
export async function openClient(database: Database, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    ...database,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: sessionOptions(),
    ...config,
  })
  // Without a listener a broken connection would end the process.
  client.on('error', () => {})
  if (database.hosts) Object.assign(client, (await findPrimary(database)).at)
  await client.connect()
  return client
}
