/** Facts that waited move nothing, and live ones do whatever the clock of their device says, over real sockets. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDevice } from '../../../tests/harness/device.ts'
import { startLinkedDevices, type LinkedDevices } from '../../../tests/harness/linkedDevices.ts'
import { until } from '../../../tests/harness/until.ts'

const ENGINE = { role: 'engine' } as const
const SLOW_MS = 180_000
let aheadMs = 0
const nowMs = (): number => Date.now() + aheadMs
let world: LinkedDevices
let face: Awaited<ReturnType<typeof openDevice>>
let ruleId: string

const count = async (statement: ReturnType<typeof sql>): Promise<number> => {
  const [row] = await world.platform.server.ports.db.query<{ n: number }>(ENGINE, statement)
  return row!.n
}
/** The names of the facts that started the rule, once every event has been handled. */
async function started(): Promise<string[]> {
  await until(
    async () =>
      (await count(sql`select count(*)::int as n from engine.outbox where type in ('fact.stored', 'alarm.opened')`)) ===
      0,
    'every event was handled',
  )
  const rows = await world.platform.server.ports.db.query<{ guid: string }>(
    ENGINE,
    sql`select coalesce(p.params ->> 'guid', r.event) as guid from linkage.run r left join devices.passage p on p.id = r.fact_id
      where r.linkage_id = ${ruleId} order by r.id`,
  )
  return rows.map(row => row.guid)
}
const passes = (guid: string, atMs: number): Promise<unknown> =>
  face.post('event/recognise/post', { value: { guid, ok: true, method: 1 }, time: atMs })

beforeAll(async () => {
  world = await startLinkedDevices({ now: () => new Date(nowMs()) })
  const { platform, devices } = world
  // The owner of a fact is that of its stated time.
  await platform.server.ports.db.query(ENGINE, sql`update devices.binding set from_at = from_at - interval '1 day'`)
  const rule = await platform.ask('POST', '/api/device/linkage', {
    ...{ name: '开门告警', deviceClass: 'faceEqui', triggerDeviceIds: [devices.face.id], triggerEvent: 'recognise' },
    actions: [{ deviceId: devices.controller.id, identifier: 'raiseAlarm', params: { name: '通行', level: 1 } }],
    ...{ mode: 0, state: 1 },
  })
  ruleId = rule.id
  // The gateway learns in which applications rules wait for facts.
  await until(async () => {
    await devices.face.link.post('event/recognise/post', {
      value: { guid: `first ${nowMs()}`, ok: true, method: 1 },
      time: nowMs(),
    })
    return (await started()).length > 0
  }, 'the rule starts')
})
afterAll(() => world?.close())
beforeEach(async () => {
  await face?.end()
  await world.platform.server.ports.db.query(ENGINE, sql`delete from linkage.run where linkage_id = ${ruleId}`)
  face = await openDevice(world.platform.gateway.port, world.devices.face)
  return () => face.end()
})

test('a live fact of a device that says that its clock is slow starts the rule; one that waited does not', async () => {
  await face.post('event/property/post', { clockOffset: -SLOW_MS / 1000 })
  await passes('live', nowMs() - SLOW_MS)
  await passes('waited', nowMs() - SLOW_MS - 60_000)
  await passes('again', nowMs() - SLOW_MS)
  const past = (guid: string, ms: number) => ({ recognise: { value: { guid, ok: true, method: 1 }, time: ms } })
  await face.post('event/property/history/post', [{ events: [past('replayed', nowMs() - SLOW_MS)] }] as never)
  expect(await started()).toEqual(['live', 'again'])
  expect(
    await count(
      sql`select count(*)::int as n from devices.passage where late and params ->> 'guid' in ('waited', 'replayed')`,
    ),
  ).toBe(2)
  // A live passage is not marked as offline.
  expect(
    await count(sql`select count(*)::int as n from devices.passage where offline and params ->> 'guid' = 'live'`),
  ).toBe(0)
})

test('a slow clock that nobody mentions is recognised by three facts at uneven intervals', async () => {
  for (const [guid, waitMs] of [
    ['one', 0],
    ['two', 40_000],
    ['three', 25_000],
    ['four', 1000],
  ] as const) {
    aheadMs += waitMs
    await passes(guid, nowMs() - SLOW_MS)
  }
  expect(await started()).toEqual(['three', 'four'])
})

test('what a device with a right clock sends after an outage starts nothing', async () => {
  for (const agoS of [900, 600, 180, 178, 177, 40]) await passes(`${agoS}`, nowMs() - agoS * 1000)
  for (let n = 0; n < 5; n += 1) {
    aheadMs += 30_000
    await passes(`queued ${n}`, nowMs() - SLOW_MS)
  }
  expect(await started()).toEqual([])
  await passes('live', nowMs())
  await passes('queued again', nowMs() - SLOW_MS)
  expect(await started()).toEqual(['live'])
})

test('a clock that is ahead does not make a replayed fact live', async () => {
  const given = { recognise: { value: { guid: 'replayed', ok: true, method: 1 }, time: nowMs() - 1000 } }
  await face.post('event/property/history/post', [{ events: [given] }] as never)
  expect(await started()).toEqual([])
})

test('an alarm of a device whose clock is slow starts rules for alarms; one that waited does not', async () => {
  const { platform, devices } = world
  const { link } = devices.controller
  const { id } = await platform.ask('POST', '/api/device/linkage', {
    ...{ name: '告警联动', deviceClass: 'accessControlDevice', triggerKind: 5, trigger: {} },
    actions: [{ deviceId: devices.face.id, identifier: 'raiseAlarm', params: { name: '联动', level: 1 } }],
    ...{ mode: 0, state: 1 },
  })
  const runs = async (): Promise<number> => {
    await started()
    return count(sql`select count(*)::int as n from linkage.run where linkage_id = ${id}`)
  }
  await link.post('event/forcedOpen/post', { time: nowMs() - SLOW_MS - 60_000, value: { doorNo: 1 } })
  expect(await runs()).toBe(0)
  await link.post('event/property/post', { clockOffset: -SLOW_MS / 1000 })
  await link.post('event/forcedOpen/post', { time: nowMs() - SLOW_MS, value: { doorNo: 2 } })
  expect(await runs()).toBe(1)
})
