/** A single connection to the server of a database that takes writes. */
import pg from 'pg'
import { findPrimary } from './findPrimary.ts'
import type { Database } from './databaseUrl.ts'

/** Connected, with a listener for errors; the caller ends it. `config` adds to what the database says. */
export async function openClient(database: Database, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ ...database, connectionTimeoutMillis: 10_000, keepAlive: true, ...config })
  // Without a listener a connection that dies would end the process.
  client.on('error', () => {})
  if (database.hosts) Object.assign(client, (await findPrimary(database)).at)
  await client.connect()
  return client
}
