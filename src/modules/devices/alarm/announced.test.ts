/** Which alarms the bell announces: by the order in which the platform took them, and again where one becomes worse. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { connectDevice, openDevice, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { newAlarms } from '../page/alarm/newAlarms.ts'

let platform: TestPlatform
let device: TestDevice
let deviceId: string

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  const controller = await connectDevice(server, appId, models.accessControlDevice!, 'ACC-BELL', '东门岗')
  deviceId = controller.id
  device = await openDevice(gateway.port, controller)
  await change(sql`update devices.binding set from_at = now() - interval '1 day'`)
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

const change = (statement: ReturnType<typeof sql>): Promise<unknown> =>
  platform.server.ports.db.query({ role: 'engine' }, statement)
const openAlarms = async (): Promise<any[]> => (await platform.ask('GET', '/api/device/alarm/open')).alarms
const idOf = async (kind: string): Promise<string> => (await openAlarms()).find(one => one.kind === kind).id
const act = (name: string, ids: readonly string[]): Promise<unknown> =>
  platform.ask('POST', `/api/device/alarm/${name}`, { ids })
/** What the bell announces when it reads again after `happens`. */
async function announced(happens: () => Promise<unknown>): Promise<string[]> {
  const before = await openAlarms()
  await happens()
  return newAlarms(before, await openAlarms()).map(one => one.kind)
}
/** The device reports it with this difference of its clock. */
const post = (kind: string, params: object = { on: true }, offsetMs = 0): Promise<unknown> =>
  device.post(`event/${kind}/post`, { time: Date.now() + offsetMs, value: params })
const raise = (name: string, level: number): Promise<unknown> =>
  platform.ask('POST', '/api/device/alarm/raise', { deviceId, name, level })

test('one after that of a fast clock, and one of a slow clock while others are open; what only repeats is silent', async () => {
  expect(await announced(() => post('forcedOpen', { doorNo: 1 }, 240_000))).toEqual(['forcedOpen'])
  expect(await announced(() => post('powerLoss'))).toEqual(['powerLoss'])
  expect(await announced(() => post('fire', { on: true }, -180_000))).toEqual(['fire'])
  expect(await announced(() => post('forcedOpen', { doorNo: 1 }, 241_000))).toEqual([])
})

test('one that is raised again after the device had cleared it, by an event or a person', async () => {
  expect(await announced(() => post('tamper'))).toEqual(['tamper'])
  expect(await announced(() => post('tamper'))).toEqual([])
  expect(await announced(() => post('tamper', { on: false }))).toEqual([])
  expect(await announced(() => post('tamper'))).toEqual(['tamper'])
  await raise('漏水', 1)
  await change(sql`update devices.alarm set cleared_at = now() where kind = 'person.漏水'`)
  expect(await announced(() => raise('漏水', 1))).toEqual(['person.漏水'])
})

test('one whose level rises, also where it was acknowledged; nothing that people do about it', async () => {
  expect(await announced(() => raise('水浸', 1))).toEqual(['person.水浸'])
  const id = await idOf('person.水浸')
  expect(await announced(() => act('acknowledge', [id]))).toEqual([])
  expect(await announced(() => raise('水浸', 1))).toEqual([])
  expect(await announced(() => raise('水浸', 3))).toEqual(['person.水浸'])
  expect(await announced(() => platform.ask('POST', `/api/device/alarm/${id}/claim`, {}))).toEqual([])
  await change(sql`update devices.alarm set level = 0 where kind = 'powerLoss'`)
  expect(await announced(() => post('powerLoss'))).toEqual(['powerLoss'])
})

test('one below twenty that are worse; what moves up where another has ended is not new', async () => {
  for (let no = 0; no < 21; no += 1) await raise(`重 ${no}`, 3)
  await change(sql`update devices.alarm set announced_at = announced_at - interval '1 minute'`)
  expect(await announced(() => raise('轻', 1))).toEqual(['person.轻'])
  const [first] = await openAlarms()
  expect(await announced(() => act('close', [first.id]))).toEqual([])
})

test('one that is seen after a later one because its transaction took longer', () => {
  const at = (id: string, s: number) => ({ id, announcedAt: new Date(s * 1000).toISOString() })
  expect(newAlarms([], [at('1', 100)])).toHaveLength(1)
  expect(newAlarms([at('2', 101)], [at('2', 101), at('1', 100)])).toEqual([at('1', 100)])
  expect(newAlarms([at('2', 101)], [at('2', 101), at('1', 60)])).toEqual([])
})
