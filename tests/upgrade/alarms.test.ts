/**
 * Migration 0430 on an earlier database: events that were alarms, handled or open, become alarms. The stored installation has none
 * that was handled, and one of that version can no longer be made, so these rows are inserted as that version stored them.
 */
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrationsOf } from '#server/sql/migrate.ts'
import { clusterConnection, onCluster } from '../harness/database.ts'

const NAME = `test_alarms_${process.pid}`
const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const connection = { ...clusterConnection(), database: NAME }
let client: pg.Client

interface Before {
  id: number
  deviceId?: number
  identifier: string
  hoursAgo: number
  on?: boolean
  appId?: number | null
  /** Its handling: 1 open, 2 handled, 3 a false alarm. */
  work?: { state: number; remark: string | null }
}
const BEFORE: readonly Before[] = [
  { id: 1, identifier: 'forcedOpen', hoursAgo: 200, work: { state: 2, remark: '已到场，门锁损坏，报修' } },
  { id: 2, identifier: 'tamper', hoursAgo: 2, work: { state: 3, remark: '施工' } },
  { id: 3, identifier: 'fire', hoursAgo: 1, work: { state: 2, remark: null } },
  // Open: reported twice, and not since it was handled.
  { id: 4, identifier: 'fault', hoursAgo: 5 },
  { id: 5, identifier: 'fault', hoursAgo: 3 },
  // Its end was reported; it is of more than a day ago; it is of no application.
  { id: 6, identifier: 'crash', hoursAgo: 4 },
  { id: 7, identifier: 'crash', hoursAgo: 3, on: false },
  { id: 8, identifier: 'powerLoss', hoursAgo: 30 },
  { id: 9, identifier: 'blocked', hoursAgo: 1, appId: null },
  // No alarm: what was done about it stays with the event.
  { id: 10, identifier: 'button', hoursAgo: 2, work: { state: 2, remark: '访客' } },
]

async function insert({ id, identifier, hoursAgo, on = true, appId = 7, work }: Before): Promise<void> {
  await client.query(
    `insert into devices.event (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier,
       name, level, params, at, key, time, received_at)
     select $1::bigint, 3, $2, 9, 11, 'accessControlDevice', '东门岗', '', $3, '名称 ' || $1, 2, jsonb_build_object('on', $5::boolean),
       t, decode(lpad($1::text, 8, '0'), 'hex'), t, t
     from (select now() - make_interval(hours => $4)) as e (t)`,
    [id, appId, identifier, hoursAgo, on],
  )
  if (work)
    await client.query(
      `insert into devices.work_item (fact_id, source_id, app_id, state, handler_id, handler_name, remark, updated_at)
       values ($1, 3, 7, $2, 5, '保安 王', $3, '2026-03-01T08:00:00Z')`,
      [id, work.state, work.remark],
    )
}

beforeAll(async () => {
  await onCluster(clusterConnection(), `create database ${NAME}`)
  const before = (await migrationsOf(MIGRATIONS)).map(({ name }) => name).filter(name => name < '0430')
  await migrate(connection, MIGRATIONS, new Set(before))
  client = new pg.Client(connection)
  await client.connect()
  await client.query("set session_replication_role = 'replica'")
  for (const row of BEFORE) await insert(row)
  await migrate(connection, MIGRATIONS)
})
afterAll(async () => {
  await client?.end()
  await onCluster(clusterConnection(), `drop database if exists ${NAME} with (force)`)
})

const rows = async (text: string): Promise<any[]> => (await client.query(text)).rows

test('each handled one is an alarm with its state, who handled it, when, and the remark', async () => {
  const found = await rows(
    `select id, kind, state, closed_name, measures, fact_id, name, closed_at = '2026-03-01T08:00:00Z' as "then"
      from devices.alarm where state > 2 order by id`,
  )
  const ended = { then: true, closed_name: '保安 王' }
  expect(found).toEqual([
    {
      id: '1',
      kind: 'forcedOpen',
      state: 3,
      ...ended,
      measures: '已到场，门锁损坏，报修',
      fact_id: '1',
      name: '名称 1',
    },
    { id: '2', kind: 'tamper', state: 4, ...ended, measures: '施工', fact_id: '2', name: '名称 2' },
    { id: '3', kind: 'fire', state: 3, ...ended, measures: null, fact_id: '3', name: '名称 3' },
  ])
})

test('those that were open are one open alarm for each device, part and kind, with its repetitions', async () => {
  const found = await rows(
    `select id, kind, state, repeats, fact_id, device_id, app_id, source_id, site_id, closed_name, cleared_at,
      round(extract(epoch from last_at - opened_at)) as lasted from devices.alarm where state < 3`,
  )
  expect(found).toEqual([
    {
      ...{ id: '5', kind: 'fault', state: 0, repeats: 2, fact_id: '5', device_id: '11', app_id: '7', source_id: '3' },
      ...{ site_id: '9', closed_name: null, cleared_at: null, lasted: '7200' },
    },
  ])
})

test('the events lead to their alarms; only what was done about other events is still a work item', async () => {
  expect(await rows('select fact_id, alarm_id from devices.alarm_event order by fact_id')).toEqual(
    ['1', '2', '3', '5'].map(id => ({ fact_id: id, alarm_id: id })),
  )
  expect(await rows('select fact_id, state, handler_name, remark from devices.work_item')).toEqual([
    { fact_id: '10', state: 2, handler_name: '保安 王', remark: '访客' },
  ])
})
