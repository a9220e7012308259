/** A block range index with a placeholder from a cancelled vacuum is repaired by housekeeping, and a rare value then reads few blocks. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Params } from '#model/row.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import sql from 'sql-template-tag'

const ROWS = 60_000
let server: TestServer
let owner: pg.Client

/** Blocks read by a search that finds nothing: those that the index does not exclude. */
async function blocksRead(): Promise<number> {
  await owner.query('set enable_seqscan = off; set enable_indexscan = off')
  const { rows } = await owner.query(`explain (analyze, format json) select from devices.passage where method = 9`)

  const lossy = (plan: Params): number =>
    Number(plan['Lossy Heap Blocks'] ?? 0) + ((plan.Plans ?? []) as Params[]).reduce((sum, one) => sum + lossy(one), 0)
  return lossy(rows[0]['QUERY PLAN'][0].Plan)
}
const summarise = async (most = 64): Promise<boolean> => {
  const [row] = await server.ports.db.query<{ more: boolean }>(
    { role: 'engine' },
    sql`select facts.summarise(${most}) as more`,
  )
  return row!.more
}

beforeAll(async () => {
  server = await startTestServer()
  owner = new pg.Client(server.installation.connection)
  await owner.connect()
  await owner.query(
    `insert into devices.passage (id, source_id, app_id, device_id, device_class, device_name, component, identifier, method, direction, result, at, key, time, received_at)
     select n, 1, 1, 1, 'class', 'name', 'door:1', 'pass', 1, 1, 1, now(), decode(lpad(to_hex(n), 32, '0'), 'hex'), now(), now() from generate_series(1, ${ROWS}) n`,
  )
})
afterAll(() => owner.end())

test('ranges that a cancelled vacuum left behind are summarised', async () => {
  const { rows } = await owner.query(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where a.amname = 'brin' and i.indrelid = (select tableoid from devices.passage limit 1)`,
  )
  const { name } = rows[0]
  let summarised = false
  for (let timeoutMs = 2; !summarised; timeoutMs += 2) {
    await owner.query(`set statement_timeout = ${timeoutMs}`)

    summarised = await owner.query(`select brin_summarize_new_values('${name}')`).then(
      () => true,
      () => false,
    )
  }
  await owner.query('reset statement_timeout')
  const before = await blocksRead()
  // The last range is still being filled, so it is not excluded.
  expect(before).toBeGreaterThan(32)
  while (await summarise());
  expect(await blocksRead()).toBeLessThanOrEqual(16)
})

test('one call goes through all indexes, and is repeated only when it did all that it may', async () => {
  const open = async (): Promise<number> => {
    const { rows } = await owner.query(`select count(*)::int as n from facts.summarised`)
    return rows[0].n as number
  }
  await owner.query('delete from facts.summarised')
  expect(await summarise(1)).toBe(true)
  expect(await open()).toBe(1)
  // The ranges of every index together are fewer.
  expect(await summarise(100_000)).toBe(false)
  expect(await open()).toBeGreaterThan(1)
})
