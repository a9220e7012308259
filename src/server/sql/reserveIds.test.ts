/** The id reservation of a node in the database: reservations after a kill, returned at a stop, shared by two processes with the same number. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IdSource, idTimeMs } from '#base/id.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/harness/database.ts'
import { openDb, type Db } from './db.ts'
import { reserveIds, type IdReservations } from './reserveIds.ts'

let database: FreshDatabase
let db: Db
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.connection, { max: 4 })
})
afterAll(async () => {
  await db.end()
  await database.drop()
})
const start = async (node: number, nowMs: () => number): Promise<{ ids: IdSource; reservations: IdReservations }> => {
  const ids = new IdSource(node, nowMs)
  return { ids, reservations: await reserveIds(db, node, ids, nowMs) }
}
const mark = async (node: number): Promise<number> =>
  Number(
    (
      await db.query<{ until: string }>(
        { role: 'engine' },
        sql`select until_ms as until from engine.id_mark where node = ${node}`,
      )
    )[0]!.until,
  )

test('killed and started again with a clock a day behind, ids go on upwards', async () => {
  const first = await start(1, Date.now)
  const before = BigInt(first.ids.next())
  // Not stopped: the first process was killed.
  const second = await start(1, () => Date.now() - 86_400_000)
  const after = BigInt(second.ids.next())
  expect(after).toBeGreaterThan(before)
  expect(idTimeMs(String(after)) - Date.now()).toBeLessThan(20_000)
  await first.reservations.stop()
  await second.reservations.stop()
})

test('stopped in order, it leaves no gap ahead of the clock', async () => {
  const { ids, reservations } = await start(2, Date.now)
  const last = idTimeMs(ids.next())
  expect(await mark(2)).toBeGreaterThan(Date.now() + 5000)
  await reservations.stop()
  expect(await mark(2)).toBe(last + 1)
})

test('two that hold one number make different ids, also when one stops', async () => {
  const [a, b] = await Promise.all([start(3, Date.now), start(3, Date.now)])
  const made = Array.from({ length: 1000 }, () => [a.ids.next(), b.ids.next()]).flat()
  expect(new Set(made).size).toBe(2000)
  await a.reservations.stop()
  const c = await start(3, Date.now)
  const more = Array.from({ length: 1000 }, () => [b.ids.next(), c.ids.next()]).flat()
  expect(new Set([...made, ...more]).size).toBe(4000)
  await b.reservations.stop()
  await c.reservations.stop()
})

test('the mark runs ahead of the clock by itself', async () => {
  let ahead = 0
  const { ids, reservations } = await start(4, () => Date.now() + ahead)
  const before = await mark(4)
  ahead = 8000
  await expect.poll(() => mark(4)).toBeGreaterThan(before)
  ids.next()
  await reservations.stop()
})
