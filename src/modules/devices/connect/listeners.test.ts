/** Only the facts that a rule or an endpoint of their application selects raise an event. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLinkedDevices, type LinkedDevices } from '../../../../tests/harness/linkedDevices.ts'
import { until } from '../../../../tests/harness/platform.ts'
import type { FactRow } from '../facts/translate.rules.ts'
import { Listeners } from './listeners.server.ts'

const [PASSAGE, EVENT] = [1, 2]
let world: LinkedDevices
let listeners: Listeners

beforeAll(async () => {
  world = await startLinkedDevices()
  listeners = new Listeners(world.platform.server.ports)
})
afterAll(() => world?.close())

const wants = (deviceClass: string, identifier: string, family: number, appId = world.platform.appId): boolean =>
  listeners.want(appId, deviceClass, { identifier, family } as FactRow)

test('a rule selects its event, an endpoint its kinds of facts, each of its class and application', async () => {
  const { platform, devices } = world
  expect(wants('faceEqui', 'recognise', PASSAGE)).toBe(false)
  const rule = await platform.ask('POST', '/api/device/linkage', {
    ...{ name: '消防', deviceClass: 'accessControlDevice', triggerEvent: 'fire', triggerDeviceIds: [], conditions: [] },
    ...{ actions: [{ deviceId: devices.bollard.id, identifier: 'fall' }], mode: 0, state: 1 },
  })
  await until(() => wants('accessControlDevice', 'fire', EVENT), 'the rule')
  expect(wants('accessControlDevice', 'pass', PASSAGE)).toBe(false)
  expect(wants('accessControlDevice', 'forcedOpen', EVENT)).toBe(false)
  expect(wants('faceEqui', 'fire', EVENT)).toBe(false)
  expect(wants('accessControlDevice', 'fire', EVENT, '1')).toBe(false)

  const add = (url: string, events: string[]) =>
    platform.ask('POST', '/api/device/callback', { name: url, deviceClass: 'faceEqui', url, events })
  await add('http://127.0.0.1:9/', ['passage', 'offline'])
  await until(() => wants('faceEqui', 'recognise', PASSAGE), 'the endpoint for passages')
  expect(wants('faceEqui', 'tamper', EVENT)).toBe(false)
  await add('http://127.0.0.1:9/alarms', ['alarm'])
  await until(() => wants('faceEqui', 'tamper', EVENT), 'the endpoint for alarms')
  expect(wants('accessControlDevice', 'pass', PASSAGE)).toBe(false)

  await platform.ask('POST', '/api/device/linkage/turnOff', { ids: [rule.id] })
  await until(() => !wants('accessControlDevice', 'fire', EVENT), 'the rule that was switched off')
})
