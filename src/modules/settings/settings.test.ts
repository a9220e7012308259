/** Settings on simulated devices over MQTT: set, sent, confirmed, compared, mended after a reset, and kept for a device that is away. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulate, type SimClass, type Simulated } from '#simulators/simulate.ts'
import { connectDevice, type Credentials } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'

let platform: TestPlatform
const made = new Map<SimClass, { credentials: Credentials; simulated: Simulated }>()
const CLASSES = [
  ...(['faceEqui', 'accessControlDevice', 'bollardDevice', 'parkingLockDevice', 'ledDevice', 'bsFaceDevice'] as const),
]

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  for (const key of CLASSES) {
    const credentials = await connectDevice(server, appId, models[key]!, `SET-${key}`, `设备 ${key}`)
    const simulated = simulate(key, { host: '127.0.0.1', port: gateway.port, credentials })
    made.set(key, { credentials, simulated })
    simulated.device.start()
  }
  for (const { credentials } of made.values())
    await until(async () => (await ask('GET', `/api/device/bind/${credentials.id}`)).online, 'online')
})
afterAll(async () => {
  for (const { simulated } of made.values()) await simulated.device.stop()
  await platform?.close()
})

const ask: TestPlatform['ask'] = (method, url, body) => platform.ask(method, url, body)
const call = async (url: string, body: object): Promise<any> =>
  (await platform.server.call('POST', `${url}?appId=${platform.appId}`, body)).body
const of = (key: SimClass) => ({ id: made.get(key)!.credentials.id, ...made.get(key)!.simulated })
const wish = (deviceId: string, values: object) => call('/api/device/setting/parameters', { deviceId, values })
const documentsOf = (id: string): Promise<any[]> => ask('GET', `/api/device/syncTask/documents?deviceId=${id}`)
const confirmed = (id: string, ...names: string[]) =>
  until(
    async () => {
      const rows = (await documentsOf(id)).filter(row => names.includes(row.document))
      return rows.length === names.length && rows.every(row => row.state === 'confirmed')
    },
    `${names.join(' and ')} confirmed`,
  )

test.each([
  ['faceEqui', { maskMode: 2, tempLimit: '37.5' }],
  ['accessControlDevice', { heartbeatSec: 120 }],
  ['bollardDevice', { groupNo: 7 }],
  ['parkingLockDevice', { heartbeatSec: 90 }],
  ['ledDevice', { brightness: 35 }],
] as const)('parameters of %s are sent, confirmed, compared and mended', async (key, values) => {
  const { id, device } = of(key)
  expect(await wish(id, values)).toMatchObject({ code: 0 })
  await confirmed(id, 'parameters')
  expect(device.values()).toMatchObject(values)
  // Reset at the device itself: found by comparing, and sent again.
  device.reset()
  const [name, value] = Object.entries(values)[0]!
  device.put(name, name === 'brightness' || name === 'heartbeatSec' ? 50 : 1)
  await ask('POST', '/api/person/auth/readBack', { deviceId: id })
  await until(() => device.values()[name] === value, 'mended')
  await confirmed(id, 'parameters')
})

test('what is set while a device is away is waiting, named, and delivered when it returns', async () => {
  const { id, device } = of('faceEqui')
  device.link.drop(2500)
  await until(async () => !(await ask('GET', `/api/device/bind/${id}`)).online, 'away')
  expect(await wish(id, { volume: 15 })).toMatchObject({ code: 0 })
  const [row] = (await documentsOf(id)).filter(one => one.document === 'parameters')
  expect(row).toMatchObject({ state: 'waiting', name: expect.stringContaining('音量') })
  const [task] = (await ask('GET', `/api/device/syncTask/page?item=parameters&deviceId=${id}`)).records
  expect(task).toMatchObject({ subjectName: row.name })
  await until(() => device.values().volume === 15, 'delivered')
  await confirmed(id, 'parameters')
})

test('a parameter that is set directly later stands: a reset does not bring the older one back', async () => {
  const { id, device } = of('faceEqui')
  const { id: commandId } = await ask('POST', '/api/device/control/setProperties', {
    deviceId: id,
    values: { volume: 88 },
  })
  await until(async () => (await ask('GET', `/api/device/control/${commandId}`)).state === 3, 'set')
  await until(async () => {
    const [row] = await platform.server.ports.db.query<{ value: number }>(
      { role: 'engine' },
      sql`select value from settings.parameter where device_id = ${id} and key = 'volume'`,
    )
    return row?.value === 88
  }, 'kept')
  await confirmed(id, 'parameters')
  device.reset()
  await ask('POST', '/api/person/auth/readBack', { deviceId: id })
  await confirmed(id, 'parameters')
  expect(device.values().volume).toBe(88)
})

test.each([
  ['a property that nobody can set', { fwVersion: 'x' }, '固件版本不能设置'],
  ['a value that is out of range', { volume: 300 }, '音量'],
  ['no property', { "'; drop table settings.parameter; --": 1 }, '没有属性'],
] as const)('refused: %s', async (_what, values, message) => {
  expect((await wish(of('faceEqui').id, values)).msg).toContain(message)
})

test('what makes a device act is not kept for later', async () => {
  expect(await wish(of('bollardDevice').id, { mode: 1 })).toMatchObject({ code: 1, error: 'device_offline' })
})

test('hours and door settings are two documents of the controller, whose door follows them', async () => {
  const { id, device, doorSettings, doors } = of('accessControlDevice')
  const { components } = await ask('GET', `/api/device/bind/${id}`)
  const door = components.find((one: any) => one.kind === 'door' && one.no === 1)
  const week = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '24:00' }))
  const plan = await ask('POST', '/api/person/timePlan', { name: '全天', week, exceptions: [] })
  const setting = { doorId: door.id, relayMs: 5000, openTimeoutSec: 20, openPlanId: plan.id }
  const { id: settingId } = await ask('POST', '/api/device/doorSetting', setting)
  await confirmed(id, 'doorHours', 'doorParam')
  expect(doorSettings!.params).toEqual([{ doorNo: 1, relayMs: 5000, openTimeoutSec: 20, openPlanId: plan.id }])
  await until(() => doors!.isOpen(1), 'the door stands open in its hours')
  // Changed hours are sent; the door closes.
  const { rev } = await ask('GET', `/api/person/timePlan/${plan.id}`)
  await ask('PUT', '/api/person/timePlan', {
    id: plan.id,
    rev,
    exceptions: [],
    week: [{ ...week[0]!, from: '03:00', to: '03:01' }],
  })
  await until(() => !doors!.isOpen(1), 'closed')
  device.reset()
  await ask('POST', '/api/person/auth/readBack', { deviceId: id })
  await until(() => doorSettings!.params.length === 1 && doorSettings!.plans.length === 1, 'mended')
  await confirmed(id, 'doorHours', 'doorParam')
  const face = (await ask('GET', `/api/device/bind/${of('faceEqui').id}`)).components[0]
  expect(await call('/api/device/doorSetting', { ...setting, doorId: face.id })).toMatchObject({
    msg: '这扇门的设备不保存门参数',
  })
  await ask('DELETE', `/api/device/doorSetting/${settingId}`)
  await until(() => doorSettings!.params.length === 0, 'removed')
})

test('a factory reset is refused without the serial number, and the platform mends what was lost', async () => {
  const { id, device } = of('bollardDevice')
  const reset = (confirmToken: string) =>
    call('/api/device/control/send', {
      ...{ deviceId: id, identifier: 'factoryReset', params: { confirmToken }, reason: '更换站点' },
    })
  expect(await reset('SET-faceEqui')).toMatchObject({ code: 1, msg: '设备序列号与设备的不一致' })
  expect(await reset('SET-bollardDevice')).toMatchObject({ code: 0 })
  await until(() => device.values().groupNo === 7, 'its parameters are there again', 60_000)
})

test('a self-test reports its results, and a portrait that is taken is an event', async () => {
  const { id } = of('faceEqui')
  await ask('POST', '/api/device/control/send', { deviceId: id, identifier: 'selfTest', params: { items: 'camera' } })
  await ask('POST', '/api/device/control/send', {
    ...{ deviceId: id, identifier: 'captureFace', params: { personId: '100001', timeoutSec: 10 } },
  })
  const events = async (): Promise<string[]> =>
    (await ask('GET', `/api/device/event/page?deviceId=${id}&size=50`)).records.map((row: any) => row.identifier)
  await until(async () => {
    const found = await events()
    return found.includes('testResult') && found.includes('faceCaptured')
  }, 'both are stored')
})

test('a terminal stores what its door is to do beyond that of a controller, as far as it knows it', async () => {
  const { id, device, doorSettings, doors } = of('bsFaceDevice')
  const [door] = (await ask('GET', `/api/device/bind/${id}`)).components
  const setting = {
    ...{ doorId: door.id, relayMs: 4000, openTimeoutSec: 20, openPlanId: null, contact: false, means: 1 },
    ...{ interlock: true, antiPassback: true, firstOpens: false, fireInput: false },
  }
  const { id: settingId } = await ask('POST', '/api/device/doorSetting', setting)
  await confirmed(id, 'doorParam')
  const { doorId: _, ...sent } = setting
  expect(doorSettings!.params).toEqual([{ doorNo: 1, ...sent }])
  const [row] = (await ask('GET', '/api/device/doorControl/page?deviceClass=bsFaceDevice')).records
  expect(row).toMatchObject({ settingId, means: 1, delivery: 'confirmed', online: true, component: 'door:1' })
  // Lost at the device: it is told apart, and mended.
  device.reset()
  await ask('POST', '/api/person/auth/readBack', { deviceId: id })
  await until(() => doorSettings!.params.length === 1, 'mended')
  // What it does not open on: a fire panel that is not connected to it.
  doors!.fire(true, 'hall')
  expect(doors!.isOpen(1)).toBe(false)
  doors!.fire(false, 'hall')
  const { rev } = await ask('GET', `/api/device/doorSetting/${settingId}`)
  const change = (values: object) =>
    platform.server.call('PUT', `/api/device/doorSetting?appId=${platform.appId}`, { id: settingId, rev, ...values })
  expect((await change({ firstOpens: true })).body.msg).toContain('首人常开需要选择常开时段')
})

test.each([
  ['means', { means: 1 }, '此设备的门没有这项参数'],
  ['an interlock', { interlock: true }, '此设备的门没有这项参数'],
] as const)('a controller is refused %s, which its doors do not know', async (_what, values, message) => {
  const { components } = await ask('GET', `/api/device/bind/${of('accessControlDevice').id}`)
  const doorId = components.find((one: any) => one.kind === 'door' && one.no === 2).id
  const answer = await call('/api/device/doorSetting', { doorId, relayMs: 3000, openTimeoutSec: 15, ...values })
  expect(answer.msg).toContain(message)
})
