/** Imported readings equal reported ones: the same rows, the same curve; stored again they change nothing. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { startPlatform, type TestPlatform } from '../../../tests/harness/platform.ts'
import { storePastReadings } from './storePastReadings.server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
const QUARTERS: readonly (readonly [battery: number, afterMs: number])[] = [
  [64, 8 * HOUR_MS],
  [61, 8 * HOUR_MS + 60_000],
  [63, 8 * HOUR_MS + 120_000],
  [63, 8.25 * HOUR_MS],
  [58, 23.9 * HOUR_MS],
]

let platform: TestPlatform
let lock: { id: string; deviceClass: string }
let device: TestDevice
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  const credentials = await connectDevice(server, appId, models.parkingLockDevice!, 'PAST-LOCK', '1 号车位')
  lock = { id: credentials.id, deviceClass: 'parkingLockDevice' }
  device = await openDevice(gateway.port, credentials)
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

/** The rows of one day, their instants as times after its midnight. */
const rowsOf = (day: number): Promise<{ sinceS: number; vals: Record<string, number[]> }[]> =>
  platform.server.ports.db.query(
    { role: 'engine' },
    sql`select component, source_id, app_id, extract(epoch from quarter - ${new Date(day)}::timestamptz)::int as "sinceS",
        (select jsonb_object_agg(v.key, jsonb_set(v.value, '{3}', to_jsonb((v.value ->> 3)::bigint - ${day}::bigint)))
          from jsonb_each(vals) v) as vals
      from devices.reading where device_id = ${lock.id} and quarter >= ${new Date(day)}
        and quarter < ${new Date(day + DAY_MS)} order by quarter`,
  )
const fill = (day: number): Promise<void> =>
  storePastReadings(
    platform.server.ports,
    lock,
    QUARTERS.map(([value, afterMs]) => ({ property: 'battery', value, at: day + afterMs })),
  )

test('a day filled in equals the same day stated by the device', async () => {
  const [stated, filled] = [midnight - 2 * DAY_MS, midnight - 20 * DAY_MS]
  for (const [value, afterMs] of QUARTERS)
    await device.post('event/property/post', { battery: { value, time: stated + afterMs } })
  await fill(filled)
  const rows = await rowsOf(filled)
  expect(rows).toEqual(await rowsOf(stated))
  expect(rows.map(row => row.vals.battery!.slice(0, 3))).toEqual([
    [61, 64, 63],
    [63, 63, 63],
    [58, 58, 58],
  ])
  await fill(filled)
  expect(await rowsOf(filled)).toEqual(rows)
})

test('its curve is answered, and a property without one is left out', async () => {
  const day = midnight - 10 * DAY_MS
  await fill(day)
  await storePastReadings(platform.server.ports, lock, [{ property: 'angle', value: 90, at: day }])
  expect(await rowsOf(day)).toHaveLength(3)
  const { points } = await platform.ask(
    'GET',
    `/api/device/reading/curve?${new URLSearchParams({
      ...{ deviceId: lock.id, property: 'battery' },
      ...{ from: new Date(day).toISOString(), until: new Date(day + DAY_MS).toISOString() },
    })}`,
  )
  expect(points.map(({ last }: { last: number }) => last)).toEqual([63, 63, 58])
})
