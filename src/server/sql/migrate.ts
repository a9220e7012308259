/** Applies the hand-written migrations in order, each in its own transaction, once; an applied file that changed is refused. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

// Any number: it only has to be the same for every process that migrates this database.
const LOCK = 4717

/** Answers the names applied now. Throws naming the file whose statement failed or whose text changed after it was applied. */
export async function migrate(connection: pg.ClientConfig, folder: string): Promise<{ applied: string[] }> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists public.portico_migration (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    )
    const rows = (
      await client.query<{ name: string; digest: string }>('select name, digest from public.portico_migration')
    ).rows
    const done = new Map(rows.map(row => [row.name, row.digest]))
    const applied: string[] = []
    for (const name of (await readdir(folder)).filter(file => /^\d{4}_\w+\.sql$/.test(file)).sort()) {
      const text = await readFile(join(folder, name), 'utf8')
      const digest = createHash('sha256').update(text).digest('hex')
      const known = done.get(name)
      if (known === digest) continue
      if (known)
        throw new Error(`migrations/${name} changed after it was applied; migrations are append-only: write a new one`)
      try {
        await client.query('begin')
        await client.query(text)
        await client.query('insert into public.portico_migration (name, digest) values ($1, $2)', [name, digest])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`migrations/${name}: ${(error as Error).message}`, { cause: error })
      }
      applied.push(name)
    }
    return { applied }
  } finally {
    await client.end()
  }
}
