/** Transactions: more requests than connections, each of which also needs an engine transaction, all succeed. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../tests/harness/database.ts'
import { openDb } from './db.ts'

test('requests that need the engine while their own transaction is open never wait for each other', async () => {
  const database = await freshDatabase()
  const db = openDb(database.connection, { max: 2 })
  try {
    const one = (): Promise<{ n: number }[]> =>
      db.tx({ role: 'platform' }, async query => {
        await query(sql`select 1`)
        return db.query<{ n: number }>({ role: 'engine' }, sql`select 1 as n`)
      })
    const answers = await Promise.all(Array.from({ length: 8 }, one))
    expect(answers.flat()).toHaveLength(8)
  } finally {
    await db.end()
    await database.drop()
  }
})
