/** Imported facts equal reported ones: the same columns and tallies; and no events are emitted for them. */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { handlePast, holdSince, logPast, storePast, storePastCommands, storePastSessions } from './past.server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let platform: TestPlatform
let device: TestDevice
let deviceId: string
const query = <Row>(text: ReturnType<typeof sql>): Promise<Row[]> =>
  platform.server.ports.db.query<Row>({ role: 'engine' }, text)
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS

const pass = (guid: string) => ({ guid, doorNo: 1, readerNo: 1, cardNo: '12345678', method: 2, direction: 1, ok: true })
const forced = (guid: string) => ({ guid, doorNo: 1, on: true })

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  const credentials = await connectDevice(server, appId, models.accessControlDevice!, 'PAST-1', '单元门')
  deviceId = credentials.id
  device = await openDevice(gateway.port, credentials)
  // With a callback, facts of this application would be emitted as events.
  await platform.ask('POST', '/api/device/callback', {
    name: '接收',
    deviceClass: 'accessControlDevice',
    url: 'http://127.0.0.1:9/',
    events: ['passage', 'alarm'],
  })
  // The gateway reloads its listeners every half second.
  await new Promise(resolve => setTimeout(resolve, 700))
  const [{ id: userId }] = (await query<{ id: string }>(sql`select bound_by as id from devices.binding`)) as [
    { id: string },
  ]
  await holdSince(server.ports, [deviceId], new Date(midnight - 40 * DAY_MS), userId)
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

/** Everything about the facts of one day except ids, instants and keys, which must differ. */
async function rowsOf(day: number): Promise<unknown> {
  const [from, to] = [new Date(day), new Date(day + DAY_MS)]
  const without = (alias: string) =>
    sql`to_jsonb(${alias === 'p' ? sql`p` : sql`e`}) - '{id,at,time,received_at,key,offline,late}'::text[] #- '{params,guid}'`
  const passages = await query(
    sql`select ${without('p')} as row from devices.passage p where p.time >= ${from} and p.time < ${to} order by p.time`,
  )
  const events = await query(
    sql`select ${without('e')} as row from devices.event e where e.time >= ${from} and e.time < ${to} order by e.time`,
  )
  const tally = await query(
    sql`select app_id, source_id, family, device_class, result, extract(hour from hour at time zone 'UTC')::int as hour,
      sum(n)::int as n from devices.tally where hour >= ${from} and hour < ${to} group by 1, 2, 3, 4, 5, 6
      order by 3, 5, 6`,
  )
  return { passages, events, tally }
}

test('a day filled in equals the same day stated by the device', async () => {
  const [stated, filled] = [midnight - 2 * DAY_MS, midnight - 20 * DAY_MS]
  const happened = [
    ['pass', pass, 8 * HOUR_MS],
    ['forcedOpen', forced, 8.5 * HOUR_MS],
    ['pass', pass, 9 * HOUR_MS],
  ] as const
  for (const [identifier, value, at] of happened)
    await device.post(`event/${identifier}/post`, { value: value(`stated ${at}`), time: stated + at })
  const events = happened.map(([identifier, value, at]) => ({
    ...{ deviceId, deviceClass: 'accessControlDevice', identifier, params: value(`filled ${at}`), at: filled + at },
  }))
  expect(await storePast(platform.server.ports, events)).toBe(3)
  expect(await rowsOf(filled)).toEqual(await rowsOf(stated))
  expect((await rowsOf(filled)) as object).toMatchObject({ passages: { length: 2 }, events: { length: 1 } })
  // Stored a second time, they are the same facts.
  expect(await storePast(platform.server.ports, events)).toBe(0)
  expect(await rowsOf(filled)).toEqual(await rowsOf(stated))
})

