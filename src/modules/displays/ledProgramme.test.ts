/** Programmes on a simulated display over MQTT: sent, confirmed by its version, repaired, failed, and emptied with its owner. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf } from '#main/wire.ts'
import { startOutbox, type Outbox } from '#server/outbox/outbox.ts'
import { startWorkers, type Workers } from '#server/jobs/workers.ts'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice, makeApplication, startTestGateway, type TestGateway } from '../../../tests/harness/device.ts'
import { until } from '../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

const engine = { role: 'engine' } as const
let server: TestServer
let gateway: TestGateway
let outbox: Outbox
let workers: Workers
let display: Simulated
let appId: string
let deviceId: string

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  outbox = startOutbox(server.ports, partsOf('handler'))
  workers = startWorkers(
    server.ports,
    partsOf('worker').filter(part => part.where === 'worker'),
  )
  const made = await makeApplication(server)
  appId = made.appId
  const credentials = await connectDevice(server, appId, made.models.ledDevice!, 'LED-1', '东门显示屏')
  deviceId = credentials.id
  display = simulate('ledDevice', { host: '127.0.0.1', port: gateway.port, credentials })
  display.device.start()
})
afterAll(async () => {
  await display?.device.stop()
  await workers?.stop()
  await outbox?.stop()
  await gateway?.close()
  await server?.close()
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<any> =>
  (await server.call(method, `${url}${url.includes('?') ? '&' : '?'}appId=${appId}`, body)).body
const PROGRAMME = '/api/device/programme'
const programme = (more: object): object => ({
  ...{ name: '欢迎', priority: 5, state: 1, deviceIds: [deviceId], lines: [{ text: '欢迎光临', color: 1, mode: 0 }] },
  ...more,
})
const documents = async (): Promise<any[]> =>
  (await call('GET', `/api/device/syncTask/documents?deviceId=${deviceId}`)).data
const confirmed = () => until(async () => (await documents())[0]?.state === 'confirmed', 'confirmed by the display')
const shown = (): string[] => display.board!.programmes.map(one => one.lines.map(line => line.text).join('|'))

test('a programme is on the display, confirmed by its version, and the highest priority is first', async () => {
  const { data } = await call('POST', PROGRAMME, programme({}))
  await confirmed()
  await call('POST', PROGRAMME, programme({ name: '余位', priority: 9, lines: [{ text: '余位充足' }] }))
  await until(async () => shown().length === 2, 'both on the display')
  await confirmed()
  expect(shown()).toEqual(['余位充足', '欢迎光临'])
  expect((await call('GET', `${PROGRAMME}/${data.id}`)).data).toMatchObject({ deviceCount: 1, deviceIds: [deviceId] })
  const [row] = await server.ports.db.query<{ wanted: string; confirmed: string }>(
    engine,
    sql`select wanted, confirmed from sync.document where device_id = ${deviceId}`,
  )
  expect(row!.confirmed).toBe(row!.wanted)
})

test('what was changed on the display itself is found by reading back and repaired', async () => {
  display.board!.reset()
  expect(shown()).toEqual([])
  expect((await call('POST', '/api/person/auth/readBack', { deviceId })).code).toBe(0)
  await until(async () => shown().length === 2, 'repaired')
  await confirmed()
})

test('a busy display is tried again; until then it is failed with its code, in the list of tasks too', async () => {
  display.device.faults.add('busy')
  const { records } = (await call('GET', `${PROGRAMME}/page`)).data
  const { id, rev } = records.find((one: any) => one.name === '欢迎')
  await call('PUT', PROGRAMME, { id, rev, lines: [{ text: '一路平安' }] })
  await until(async () => (await documents())[0].state === 'failed', 'failed')
  expect((await documents())[0]).toMatchObject({ kind: 'busy', code: 4290, message: expect.stringContaining('设备忙') })
  const [task] = (await server.call('GET', '/api/device/syncTask/page?item=programme')).body.data.records
  expect(task).toMatchObject({ subjectName: '余位、欢迎', state: 'failed', item: 'programme' })
  display.device.faults.delete('busy')
  expect((await server.call('POST', '/api/device/syncTask/retry', { ids: [task.id] })).body.data).toBe(1)
  await confirmed()
  expect(shown()).toEqual(['余位充足', '一路平安'])
})

test('removed, it leaves the display; undone, it is there again', async () => {
  const { records } = (await call('GET', `${PROGRAMME}/page`)).data
  const { id } = records.find((one: any) => one.name === '余位')
  await call('DELETE', `${PROGRAMME}/${id}`)
  await until(async () => shown().length === 1, 'removed')
  await call('POST', `${PROGRAMME}/remove/undo`, { ids: [id] })
  await until(async () => shown().length === 2, 'again')
})

test.each([
  ['a character that displays do not have', { lines: [{ text: '欢迎😀' }] }, '显示屏没有“😀”这个字'],
  ['a line that is too long', { lines: [{ text: '一二三四五六七八九十一二三四五六七' }] }, '第 1 行最多 16 个汉字'],
  ['ten thousand lines', { lines: Array.from({ length: 10_000 }, () => ({ text: '行' })) }, '内容不能超过4项'],
  ['a device that is no display', { deviceIds: ['1'] }, '只能选择本应用的显示屏'],
] as const)('refused: %s', async (_what, more, message) => {
  expect(await call('POST', PROGRAMME, programme({ name: '坏', ...more }))).toMatchObject({ code: 1, msg: message })
})

test('a display that leaves the application is emptied', async () => {
  await call('POST', `/api/device/bind/${deviceId}/unbind`, {})
  await until(async () => shown().length === 0, 'empty')
})
