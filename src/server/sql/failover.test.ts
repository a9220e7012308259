/** A database of two servers: commits that hang, a server that freezes with open connections, and its standby being promoted. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Pair, startPair } from '../../../tests/harness/pair.ts'
import { readDatabaseUrl } from './databaseUrl.ts'
import { type Db, openDb } from './db.ts'
import { isDown } from './isDown.ts'
import { openClient } from './openClient.ts'
import { quietly } from '../../../tests/harness/quietly.ts'
import { pause } from '../../../tests/harness/pause.ts'

const ENGINE = { role: 'engine' } as const
const folder = mkdtempSync(join(tmpdir(), 'portico-failover-'))
let pair: Pair
let db: Db
let url: string

beforeAll(async () => {
  pair = await startPair(folder)
  const { first, second } = pair
  // The standby is listed before the primary.
  const hosts = [second, first].map(cluster => encodeURIComponent(cluster.connection.host)).join(',')
  url = `postgresql://portico@/portico?host=${hosts}&target_session_attrs=read-write`
  const client = await openClient(readDatabaseUrl(url))
  await client.query(`create role rt_engine; create role rt_ingest; create role rt_platform;
    create table kept (n int primary key, at timestamptz not null default now());
    grant all on kept to rt_engine, rt_ingest, rt_platform`)
  await client.end()
  await pair.synchronous()
  db = openDb(readDatabaseUrl(url), { max: 4 })
}, 120_000)
afterAll(async () => {
  await db?.end()
  await pair?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const write = (n: number): Promise<unknown> =>
  db.query(ENGINE, sql`insert into kept (n) values (${n}) on conflict do nothing`)
const insist = async (n: number): Promise<void> => {
  for (;;)
    try {
      return void (await write(n))
    } catch (error) {
      expect(isDown(error)).toBe(true)
      await sleep(100)
    }
}

test('of several servers the writable one is used, also for single connections', async () => {
  await write(1)
  const client = await openClient(readDatabaseUrl(url))
  expect((await client.query('select n, pg_is_in_recovery() as standby from kept')).rows).toEqual([
    { n: 1, standby: false },
  ])
  await client.end()
})

/** Begins changes whose commits hang, reads meanwhile, ends the hanging and returns how the changes ended. */
async function readWhile(changes: readonly (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
  let outcomes = Promise.allSettled<unknown>([])
  await quietly(async lap => {
    outcomes = Promise.allSettled(changes.map(change => change()))
    await pause(1700, 'the commits hang for as long as a statement may take')
    lap()
    await db.query(ENGINE, sql`select n from kept`)
    await db.tx({ role: 'platform' }, query => query(sql`select n from kept`))
    expect(lap()).toBeLessThan(1000)
  })
  await pair.synchronous()
  return outcomes
}

test('commits that hang leave connections for reading, are refused in time, and are as they were when it is over', async () => {
  await pair.synchronous('nobody')
  const settled = await readWhile(
    Array.from({ length: 24 }, (_, index) => {
      const change = sql`insert into kept (n) values (${100 + index})`
      return () =>
        index % 2 ? db.query(ENGINE, change) : db.tx({ role: 'platform' }, async query => void (await query(change)))
    }),
  )
  for (const outcome of settled) if (outcome.status === 'rejected') expect(isDown(outcome.reason)).toBe(true)
  // Hanging commits are done now; refused ones have left nothing.
  const [row] = await db.query<{ n: number }>(ENGINE, sql`select count(*)::int as n from kept where n >= 100`)
  expect(row!.n).toBe(settled.filter(outcome => outcome.status === 'fulfilled').length)
})

test('a server that freezes for a moment goes on where it was', async () => {
  const thaw = pair.freeze()
  const late = insist(2)
  await sleep(600)
  thaw()
  await late
  expect(db.down).toBe(false)
})

test('a frozen server counts as unavailable, its standby is used once writable, and the old one no more', async () => {
  await quietly(async lap => {
    const thaw = pair.freeze()
    const late = [3, 4, 5].map(insist)
    lap()
    await expect(db.tx({ role: 'platform' }, query => query(sql`select n from kept`))).rejects.toSatisfy(isDown)
    expect(lap()).toBeLessThan(6000)
    expect(db.down).toBe(true)
    await pair.promote()
    lap()
    await Promise.all(late)
    expect(lap()).toBeLessThan(2500)
    // Both claim to be the primary now; the later one counts.
    thaw()
  })
  await sleep(300)
  await Promise.all([6, 7, 8, 9].map(insist))
  const [row] = await db.query(
    ENGINE,
    sql`select count(*)::int as n, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline from kept where n < 100`,
  )
  expect(row).toEqual({ n: 9, timeline: '00000002' })
  const client = await openClient(readDatabaseUrl(url))
  const { rows } = await client.query('show unix_socket_directories')
  expect(rows).toEqual([{ unix_socket_directories: pair.second.connection.host }])
  await client.end()
}, 40_000)
