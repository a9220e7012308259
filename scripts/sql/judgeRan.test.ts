/** Statements composed at run time: what tests have the database run is kept, and judged by whom it was run for. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#server/sql/db.ts'
import { freshDatabase, type FreshDatabase } from '../../tests/harness/database.ts'
import { recordSql } from '../../tests/harness/recordSql.ts'
import sql, { join, raw, type Sql } from '../../tests/harness/recordedTag.ts'
import { judgeRan } from './judgeRan.ts'
import { judgeSql } from './judgeSql.ts'
import type { Places, RanStatement } from './ranStatement.ts'

const ROOT = joinPath(import.meta.dirname, '../..')
const HEAD = `/** Planted. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { RunSql } from '#server/sql/db.ts'
declare const query: RunSql
declare const table: string
declare const other: string
declare const found: Sql[]
`
/** What is planted, as the sources have it; below the same templates are run. */
const SOURCES = {
  'src/server/planted.ts': `
    export const list = () => query<{ id: string }>(sql\`select t.id from \${raw(table)} t where \${join(found, ' and ')}\`)
    export const remove = () => query(sql\`with gone as (delete from \${raw(table)} where id = 1) update \${raw(other)} set rev = 1 where id = 1\`)
    export const plain = () => query(sql\`delete from \${raw(table)} where false\`)`,
  'src/modules/people/planted.server.ts': `
    export const inDevices = sql\`exists (select from devices.device d where d.app_id = t.app_id)\`
    export const inRoles = sql\`exists (select from identity.role r where r.id = t.id)\`
    export const drop = () => query(sql\`delete from \${raw(table)} where id = 1\`)`,
  'src/modules/devices/planted.server.ts': `
    export const ofDevices = sql\`exists (select from devices.site s where s.app_id = t.app_id)\``,
}
const list = (table: string, ...found: Sql[]): Sql =>
  sql`select t.id from ${raw(table)} t where ${join(found, ' and ')}`
const remove = (table: string, other: string): Sql =>
  sql`with gone as (delete from ${raw(table)} where id = 1) update ${raw(other)} set rev = 1 where id = 1`
const plain = (table: string): Sql => sql`delete from ${raw(table)} where false`
const drop = (table: string): Sql => sql`delete from ${raw(table)} where id = 1`
const inDevices = sql`exists (select from devices.device d where d.app_id = t.app_id)`
const inRoles = sql`exists (select from identity.role r where r.id = t.id)`
const ofDevices = sql`exists (select from devices.site s where s.app_id = t.app_id)`

let database: FreshDatabase
let db: Db
let places: Places
const folder = mkdtempSync(joinPath(tmpdir(), 'portico-planted-'))
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.connection, { max: 1 })
  const sources = new Map(Object.entries(SOURCES).map(([path, text]) => [path, HEAD + text]))
  ;({ places } = await judgeSql(ROOT, sources, database.connection))
})
afterAll(async () => {
  await db.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** Has the database run them, and answers what was kept of that. */
async function run(...statements: Sql[]): Promise<RanStatement[]> {
  const stop = recordSql(folder)
  for (const statement of statements) await db.query({ role: 'engine' }, statement).catch(() => {})
  stop()
  const ran = readdirSync(folder).flatMap(file => {
    const lines = readFileSync(joinPath(folder, file), 'utf8').trimEnd().split('\n')
    rmSync(joinPath(folder, file))
    return lines.map(line => JSON.parse(line) as RanStatement)
  })
  return ran
}
const crossed = async (...statements: Sql[]): Promise<string[]> =>
  (await judgeRan(places, await run(...statements)))
    .filter(({ rule }) => rule === 'owners')
    .map(one => `${one.path}: ${one.message}`)
const unreached = async (...statements: Sql[]): Promise<string[]> =>
  (await judgeRan(places, await run(...statements)))
    .filter(({ rule }) => rule === 'composed')
    .map(({ path, line, message }) => `${path}:${line}: ${message}`)

test('a place that no test reaches is named, and so is one whose statement the database refused', async () => {
  const all = [
    "src/server/planted.ts:9: 'select t.id from ${raw(table)} t where ${join(found, ' and '' is composed of raw(table), and no test runs it",
    "src/server/planted.ts:10: 'with gone as (delete from ${raw(table)} where id = 1) update' is composed of raw(table), and no test runs it",
    "src/server/planted.ts:11: 'delete from ${raw(table)} where false' is composed of raw(table), and no test runs it",
    "src/modules/people/planted.server.ts:11: 'delete from ${raw(table)} where id = 1' is composed of raw(table), and no test runs it",
  ]
  expect(await unreached()).toEqual(all)
  expect(await unreached(plain('people.nothing'))).toEqual(all)
  expect(await unreached(plain('people.card'), drop('people.card'))).toEqual(all.slice(0, 2))
})

test('an engine acts for the noun, or for the later module that contributes', async () => {
  expect(await crossed(list('people.person', inDevices))).toEqual([
    'src/server/planted.ts: for people, reads devices.device of the later module devices: let devices contribute it (with a part of src/modules/people/planted.server.ts)',
  ])
  expect(await crossed(list('people.person', inRoles), list('people.person', ofDevices))).toEqual([])
})

test('a statement writes the tables of one module', async () => {
  expect(await crossed(remove('people.card', 'devices.device'))).toEqual([
    "src/server/planted.ts: for devices, writes people.card, which is people's: call people, or raise an event that it handles",
  ])
  expect(await crossed(remove('people.card', 'people.person'))).toEqual([])
  expect(await crossed(drop('identity.role'))).toEqual([
    "src/modules/people/planted.server.ts: for people, writes identity.role, which is identity's: call identity, or raise an event that it handles",
  ])
  expect(await crossed(drop('people.card'))).toEqual([])
})

test('lists of values of any length are one text, and what has no parts is read in the sources', async () => {
  const among = (...ids: number[]): Sql => list('people.person', sql`t.id in (${join(ids)})`)
  expect(await run(among(1), among(1, 2), among(1, 2, 3), sql`select 1`)).toHaveLength(1)
})
