/** A parking lock over real sockets: it goes down for a car, and the platform and the lock both refuse to lift one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../tests/harness/platform.ts'
import { simulate, type Simulated } from './simulate.ts'

let platform: TestPlatform
let lock: Simulated
let id: string
beforeAll(async () => {
  platform = await startPlatform()
  const model = platform.models.parkingLockDevice!
  const credentials = await connectDevice(platform.server, platform.appId, model, 'LOCK-1', '1 号车位')
  id = credentials.id
  lock = simulate('parkingLockDevice', {
    ...{ host: '127.0.0.1', port: platform.gateway.port, credentials },
    ...{ travelMs: 300, closeDelayS: 600 },
  })
  lock.device.start()
  await until(() => lock.device.link.online, 'the lock is online')
})
afterAll(async () => {
  await lock?.device.stop()
  await platform?.close()
})

const command = (identifier: string, act: 'send' | 'force' = 'send') =>
  platform.server.call('POST', `/api/device/control/${act}?appId=${platform.appId}`, {
    ...{ deviceId: id, identifier, reason: '测试' },
  })
const stateOf = async (commandId: string): Promise<{ state: number; message: string | null }> =>
  platform.ask('GET', `/api/device/control/${commandId}`)

test('it goes down, a car parks, and rising is refused with its reason, here and at the lock', async () => {
  const down = await command('down')
  expect(down.body.code).toBe(0)
  await until(async () => (await stateOf(down.body.data.id)).state === 3, 'the arm is down')
  lock.space!.arrive()
  const refused = await until(async () => {
    const answer = await command('up')
    return answer.body.code !== 0 && answer
  }, 'the car is known')
  expect(refused.body.msg).toBe('已拒绝：车位有车，升锁会顶到车辆')
  expect(lock.motion!.close()).toMatchObject({ code: 4091 })
  lock.space!.leave()
  const events = await until(async () => {
    const page = await platform.ask('GET', '/api/device/event/page?deviceClass=parkingLockDevice')
    const names = page.records.map((row: { identifier: string }) => row.identifier)
    return names.includes('carOut') && names
  }, 'the car left')
  expect(events).toEqual(expect.arrayContaining(['carIn', 'carOut', 'moved']))
  const up = await until(async () => {
    const answer = await command('up')
    return answer.body.code === 0 && answer
  }, 'the space is free')
  await until(async () => (await stateOf(up.body.data.id)).state === 3, 'the arm is up')
})

test('it cannot be forced under a car', async () => {
  lock.space!.arrive()
  const { status, body } = await command('up', 'force')
  expect([status, body.msg]).toEqual([400, '该设备不支持此操作'])
  lock.space!.leave()
})
