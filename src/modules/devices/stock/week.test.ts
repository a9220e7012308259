/** Seven days of a class: what is counted, by the days of the application's zone, and only of that application. */
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, startOfDay } from '#base/zonedTime.ts'
import { idFrom } from '#base/id.ts'
import { connectDevice, makeApplication, type Credentials } from '../../../../tests/harness/device.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
let appId: string
let bollard: Credentials
const HOUR_MS = 3_600_000
const engine = (query: Sql) => server.ports.db.query({ role: 'engine' }, query)
const today = startOfDay(dayOf(new Date(), 'Asia/Shanghai'), 'Asia/Shanghai').getTime()
/** An instant of an earlier day, counted in hours after its midnight. */
const at = (daysAgo: number, hour: number): Date => new Date(today - daysAgo * 24 * HOUR_MS + hour * HOUR_MS)

beforeAll(async () => {
  server = await startTestServer()
  const made = await makeApplication(server)
  appId = made.appId
  bollard = await connectDevice(server, appId, made.models.bollardDevice!, 'BOL-WEEK', '南门升降柱')
  await server.call('PUT', '/api/device/model', { id: made.models.bollardDevice, ratedCycles: 1000 })
  await engine(sql`update devices.device set bound_at = ${at(2, 0)} where id = ${bollard.id}`)
})
afterAll(() => server.close())

const week = async (app = appId): Promise<any> =>
  (await server.call('GET', `/api/device/bind/week?appId=${app}&deviceClass=bollardDevice`)).body.data

test('the connected share counts from the day on which a device was bound', async () => {
  await engine(sql`insert into devices.session_log (id, device_id, source_id, app_id, epoch, opened_at, closed_at)
    select ${server.ports.newId()}, id, source_id, app_id, 1, ${at(3, 12)}, ${at(2, 6)} from devices.device
    where id = ${bollard.id}`)
  const { days } = await week()
  expect(days.map(({ online }: { online: number | null }) => online)).toEqual([null, null, null, null, 0.25, 0, 0])
  expect(days[4].day).toBe(dayOf(at(2, 1), 'Asia/Shanghai'))
})

test('counts are by day, alarms that end are none, and wear is of the rating of the model', async () => {
  await engine(sql`insert into devices.tally (app_id, source_id, family, device_class, result, hour, lane, n)
    select app_id, source_id, 2, device_class, 0, ${at(1, 23)}::timestamptz, 0, 5 from devices.device where id = ${bollard.id}`)
  for (const [key, on] of [
    ['a', true],
    ['b', false],
  ] as const)
    await engine(sql`insert into devices.event (id, source_id, app_id, device_id, device_class, device_name, component,
        identifier, key, name, level, params, at, "time", received_at)
      select ${server.ports.newId()}, source_id, app_id, id, device_class, name, '', 'powerLoss', ${key}, '断电', 1,
        ${JSON.stringify({ on })}::jsonb, now(), now(), now() from devices.device where id = ${bollard.id}`)
  await engine(sql`insert into devices.shadow (device_id, source_id, app_id, component, vals, stated_at)
    select id, source_id, app_id, '', '{"cycles": 250}', now() from devices.device where id = ${bollard.id}
    on conflict (device_id, component) do update set vals = excluded.vals`)
  const found = await week()
  expect(found.counts).toEqual([{ day: dayOf(at(1, 1), 'Asia/Shanghai'), family: 2, result: 0, n: 5 }])
  expect(found.faulty).toEqual([{ id: bollard.id, name: '南门升降柱', n: 1 }])
  expect(found.worn).toEqual([{ id: bollard.id, name: '南门升降柱', cycles: 250, rated: 1000 }])
})

test('movements: those given by people, and the mean time to their proof', async () => {
  for (const [origin, identifier, tookMs] of [
    ['console', 'fall', 2000],
    ['linkage', 'rise', 4000],
    ['console', 'stop', null],
  ] as const)
    await engine(sql`insert into devices.command (id, source_id, app_id, device_id, device_class, component, identifier,
        params, lane, risk, origin, expires_at, state, sent_at, proven_at)
      select ${idFrom(at(1, 5).getTime() + (tookMs ?? 0))}, source_id, app_id, id, device_class, '', ${identifier},
        '{}', 0, 'moves', ${origin}, now(), 3, ${at(1, 5)}::timestamptz,
        ${at(1, 5)}::timestamptz + make_interval(secs => ${tookMs === null ? null : tookMs / 1000}::float8)
      from devices.device where id = ${bollard.id}`)
  expect((await week()).moved).toEqual({ given: 2, byHand: 1, meanMs: 3000 })
})

test('another application has its own, and an unknown class is refused', async () => {
  const other = await makeApplication(server, '另一小区')
  expect(await week(other.appId)).toMatchObject({ counts: [], faulty: [], worn: [], moved: { given: 0, byHand: 0 } })
  const answer = await server.call('GET', `/api/device/bind/week?appId=${appId}&deviceClass=none`)
  expect(answer.status).toBe(404)
})
