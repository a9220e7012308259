/** A serial number is one in every spelling: stocked once, found by each, and a device signs in as it spells it itself. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type Credentials } from '../../../../tests/harness/device.ts'
import { startPlatform, type TestPlatform } from '../../../../tests/harness/platform.ts'

const STOCK = '/api/device/warehouse'
let platform: TestPlatform
let made: Credentials
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models } = platform
  made = await connectDevice(server, appId, models.accessControlDevice!, 'Yb-0012a', '东门')
})
afterAll(() => platform?.close())

test.each(['Yb-0012a', 'YB-0012A', 'yb-0012a', 'ｙｂ-0012a', 'yb-0012a\u200b'])('%j is in stock already', async sn => {
  const body = { sn, name: '又一台', modelId: platform.models.accessControlDevice }
  const answer = await platform.server.call('POST', STOCK, body)
  expect(answer.body.msg).toContain('序列号已存在')
  const found = await platform.server.call('GET', `${STOCK}/page?sn=${encodeURIComponent(sn)}`)
  expect(found.body.data.records.map((row: any) => row.sn)).toEqual(['Yb-0012a'])
})
test('zeros and dashes make another one', async () => {
  for (const sn of ['YB-012A', 'YB0012A'])
    await platform.server.call('POST', STOCK, { sn, name: sn, modelId: platform.models.accessControlDevice })
  const { data } = (await platform.server.call('GET', `${STOCK}/page?sn=yb`)).body
  expect(data.total).toBe(3)
})
test('several at once say which are missing, as they were given', async () => {
  const { data } = (await platform.server.call('GET', `${STOCK}/page?sn=yb-0012A,nothing-1`)).body
  expect([data.total, data.missing]).toEqual([1, ['nothing-1']])
})
test.each(['Yb-0012a', 'YB-0012A', 'yb-0012a'])('it signs in and reports as %s', async deviceName => {
  const device = await openDevice(platform.gateway.port, { ...made, deviceName })
  await device.post('event/property/post', { fwVersion: `v-${deviceName}` })
  await device.end()
  const [row] = await platform.server.ports.db.query<{ vals: unknown }>(
    { role: 'engine' },
    sql`select vals from devices.shadow where device_id = ${made.id} and component = ''`,
  )
  expect(row!.vals).toMatchObject({ fwVersion: `v-${deviceName}` })
})
