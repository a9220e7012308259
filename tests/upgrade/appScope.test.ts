/** Migration 0250 on an earlier database: users without chosen applications, who could access all, still can, by an explicit setting. */
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrationsOf } from '#server/sql/migrate.ts'
import { clusterConnection, onCluster } from '../harness/database.ts'

const NAME = `test_app_scope_${process.pid}`
const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const connection = { ...clusterConnection(), database: NAME }
let client: pg.Client

beforeAll(async () => {
  await onCluster(clusterConnection(), `create database ${NAME}`)
  const before = (await migrationsOf(MIGRATIONS)).map(({ name }) => name).filter(name => name < '0250')
  expect(before.length).toBeGreaterThan(10)
  await migrate(connection, MIGRATIONS, new Set(before))
  client = new pg.Client(connection)
  await client.connect()
  await client.query("set session_replication_role = 'replica'")
  const people: [id: number, type: number, machine: boolean, apps: number[]][] = [
    [1001, 1, false, []],
    [1002, 2, false, []],
    [1003, 2, false, [7]],
    [1004, 3, false, []],
    [1005, 4, false, []],
    [1006, 4, false, [7]],
    [1007, 4, true, [7]],
    [1008, 0, false, []],
  ]
  for (const [id, type, machine, apps] of people) {
    await client.query(
      'insert into identity.account (id, source_id, username, type, machine) values ($1, 1, $2, $3, $4)',
      [id, `before${id}`, type, machine],
    )
    for (const app of apps)
      await client.query('insert into identity.account_app (account_id, app_id) values ($1, $2)', [id, app])
  }
  await client.query("insert into identity.role (id, source_id, name, code) values (2001, 1, 'r', 'r')")
  await migrate(connection, MIGRATIONS)
})
afterAll(async () => {
  await client?.end()
  await onCluster(clusterConnection(), `drop database if exists ${NAME} with (force)`)
})

test('each line is written for its own audience only', async () => {
  const { rows } = await client.query<{ id: string; app_scope: number }>(
    'select id, app_scope from identity.account where id between 1001 and 1008 order by id',
  )
  expect(rows.map(row => [Number(row.id), row.app_scope])).toEqual([
    [1001, 1],
    [1002, 1],
    [1003, 0],
    [1004, 1],
    [1005, 0],
    [1006, 0],
    [1007, 0],
    [1008, 1],
  ])
})
test('an existing role keeps its scope, and one created without a scope sees its own organisation', async () => {
  const scopeOf = async (id: number) =>
    (await client.query<{ data_scope: number }>('select data_scope from identity.role where id = $1', [id])).rows[0]!
      .data_scope
  expect(await scopeOf(2001)).toBe(0)
  await client.query("insert into identity.role (id, source_id, name, code) values (2002, 1, 's', 's')")
  expect(await scopeOf(2002)).toBe(3)
})
