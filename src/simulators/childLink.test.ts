/** Two parking locks behind a simulated gateway, over a real socket: each obeys its own commands, and comes back with the gateway. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../tests/harness/platform.ts'
import type { Link } from './Link.ts'
import { simulate, type Simulated } from './simulate.ts'

let platform: TestPlatform
let gateway: Simulated
const locks: Simulated[] = []
const ids: string[] = []
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models } = platform
  const box = await connectDevice(server, appId, models.accessControlDevice!, 'GW-1', '车库网关')
  await server.ports.db.query(
    { role: 'engine' },
    sql`update catalog.device_model set device_kind = 2 where id = ${models.accessControlDevice!}`,
  )
  const wire = { host: '127.0.0.1', port: platform.gateway.port }
  gateway = simulate('accessControlDevice', { ...wire, credentials: box })
  for (const no of [1, 2]) {
    const credentials = await connectDevice(server, appId, models.parkingLockDevice!, `LOCK-${no}`)
    ids.push(credentials.id)
    const behind = gateway.device.link as Link
    locks.push(simulate('parkingLockDevice', { ...wire, credentials, behind, travelMs: 200 }))
  }
  for (const { device } of [gateway, ...locks]) device.start()
  await until(() => locks.every(({ device }) => device.link.online), 'both locks are logged in')
})
afterAll(async () => {
  for (const { device } of [...locks, gateway]) await device.stop()
  await platform?.close()
})

const state = async (id: string): Promise<number> => (await platform.ask('GET', `/api/device/control/${id}`)).state

test('a command moves the lock that it is for, and no other', async () => {
  const { body } = await platform.server.call('POST', `/api/device/control/send?appId=${platform.appId}`, {
    ...{ deviceId: ids[0], identifier: 'down', params: {}, reason: '测试' },
  })
  await until(async () => (await state(body.data.id)) === 3, 'the arm is down')
  expect(locks.map(({ motion }) => motion!.isClosed)).toEqual([false, true])
})

test('events wait while the gateway is away, and arrive when it is back and the lock is logged in again', async () => {
  gateway.device.link.drop(300)
  expect(locks.map(({ device }) => device.link.online)).toEqual([false, false])
  locks[1]!.space!.arrive()
  await until(() => locks.every(({ device }) => device.link.online && device.link.waiting === 0), 'all is acknowledged')
  const names = await until(async () => {
    const { records } = await platform.ask('GET', '/api/device/event/page?deviceClass=parkingLockDevice&size=100')
    const ofIt = records.filter((row: { deviceId: string }) => row.deviceId === ids[1])
    return ofIt.some((row: { identifier: string }) => row.identifier === 'carIn') && ofIt
  }, 'the car is known')
  expect(names.every((row: { deviceId: string }) => row.deviceId === ids[1])).toBe(true)
})
