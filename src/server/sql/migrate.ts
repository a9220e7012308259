/** Applies the hand-written migrations in order, each in its own transaction, once; an applied file that changed is refused. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from './databaseUrl.ts'
import { openClient } from './openClient.ts'

// An arbitrary number, the same for every process that migrates this database.
const LOCK = 4717

export interface Migration {
  name: string
  /** sha256 of its text. */
  digest: string
}
const FILE = /^\d{4}_\w+\.sql$/

/** The migrations of this version, in order. */
export async function migrationsOf(folder: string): Promise<(Migration & { text: string })[]> {
  const names = (await readdir(folder)).filter(file => FILE.test(file)).sort()
  return Promise.all(
    names.map(async name => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The migrations applied to the database, in order. */
export async function appliedMigrations(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<Migration>('select name, digest from public.portico_migration order by name')
  return rows
}

/**
 * A one-line problem when `applied` has a migration that this version does not know or knows with another text,
 * otherwise null. `whose` names the source: a database, a backup.
 */
export function strangeMigration(
  applied: readonly Migration[],
  here: readonly Migration[],
  whose: string,
): string | null {
  const known = new Map(here.map(one => [one.name, one.digest]))
  const newer = applied.filter(one => !known.has(one.name)).map(one => one.name)
  if (newer.length > 0)
    return `${whose} is of a newer Portico: it has migration ${newer.at(-1)}, and this version ends with ${here.at(-1)?.name ?? 'none'}; start the version that made it, or a later one`
  const changed = applied.find(one => known.get(one.name) !== one.digest)
  return changed
    ? `migrations/${changed.name} changed after it was applied; migrations are append-only: write a new one`
    : null
}

/**
 * Returns the names applied now; `only` leaves out all others. Throws, with nothing applied, when the database is of a
 * newer version or was migrated with another text of a file, and otherwise naming the file whose statement failed.
 */
export async function migrate(
  connection: Database,
  folder: string,
  only?: ReadonlySet<string>,
): Promise<{ applied: string[] }> {
  const client = await openClient(connection)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists public.portico_migration (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    )
    const files = await migrationsOf(folder)
    const before = await appliedMigrations(client)
    const strange = strangeMigration(before, files, 'the database')
    if (strange) throw new Error(strange)
    const done = new Set(before.map(one => one.name))
    const applied: string[] = []
    for (const { name, text, digest } of files) {
      if (done.has(name) || (only && !only.has(name))) continue
      try {
        await client.query('begin')
        await client.query(text)
        await client.query('insert into public.portico_migration (name, digest) values ($1, $2)', [name, digest])
        await client.query('commit')
      } catch (error) {
        // A broken connection has been rolled back by the server.
        await client.query('rollback').catch(() => {})
        throw new Error(`migrations/${name}: ${(error as Error).message}`, { cause: error })
      }
      applied.push(name)
    }
    return { applied }
  } finally {
    await client.end()
  }
}
