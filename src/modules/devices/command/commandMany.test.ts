/** A command for several devices: a job with an outcome for each, with the same checks as for one device alone. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'

const ENGINE = { role: 'engine' } as const
let platform: TestPlatform
let device: TestDevice
let ids: string[]
const jammed = new Set<number>()
const start = (act: string, body: object) =>
  platform.server.call('POST', `/api/device/bind/${act}/bulk?appId=${platform.appId}`, body)
/** The number of devices it was given to, and the reasons for the others. */
async function outcome(act: string, body: object): Promise<{ ok: number; refused: string[] }> {
  const { body: answer } = await start(act, body)
  expect(answer).toMatchObject({ code: 0 })
  const { id } = answer.data
  const job = await until(async () => {
    const { data } = (await platform.server.call('GET', `/api/job/${id}`)).body
    return data.state === 'done' && data
  }, 'the end of the job')
  const { records } = (await platform.server.call('GET', `/api/job/${id}/failures?size=100`)).body.data
  return { ok: job.ok, refused: records.map((row: { problems: { reason: string }[] }) => row.problems[0]!.reason) }
}
const commands = () =>
  platform.server.ports.db.query<{ component: string; identifier: string; reason: string | null; user: string | null }>(
    ENGINE,
    sql`select component, identifier, reason, user_id::text as user from devices.command order by id`,
  )

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  const made = await connectDevice(server, appId, models.accessControlDevice!, 'MANY-001', '东门')
  const away = await connectDevice(server, appId, models.accessControlDevice!, 'MANY-002', '西门')
  device = await openDevice(gateway.port, made)
  await device.post('event/property/post', {
    doors: [
      { no: 1, mode: 0 },
      { no: 2, mode: 0 },
    ],
  })
  // The device answers commands; one with a jammed door reports that.
  device.client.on('message', (topic, payload) => {
    if (!/\/service\/[a-zA-Z]+$/.test(topic)) return
    const { id, params } = JSON.parse(payload.toString())
    const jams = jammed.has(params.doorNo)
    const reply = { id, code: jams ? 500 : 200, message: jams ? '锁舌卡住' : 'success', data: {} }
    void device.client.publishAsync(`${topic}_reply`, JSON.stringify(reply), { qos: 1 })
    if (!jams && topic.endsWith('openDoor'))
      void device.post('event/property/post', { doors: [{ doorNo: params.doorNo, magnet: 1 }] })
  })
  ids = [made.id, away.id]
})
afterAll(async () => {
  await device.end()
  await platform.close()
})

const OFFLINE = '西门 离线，指令未下发'

test('what opens is refused without a reason, and given to each that is connected, at every door that it has', async () => {
  const open = { ids, identifier: 'openDoor', component: 'door:*' }
  expect(await outcome('control', open)).toEqual({ ok: 0, refused: ['请选择原因', '请选择原因'] })
  expect(await commands()).toEqual([])
  expect(await outcome('control', { ...open, reason: '急救' })).toEqual({ ok: 1, refused: [OFFLINE] })
  const given = await commands()
  const [{ doors } = { doors: 0 }] = await platform.server.ports.db.query<{ doors: number }>(
    ENGINE,
    sql`select count(*)::int as doors from devices.component where device_id = ${ids[0]} and kind = 'door'`,
  )
  expect(doors).toBeGreaterThan(1)
  expect(given.map(({ identifier, reason, user }) => [identifier, reason, user !== null])).toEqual(
    Array.from({ length: doors }, () => ['openDoor', '急救', true]),
  )
  expect(new Set(given.map(({ component }) => component)).size).toBe(doors)
})

test('what a device could not do counts as failed, in its own words, and is given again with the others that failed', async () => {
  jammed.add(2)
  const failed = await outcome('control', { ids, identifier: 'openDoor', component: 'door:*', reason: '急救' })
  expect(failed).toEqual({ ok: 0, refused: ['锁舌卡住', OFFLINE] })
  jammed.clear()
  const [last] = (await platform.server.call('GET', '/api/job/page?size=1')).body.data.records
  const again = (await platform.server.call('POST', `/api/job/${last.id}/again`)).body.data
  const job = await until(async () => {
    const { data } = (await platform.server.call('GET', `/api/job/${again.id}`)).body
    return data.state === 'done' && data
  }, 'the end of the second job')
  expect([job.total, job.ok, job.failed]).toEqual([2, 1, 1])
})

test('every device in the list receives it; parameters are validated by the class', async () => {
  const filter = { deviceClass: 'accessControlDevice', name: 'many-', status: 'online' }
  expect(await outcome('control', { filter, count: 1, identifier: 'syncTime' })).toEqual({ ok: 1, refused: [] })
  const wrong = await outcome('setParameters', { ids, values: { nothing: 1 } })
  expect(wrong).toEqual({ ok: 0, refused: ['没有属性 nothing', '没有属性 nothing'] })
})
