/** Every row of the database at one moment, as a file of COPY text for each table, while the product keeps running. */
import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '../sql/databaseUrl.ts'
import { copyOut } from './copyRows.ts'
import type { Content } from './copyTree.ts'
import { rowDigest } from './rowDigest.ts'
import { checkedName, columnList, openSession, partitionsOf, sequencesOf, tablesOf } from './tables.ts'
import type { Partition, Table } from './tables.ts'

export interface DumpedTable extends Table {
  rows: number
  /** The digest of all rows, in any order. */
  digest: string
}
export interface Dump {
  tables: DumpedTable[]
  sequences: { name: string; value: string; called: boolean }[]
  partitions: Partition[]
}

const WRITE_AT = 1024 * 1024
export const fileOf = (table: string): string => `${table}.copy`

/** Writes the files of all tables into the new folder `to`, within one snapshot. */
export async function dumpTables(
  connection: Database,
  to: string,
  print: (line: string) => void,
): Promise<{ dump: Dump; contents: Content[] }> {
  const client = await openSession(connection)
  try {
    await mkdir(to, { mode: 0o700 })
    await client.query('begin isolation level repeatable read read only')
    const tables = await tablesOf(client)
    const partitions = await partitionsOf(client)
    await readAll(client, tables)
    const dumped: DumpedTable[] = []
    const contents: Content[] = []
    let printedMs = Date.now()
    for (const table of tables) {
      const { content, ...counted } = await dumpTable(client, table, to)
      dumped.push({ ...table, ...counted })
      contents.push(content)
      if (Date.now() - printedMs > 5000) {
        printedMs = Date.now()
        print(`${dumped.length} of ${tables.length} tables, ${contents.reduce((sum, one) => sum + one.bytes, 0)} bytes`)
      }
    }
    // After the rows, so that numbers drawn meanwhile are not drawn again.
    await client.query('reset role')
    const sequences: Dump['sequences'] = []
    for (const name of await sequencesOf(client)) {
      const { rows } = await client.query<{ value: string; called: boolean }>(
        `select last_value::text as value, is_called as called from ${checkedName(name)}`,
      )
      sequences.push({ name, ...rows[0]! })
    }
    await client.query('commit')
    return { dump: { tables: dumped, sequences, partitions }, contents }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Row security applies to owners too: a user without BYPASSRLS reads as the engine role, which sees every row of every table, or fails. */
async function readAll(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const { rows } = await client.query<{ above: boolean }>(
    'select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user',
  )
  if (rows[0]?.above) return
  const open = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_policies where 'rt_engine' = any(roles) and cmd in ('ALL', 'SELECT') and qual = 'true'`,
  )
  const seen = new Set(open.rows.map(row => row.name))
  const hidden = tables.filter(table => !seen.has(table.name)).map(table => table.name)
  if (hidden.length > 0)
    throw new Error(
      `row security hides rows of ${hidden.join(', ')} from this user: connect as the database's superuser`,
    )
  await client.query('set role rt_engine')
}

async function dumpTable(
  client: pg.Client,
  table: Table,
  to: string,
): Promise<{ rows: number; digest: string; content: Content }> {
  const path = fileOf(checkedName(table.name))
  const file = await open(join(to, path), 'wx', 0o600)
  const hash = createHash('sha256')
  const sum = rowDigest()
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let bytes = 0
  const flush = async (): Promise<void> => {
    const chunk = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  try {
    await copyOut(client, `select ${columnList(table)} from ${table.name}`, line => {
      sum.add(line)
      // The buffer belongs to the connection, which reads the next rows into it.
      waiting.push(Buffer.from(line))
      waitingBytes += line.length
      bytes += line.length
      return waitingBytes < WRITE_AT ? undefined : flush()
    })
    await flush()
  } finally {
    await file.close()
  }
  return { rows: sum.rows, digest: sum.digest, content: { path, bytes, sha256: hash.digest('hex') } }
}

/** The current rows of the database, for a comparison with the dump. */
export async function countTable(client: pg.Client, table: Table): Promise<{ rows: number; digest: string }> {
  const sum = rowDigest()
  await copyOut(client, `select ${columnList(table)} from ${checkedName(table.name)}`, line => {
    sum.add(line)
    return undefined
  })
  return { rows: sum.rows, digest: sum.digest }
}
