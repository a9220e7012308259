import pg from 'pg'
import { expect, test } from 'vitest'
import { clusterConnection, freshDatabase } from './database.ts'

test('two fresh databases are independent, and drop ends their sessions', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  const client = new pg.Client(one.connection)
  const ended = new Promise(resolve => client.on('error', resolve))
  await client.connect()
  await client.query('create table only_here (n int)')
  const there = new pg.Client(other.url)
  await there.connect()
  const found = await there.query("select 1 from pg_tables where tablename = 'only_here'")
  expect(found.rowCount).toBe(0)
  await there.end()
  await one.drop()
  await other.drop()
  await ended
  const admin = new pg.Client(clusterConnection())
  await admin.connect()
  const left = await admin.query('select 1 from pg_database where datname in ($1, $2)', [
    one.connection.database,
    other.connection.database,
  ])
  await admin.end()
  expect(left.rowCount).toBe(0)
})
