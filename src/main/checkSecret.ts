/** Checks that the master secret is the one with which this database is sealed. */
import sql from 'sql-template-tag'
import type { Database } from '#server/sql/databaseUrl.ts'
import { openDb } from '#server/sql/db.ts'
import { makeVault } from '#server/vault/makeVault.ts'

const ENGINE = { role: 'engine' } as const
const WORD = 'portico'
const PLACE = 'engine.key_check|sealed'
const WRONG =
  'PORTICO_SECRET: this database is sealed with another secret; give the one with which it was first started (it may lie in secret.key of that data folder, or of a backup made with --with-key)'

/**
 * Throws a one-line error when it is another. The first call stores a sealed word that later calls open; in a database
 * sealed before that existed, a sealed row is opened instead. Runs after the migrations; with `looks` it stores
 * nothing, and accepts an earlier database.
 */
export async function checkSecret(database: Database, secret: string, looks = false): Promise<void> {
  const db = openDb(database, { max: 1 })
  const vault = makeVault(Buffer.from(secret))
  const judge = (sealed: Buffer, place: string): void => {
    try {
      vault.open(sealed, place)
    } catch {
      throw new Error(WRONG)
    }
  }
  const word = async (): Promise<Buffer | undefined> => {
    const [row] = await db
      .query<{ sealed: Buffer }>(ENGINE, sql`select sealed from engine.key_check`)
      .catch((error: { code?: string }) => {
        if (looks && error.code === '42P01') return []
        throw error
      })
    return row?.sealed
  }
  try {
    let known = await word()
    if (!known) {
      const [device] = await db.query<{ id: string; sealed: Buffer }>(
        ENGINE,
        sql`select id, secret_sealed as sealed from devices.device order by id desc limit 1`,
      )
      if (device) judge(device.sealed, `devices.device|secret|${device.id}`)
      if (looks) return
      await db.query(
        ENGINE,
        sql`insert into engine.key_check (sealed) values (${vault.seal(WORD, PLACE)}) on conflict do nothing`,
      )
      // Of two simultaneous starts with different secrets, the first one decides.
      known = await word()
    }
    judge(known!, PLACE)
  } finally {
    await db.end()
  }
}