test('nothing is raised for it, and it is found by its time', async () => {
  await until(
    async () => (await query(sql`select 1 from callbacks.delivery where event_type like '%passage%'`)).length === 2,
    'the deliveries of what the device stated',
  )
  const delivered = await query<{ at: string }>(
    sql`select p.time as at from callbacks.delivery d join devices.passage p on p.id = d.fact_id`,
  )
  expect(delivered.every(({ at }) => new Date(at).getTime() > midnight - 3 * DAY_MS)).toBe(true)
  const key = createHash('md5')
    .update(`filled ${8 * HOUR_MS}`)
    .digest('hex')
  const [row] = await query<{ ordered: boolean; app_id: string }>(
    sql`select p.id < (select min(id) from devices.passage where time > ${new Date(midnight - 3 * DAY_MS)}) as ordered,
      p.app_id from devices.passage p where p.key = decode(${key}, 'hex')`,
  )
  expect(row).toEqual({ ordered: true, app_id: platform.appId })
})

test('times online, commands and handled alarms of the past are listed as any other', async () => {
  const { ports } = platform.server
  const from = midnight - 30 * DAY_MS
  await storePastSessions(ports, [{ deviceId, from, to: from + 5 * DAY_MS, reason: 'silent' }])
  await storePastCommands(ports, [
    {
      ...{ deviceId, component: 'door:1', identifier: 'openDoor', reason: '访客', userName: '张卫东' },
      ...{ at: from + HOUR_MS, seconds: 0.5, state: 3, message: null },
    },
  ])
  const [command] = (await platform.ask(`GET`, '/api/device/control/page?size=5')).records
  expect(command).toMatchObject({ identifier: 'openDoor', state: 3, userName: '张卫东', reason: '访客' })
  expect(new Date(command.queuedAt).getTime()).toBe(from + HOUR_MS)
  const [log] = await query(
    sql`select opened_at, closed_at, reason from devices.session_log where closed_at is not null order by id limit 1`,
  )
  expect(log).toEqual({
    opened_at: new Date(from).toISOString(),
    closed_at: new Date(from + 5 * DAY_MS).toISOString(),
    reason: 'silent',
  })
  // All but one in eight were real, chosen by id: of forty, most are.
  const alarms = Array.from({ length: 40 }, (_, nth) => ({
    ...{ deviceId, deviceClass: 'accessControlDevice', identifier: 'forcedOpen', params: forced(`alarm ${nth}`) },
    at: midnight - 15 * DAY_MS + nth * 60_000,
  }))
  await storePast(ports, alarms)
  await handlePast(ports, [deviceId], new Date(midnight - 14 * DAY_MS), { name: '张卫东', remarks: ['已到现场查看'] })
  const [{ n }] = (await query<{ n: number }>(
    sql`select count(*)::int as n from devices.alarm where state = 3 and closed_name = '张卫东' and measures = '已到现场查看'`,
  )) as [{ n: number }]
  expect(n).toBeGreaterThan(25)
  expect(n).toBeLessThan(41)
  // Those that were filled in, and the one that the device stated, which rings however wrong its clock may be.
  expect(
    await query(
      sql`select 1 from devices.alarm_event l join devices.alarm a on a.id = l.alarm_id where a.kind = 'forcedOpen'`,
    ),
  ).toHaveLength(42)
})

test('what was sent late is in the log at its own time, and the half hour before repeats the first report', async () => {
  const [began, at] = [Date.now(), midnight - 3 * DAY_MS]
  await device.post('event/property/post', { doors: [{ no: 1, lock: 1, magnet: 0 }] })
  await device.post('event/pass/post', { value: pass('late'), time: at })
  const lines = (kind: number): Promise<{ at: string; content: unknown }[]> =>
    query(sql`select at, content from devices.frame where device_id = ${deviceId} and kind = ${kind} order by at desc`)
  expect(new Date((await lines(7))[0]!.at).getTime()).toBeGreaterThanOrEqual(began)
  await logPast(platform.server.ports, [deviceId], began)
  expect((await lines(7)).map(line => new Date(line.at).getTime())).toContain(at)
  const reports = await lines(3)
  expect(reports).toHaveLength(32)
  expect(new Set(reports.map(line => JSON.stringify(line.content))).size).toBe(1)
  expect(new Date(reports.at(-1)!.at).getTime()).toBe(began - 31 * 60_000)
})
