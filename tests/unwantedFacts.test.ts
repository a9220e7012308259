/** A fact without an endpoint or a rule: each handler of facts runs one statement for it, and no transaction. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enqueue } from '#modules/callbacks/enqueue.server.ts'
import { onEvent } from '#modules/linkage/linkageRun.server.ts'
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

test.each([enqueue, onEvent])('$name', async handler => {
  const { ports } = platform.server
  const { db } = ports
  // Counted for the handler alone: the workers beside it use the same database.
  const [tx, query] = [vi.fn(db.tx), vi.fn(db.query)]
  await handler.run(
    { ...ports, db: { ...db, tx, query } as typeof db },
    {
      ...{ id: ports.newId(), type: 'fact.stored', key: deviceId, appId: platform.appId },
      createdAt: ports.now().toISOString(),
      payload: {
        ...{ deviceId, factId: ports.newId(), deviceClass: 'accessControlDevice', identifier: 'pass' },
        family: FAMILIES.passage.wire,
      },
    },
  )
  expect({ transactions: tx.mock.calls.length, statements: query.mock.calls.length }).toEqual({
    transactions: 0,
    statements: 1,
  })
})
