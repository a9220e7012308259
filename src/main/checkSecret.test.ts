/**
 * A database and its master secret: another secret is refused with a clear error, also where only rows sealed by an
 * earlier version show it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { freshDatabase, type FreshDatabase } from '../../tests/harness/database.ts'
import { connectDevice } from '../../tests/harness/device.ts'
import { startPlatform } from '../../tests/harness/platform.ts'
import { openDb } from '#server/sql/db.ts'
import { checkSecret } from './checkSecret.ts'

const [right, wrong] = ['r'.repeat(40), 'w'.repeat(40)]
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const refused = /^PORTICO_SECRET: this database is sealed with another secret[^\n]*$/

test('the first start stores a check value that only its own secret decrypts and that reveals nothing of it', async () => {
  await checkSecret(database.connection, right, true)
  await checkSecret(database.connection, right)
  await checkSecret(database.connection, right)
  await expect(checkSecret(database.connection, wrong)).rejects.toThrow(refused)
  await expect(checkSecret(database.connection, wrong, true)).rejects.toThrow(refused)
  const db = openDb(database.connection, { max: 1 })
  const rows = await db.query<{ sealed: Buffer }>({ role: 'engine' }, sql`select sealed from engine.key_check`)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.sealed.includes('portico')).toBe(false)
  await db.query({ role: 'engine' }, sql`delete from engine.key_check`)
  await db.end()
})

test('of two first starts with different secrets one is refused', async () => {
  const starts = await Promise.allSettled([right, wrong].map(secret => checkSecret(database.connection, secret)))
  expect(starts.map(start => start.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('rows encrypted before the check value existed serve as the check', async () => {
  const platform = await startPlatform()
  const { connection, secret } = platform.server.installation
  await connectDevice(platform.server, platform.appId, platform.models.accessControlDevice!, 'KEY-1')
  await expect(checkSecret(connection, wrong)).rejects.toThrow(refused)
  await checkSecret(connection, secret)
  await platform.close()
})
