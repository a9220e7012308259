/** A fact without an endpoint or a rule: each handler of facts runs one statement for it, and no transaction. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enqueue } from '#modules/callbacks/enqueue.server.ts'
import { onFact } from '#modules/linkage/linkageRun.server.ts'
import { FAMILIES } from '#model/families.ts'
import { connectDevice } from './harness/device.ts'
import { startPlatform, type TestPlatform } from './harness/platform.ts'

let platform: TestPlatform
let deviceId: string
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models } = platform
  deviceId = (await connectDevice(server, appId, models.accessControlDevice!, 'ACC-UNWANTED', '西门')).id
  const bollard = await connectDevice(server, appId, models.bollardDevice!, 'BOL-UNWANTED', '西门柱')
  // Both are for this application, and for another event or class.
  await platform.ask('POST', '/api/device/callback', {
    ...{ name: '告警', deviceClass: 'accessControlDevice', events: ['alarm'], url: 'http://127.0.0.1:9/' },
  })
  await platform.ask('POST', '/api/device/linkage', {
    ...{ name: '火警', deviceClass: 'accessControlDevice', triggerEvent: 'fire', mode: 0, state: 1 },
    actions: [{ deviceId: bollard.id, identifier: 'fall' }],
  })
})
afterAll(() => platform?.close())

test.each([enqueue, onFact])('$name', async handler => {
  const { ports } = platform.server
  const [opened, asked] = [vi.spyOn(ports.db, 'tx'), vi.spyOn(ports.db, 'query')]
  await handler.run(ports, {
    ...{ id: ports.newId(), type: 'fact.stored', key: deviceId, appId: platform.appId },
    createdAt: ports.now().toISOString(),
    payload: {
      ...{ deviceId, factId: ports.newId(), deviceClass: 'accessControlDevice', identifier: 'pass' },
      family: FAMILIES.passage.wire,
    },
  })
  const counted = { transactions: opened.mock.calls.length, statements: asked.mock.calls.length }
  vi.restoreAllMocks()
  expect(counted).toEqual({ transactions: 0, statements: 1 })
})
