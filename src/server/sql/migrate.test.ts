/** Upgrades: migrations are applied once and in order, and a database of a newer version is left unchanged. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../tests/harness/database.ts'
import { migrate } from './migrate.ts'

const ours = join(import.meta.dirname, '../../../migrations')
const folder = mkdtempSync(join(tmpdir(), 'portico-migrations-'))
let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  cpSync(ours, folder, { recursive: true })
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})
const tables = async (): Promise<string[]> =>
  (
    await client.query<{ name: string }>("select tablename as name from pg_tables where tablename like 'probe%'")
  ).rows.map(row => row.name)

test('a schema of a newer version is refused, both are named, and nothing is applied', async () => {
  writeFileSync(join(folder, '9998_probe.sql'), 'create table base.probe (n int)')
  await client.query("insert into public.portico_migration (name, digest) values ('9999_later.sql', 'x')")
  await expect(migrate(database.connection, folder)).rejects.toThrow(
    /^the database is of a newer Portico: it has migration 9999_later\.sql, and this version ends with 9998_probe\.sql; start the version that made it, or a later one$/,
  )
  expect(await tables()).toEqual([])
  await client.query("delete from public.portico_migration where name = '9999_later.sql'")
  expect(await migrate(database.connection, folder)).toEqual({ applied: ['9998_probe.sql'] })
  expect(await migrate(database.connection, folder)).toEqual({ applied: [] })
  expect(await tables()).toEqual(['probe'])
})

test('a file that changed after it was applied is refused, and nothing after it is applied', async () => {
  writeFileSync(join(folder, '9998_probe.sql'), 'create table base.probe (n bigint)')
  writeFileSync(join(folder, '9999_probe2.sql'), 'create table base.probe2 (n int)')
  await expect(migrate(database.connection, folder)).rejects.toThrow(
    /^migrations\/9998_probe\.sql changed after it was applied/,
  )
  expect(await tables()).toEqual(['probe'])
})

test('only those that are named, for a backup of an older version', async () => {
  writeFileSync(join(folder, '9998_probe.sql'), 'create table base.probe (n int)')
  expect(await migrate(database.connection, folder, new Set(['0001_engine.sql']))).toEqual({ applied: [] })
  expect(await migrate(database.connection, folder)).toEqual({ applied: ['9999_probe2.sql'] })
})
