/**
 * What a logical backup contains of a database: tables with their columns, sequences and partitions; and a session with
 * fixed output formats.
 */
import type pg from 'pg'
import type { Database } from '../sql/databaseUrl.ts'
import { openClient } from '../sql/openClient.ts'

export interface Table {
  /** `schema.name`, both unquoted. */
  name: string
  columns: string[]
}
export interface Partition {
  name: string
  parent: string
  bound: string
}

const OURS =
  "n.nspname not in ('pg_catalog', 'information_schema', 'public') and n.nspname !~ '^pg_' and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')"
/** Our migrations use only such names; any other name in a manifest is never put into a statement. */
const NAME = /^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/
const BOUND = /^FOR VALUES FROM \('[\d :+.-]+'\) TO \('[\d :+.-]+'\)$/

export const checkedName = (name: string): string => {
  if (NAME.test(name)) return name
  throw new Error(`${JSON.stringify(name)} is no name of a table that a backup carries`)
}
export const checkedBound = (bound: string): string => {
  if (BOUND.test(bound)) return bound
  throw new Error(`${JSON.stringify(bound)} is no range of a partition`)
}

/** A connection without time limits; every server formats a value in the same way (`sessionOptions.ts`). */
export async function openSession(connection: Database): Promise<pg.Client> {
  const client = await openClient(connection, { application_name: 'portico backup' })
  await client.query(
    `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
     set search_path = pg_catalog; set client_min_messages = 'error'`,
  )
  return client
}

/** Ordered by name; a partitioned table represents its partitions, and generated columns are left out. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} order by 1`,
  )
  return rows
}

export async function sequencesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${OURS} order by 1`,
  )
  return rows.map(row => row.name)
}

/** Without default partitions, which the migrations create. */
export async function partitionsOf(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select n.nspname || '.' || c.relname as name, pn.nspname || '.' || p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
     where c.relkind = 'r' and c.relispartition and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' and ${OURS} order by 1`,
  )
  return rows
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const columnList = (table: Table): string => table.columns.map(quoted).join(', ')
