/** Each function of the database has one file with its present text: it is what the catalogue has after all migrations. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../tests/harness/database.ts'

const FOLDER = join(import.meta.dirname, 'functions')

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The definition of each function of ours by `schema.name`; several with one name are in one text. */
async function definitions(): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select n.nspname || '.' || p.proname as name, string_agg(pg_get_functiondef(p.oid), E';\\n' order by p.oid::regprocedure::text) || E';\\n' as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    group by 1`,
  )
  return new Map(rows.map(({ name, text }) => [`${name}.sql`, text]))
}

test('a file for each, and each is what the catalogue has', async () => {
  const there = await definitions()
  expect(readdirSync(FOLDER).sort()).toEqual([...there.keys()].sort())
  await client.query('begin')
  for (const file of there.keys()) await client.query(readFileSync(join(FOLDER, file), 'utf8'))
  const restated = await definitions()
  await client.query('rollback')
  const other = [...there.keys()].filter(file => restated.get(file) !== there.get(file))
  expect(other, 'npm run new migration <its name> <function> writes the migration').toEqual([])
})
