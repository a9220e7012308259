/** Months of facts when clocks are wrong: one that is counted later stays when its month goes, and one that is early stops no month. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { factsCut } from './factDays.rules.ts'

const DAY_MS = 86_400_000
const ENGINE = { role: 'engine' } as const
let server: TestServer
let owner: pg.Client

async function event(at: Date, counted: Date): Promise<string> {
  const id = server.ports.newId()
  await owner.query(
    `insert into devices.event (id, source_id, app_id, device_id, device_class, device_name, identifier, name, level, family, at,
        key, time, clock_off, received_at)
      values ($1, 1, 7, 9, 'faceEqui', '甲', 'fire', '火警', 3, 3, $2, decode(md5($1::bigint::text), 'hex'), $3, true, $3)`,
    [id, at, counted],
  )
  return id
}
const partOf = async (id: string): Promise<string | undefined> =>
  (await owner.query('select tableoid::regclass::text as part from devices.event where id = $1', [id])).rows[0]?.part

beforeAll(async () => {
  server = await startTestServer()
  owner = new pg.Client(server.installation.connection)
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await server?.close()
})

test('a fact of a clock that is months behind stays as long as those that came with it', async () => {
  const cut = factsCut(new Date())
  const begin = new Date(cut.getTime() - 30 * DAY_MS)
  await owner.query(
    `create table facts.devices_event_old partition of devices.event for values from ('${begin.toISOString()}') to ('${cut.toISOString()}')`,
  )
  const old = await event(new Date(cut.getTime() - DAY_MS), new Date(cut.getTime() - DAY_MS))
  const kept = await event(new Date(cut.getTime() - 2 * DAY_MS), new Date())
  await server.ports.db.query(ENGINE, sql`select * from facts.drop_before(${cut})`)
  expect([await partOf(old), await partOf(kept)]).toEqual([undefined, 'facts.devices_event_other'])
})

test('a month begins although a clock that is ahead has put something into it', async () => {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1))
  const part = `facts.devices_event_${month.toISOString().slice(0, 7).replace('-', '')}`
  await owner.query(`drop table ${part}`)
  const early = await event(new Date(month.getTime() + DAY_MS), now)
  expect(await partOf(early)).toBe('facts.devices_event_other')
  await server.ports.db.query(ENGINE, sql`select facts.make_ahead()`)
  expect(await partOf(early)).toBe(part)
  await server.ports.db.query(ENGINE, sql`select facts.make_ahead()`)
})
