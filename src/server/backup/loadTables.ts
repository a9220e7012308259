/** Loads the rows of a logical backup into a database that its migrations have created: all in one transaction, or none. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '../sql/databaseUrl.ts'
import { copyIn } from './copyRows.ts'
import { countTable, fileOf, type Dump } from './dumpTables.ts'
import { checkedBound, checkedName, columnList, openSession, partitionsOf, tablesOf } from './tables.ts'

/** Throws, with nothing loaded, when a table differs from the one in the backup or holds different rows afterwards. */
export async function loadTables(
  connection: Database,
  dump: Dump,
  from: string,
  print: (line: string) => void,
): Promise<void> {
  const client = await openSession(connection)
  try {
    await client.query('begin')
    await load(client, dump, from, print)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end().catch(() => {})
  }
}

async function load(client: pg.Client, dump: Dump, from: string, print: (line: string) => void): Promise<void> {
  judgeTables(dump, new Map((await tablesOf(client)).map(table => [table.name, table.columns.join()])))
  await makePartitions(client, dump)
  const names = dump.tables.map(table => checkedName(table.name))
  // Foreign keys are dropped while tables are filled; added again, they are checked over all rows.
  const references = (
    await client.query<{ table: string; name: string; definition: string }>(
      `select n.nspname || '.' || c.relname as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       where k.contype = 'f' and k.conparentid = 0 and n.nspname || '.' || c.relname = any($1)`,
      [names],
    )
  ).rows
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  const forced = (
    await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relforcerowsecurity and n.nspname || '.' || c.relname = any($1)`,
      [names],
    )
  ).rows.map(row => row.name)
  for (const name of forced) await client.query(`alter table ${name} no force row level security`)
  // Rows inserted by migrations are in the backup in their later form.
  await client.query(`truncate ${names.join(', ')}`)

  let printedMs = Date.now()
  for (const [at, table] of dump.tables.entries()) {
    const chunks = createReadStream(join(from, fileOf(table.name)), { highWaterMark: 256 * 1024 })
    await copyIn(client, `${table.name} (${columnList(table)})`, chunks).catch((error: Error) => {
      throw new Error(`${table.name} cannot be loaded: ${error.message}`, { cause: error })
    })
    const { rows, digest } = await countTable(client, table)
    if (rows !== table.rows || digest !== table.digest)
      throw new Error(`${table.name} holds other rows than the backup after loading (${rows} of ${table.rows})`)
    if (Date.now() - printedMs > 5000) {
      printedMs = Date.now()
      print(`${at + 1} of ${dump.tables.length} tables loaded`)
    }
  }
  for (const { name, value, called } of dump.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [checkedName(name), value, called])
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const name of forced) await client.query(`alter table ${name} force row level security`)
}

function judgeTables(dump: Dump, here: ReadonlyMap<string, string>): void {
  const carried = new Set(dump.tables.map(table => table.name))
  const missing = [...here.keys()].filter(name => !carried.has(name))
  const strange = dump.tables.filter(table => here.get(table.name) !== table.columns.join()).map(table => table.name)
  if (missing.length + strange.length > 0)
    throw new Error(`the backup's tables are not those of its migrations: ${[...missing, ...strange].join(', ')}`)
}

/** Months that had their own partition get one here too, so that retention can drop them as a whole. */
async function makePartitions(client: pg.Client, dump: Dump): Promise<void> {
  const here = new Set((await partitionsOf(client)).map(partition => partition.name))
  for (const { name, parent, bound } of dump.partitions)
    if (!here.has(name))
      await client.query(`create table ${checkedName(name)} partition of ${checkedName(parent)} ${checkedBound(bound)}`)
}
