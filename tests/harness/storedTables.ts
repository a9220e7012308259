/** Every table of the database, from its own catalogue, and which of its rows belong to somebody: a module that comes later is in it by itself. */

import pg from 'pg'
import type { TestConnection } from './database.ts'

type Read = <Row>(statement: string) => Promise<Row[]>

/** Reads as the owner of the cluster: the roles of the product do not see every row of every table. */
async function reading<T>(connection: TestConnection, work: (read: Read) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async <Row>(statement: string) => (await client.query(statement)).rows as Row[])
  } finally {
    await client.end()
  }
}

interface StoredTable {
  /** `access.auth_group` */
  name: string
  columns: readonly string[]
  /** Columns that refer to the id of one row of another table. */
  references: readonly { column: string; to: string }[]
}

/** Ids of accounts, devices and applications that no foreign key declares: partitions and logs have none. */
const BY_NAME: Readonly<Record<string, string>> = {
  account_id: 'identity.account',
  user_id: 'identity.account',
  device_id: 'devices.device',
  application_id: 'applications.application',
}

async function storedTables(read: Read): Promise<StoredTable[]> {
  const found = await read<{ name: string; columns: string[]; declared: Record<string, string> | null }>(`
    select n.nspname || '.' || c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select jsonb_object_agg(a.attname, fn.nspname || '.' || f.relname) from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and array_length(k.conkey, 1) = 1 and f.oid <> c.oid) as declared
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    order by 1`)
  return found.map(({ name, columns, declared }) => ({
    name,
    columns,
    references: Object.entries({
      ...Object.fromEntries(Object.entries(BY_NAME).filter(([column, to]) => columns.includes(column) && to !== name)),
      ...declared,
    }).map(([column, to]) => ({ column, to })),
  }))
}

export interface Owner {
  appId: string
  sourceId: string
}

/**
 * The condition on `t` for the rows that belong to the owner: by their own columns, otherwise by the rows to which they
 * refer. Null for a table whose rows belong to nobody but the platform.
 */
function ownedRows(tables: readonly StoredTable[], name: string, owner: Owner, depth = 3): string | null {
  const table = tables.find(one => one.name === name)!
  if (name === 'identity.organisation') return `t.id = ${owner.sourceId}`
  const own = [
    ...(table.columns.includes('app_id') ? [`t.app_id = ${owner.appId}`] : []),
    ...(table.columns.includes('source_id') ? [`t.source_id = ${owner.sourceId}`] : []),
  ]
  if (own.length > 0 || depth === 0) return own.length > 0 ? own.join(' or ') : null
  const through = table.references.flatMap(({ column, to }) => {
    const condition = ownedRows(tables, to, owner, depth - 1)
    return condition ? [`t.${column} in (select t.id from ${to} t where ${condition})`] : []
  })
  return through.length > 0 ? through.join(' or ') : null
}

/** A digest of each table, of all of its rows or of those that fulfil the condition on `t`; undefined leaves the table out. */
export const digestsOf = (
  connection: TestConnection,
  conditionOf: (table: StoredTable, tables: readonly StoredTable[]) => string | undefined,
): Promise<Record<string, string>> =>
  reading(connection, async read => {
    const tables = await storedTables(read)
    const result: Record<string, string> = {}
    for (const table of tables) {
      const condition = conditionOf(table, tables)
      if (condition === undefined) continue
      const [row] = await read<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
        from ${table.name} t where ${condition}`,
      )
      result[table.name] = row!.digest
    }
    return result
  })

/** A digest of what belongs to the owner, by table; tables without an owner are compared as a whole. */
export const digestsOfOwner = (
  connection: TestConnection,
  owner: Owner,
  leftOut: Readonly<Record<string, string>>,
): Promise<Record<string, string>> =>
  digestsOf(connection, ({ name }, tables) =>
    name in leftOut ? undefined : (ownedRows(tables, name, owner) ?? 'true'),
  )

/** The names of what differs between two sets of digests. */
export const changed = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(name => before[name] !== after[name]).sort()
