/** Readings: packed by part and quarter hour, stored with the report, answered as a curve to who may see the device. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDevice, openDevice, type Credentials, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { quickAccount, quickRole } from '../../../../tests/harness/quickAccount.ts'
import { packReadings } from './readings.rules.ts'

const ENGINE = { role: 'engine' } as const
let platform: TestPlatform
let lock: Credentials
let device: TestDevice
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  lock = await connectDevice(server, appId, models.parkingLockDevice!, 'READ-1', '1 号车位')
  device = await openDevice(gateway.port, lock)
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

const rows = (): Promise<{ vals: Record<string, number[]> }[]> =>
  platform.server.ports.db.query(
    ENGINE,
    sql`select vals from devices.reading where device_id = ${lock.id} order by quarter`,
  )
const report = (values: object): Promise<void> => device.post('event/property/post', { ...values })
const curve = (query: Record<string, string>, token?: string): Promise<any> =>
  platform.server.call(
    'GET',
    `/api/device/reading/curve?${new URLSearchParams({
      ...{ appId: platform.appId, deviceId: lock.id, property: 'battery' },
      ...{ from: new Date(Date.now() - 86_400_000).toISOString(), until: new Date(Date.now() + 60_000).toISOString() },
      ...query,
    })}`,
    undefined,
    token ? { token } : {},
  )

describe('packing', () => {
  const state = (battery: unknown, at: string, component = '') => ({
    ...{ device_id: '1', component, vals: { battery, lifted: true } as never, stated_at: at, epoch: '1', n: 1 },
  })
  const pack = (states: ReturnType<typeof state>[], known = new Map<string, string>()) =>
    packReadings({ readings: ['battery'] }, states, known)
  test('one entry for each part and quarter hour, with its lowest, highest and last value', () => {
    const at = (clock: string): string => `2026-11-25T${clock}.000Z`
    expect(
      pack([
        state(80, at('08:00:00')),
        state(78, at('08:14:59')),
        // Sent later, but stated before.
        state(81, at('08:07:00')),
        state(77, at('08:15:00')),
        state(50, at('08:15:00'), 'zone:1'),
      ]),
    ).toEqual([
      {
        component: '',
        quarterMs: Date.parse(at('08:00:00')),
        vals: { battery: [78, 81, 78, Date.parse(at('08:14:59'))] },
      },
      {
        component: '',
        quarterMs: Date.parse(at('08:15:00')),
        vals: { battery: [77, 77, 77, Date.parse(at('08:15:00'))] },
      },
      {
        component: 'zone:1',
        quarterMs: Date.parse(at('08:15:00')),
        vals: { battery: [50, 50, 50, Date.parse(at('08:15:00'))] },
      },
    ])
  })
  test('what is no number, and what repeats the last value of the quarter hour, is left out', () => {
    const known = new Map<string, string>()
    const at = '2026-11-25T08:00:00.000Z'
    expect(pack([state(null, at), state(undefined, at), state('full', at)], known)).toEqual([])
    expect(pack([state(80, at)], known)).toHaveLength(1)
    expect(pack([state(80, '2026-11-25T08:10:00.000Z')], known)).toEqual([])
    expect(pack([state(80, '2026-11-25T08:15:00.000Z')], known)).toHaveLength(1)
  })
  test('a part number that a device invents takes no memory', () => {
    const known = new Map<string, string>()
    for (let no = 0; no < 10_000; no += 1) pack([state(1, '2026-11-25T08:00:00.000Z', `zone:${no}`)], known)
    expect(known.size).toBeLessThan(300)
  })
})

test('reports of a device become its curve', async () => {
  await report({ battery: 64 })
  await report({ battery: 61 })
  await report({ battery: 63 })
  // On the border of two quarter hours there are two rows.
  const stored = (await rows()).map(row => row.vals.battery!)
  expect(Math.min(...stored.map(([low]) => low!))).toBe(61)
  expect(Math.max(...stored.map(([, high]) => high!))).toBe(64)
  const { body } = await curve({})
  expect(body.data.stepMs).toBe(900_000)
  expect(body.data.points.at(-1)).toMatchObject({ last: 63, at: expect.stringMatching(/:(00|15|30|45):00/) })
})

test('a longer time has wider points', async () => {
  await platform.server.ports.db.query(
    ENGINE,
    sql`insert into devices.reading (device_id, component, quarter, source_id, app_id, vals)
      select d.id, '', '2026-01-05T00:00:00Z'::timestamptz + n * interval '15 minutes', d.source_id, d.app_id,
        jsonb_build_object('battery', jsonb_build_array(n, n + 1, n, n))
      from devices.device d, generate_series(0, 95) n where d.id = ${lock.id}`,
  )
  const of = async (from: string, until: string): Promise<any> => (await curve({ from, until })).body.data
  expect((await of('2026-01-05T00:00:00Z', '2026-01-06T00:00:00Z')).points).toHaveLength(96)
  const hours = await of('2026-01-01T00:00:00Z', '2026-01-31T00:00:00Z')
  expect([hours.stepMs, hours.points.length]).toEqual([3_600_000, 24])
  expect(hours.points[0]).toMatchObject({ low: 0, high: 4, last: 3 })
  const days = await of('2025-06-01T00:00:00Z', '2026-06-01T00:00:00Z')
  expect(days.points.map(({ low, high }: any) => [low, high])).toEqual(
    days.stepMs === 86_400_000 ? [[0, 96]] : expect.arrayContaining([[0, 24]]),
  )
})

test.each([
  ['a property without a curve', { property: 'lock' }, 400, '该属性没有曲线'],
  ['an unknown property', { property: 'constructor' }, 400, '该属性没有曲线'],
  ['a range that ends before it begins', { until: '2020-01-01T00:00:00Z' }, 400, '时间范围有误'],
  ['a range of a century', { from: '1920-01-01T00:00:00Z' }, 400, '时间范围有误'],
  ['a device that does not exist', { deviceId: '1' }, 404, '资源不存在'],
])('%s is refused', async (_, query, status, msg) => {
  const answer = await curve(query)
  expect([answer.status, answer.body.msg]).toEqual([status, msg])
})

test('an account without the right to the device reads no curve of it', async () => {
  const { server, appId } = platform
  const foreign = await quickAccount(server, { type: 4, apps: [], roleIds: [] })
  expect((await curve({}, foreign.token)).status).toBe(403)
  const role = await quickRole(server, { points: ['deviceBind:detail'] })
  const own = await quickAccount(server, { apps: [appId], roleIds: [role] })
  expect((await curve({}, own.token)).status).toBe(200)
})
