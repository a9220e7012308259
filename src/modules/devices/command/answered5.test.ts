/** A device of MQTT 5 answers a command as that standard has it: at the response topic, with the correlation data, and without our id in its payload. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'

let platform: TestPlatform
let device: TestDevice
let deviceId: string
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  const credentials = await connectDevice(server, appId, models.accessControlDevice!, 'FIVE-1', '东门')
  deviceId = credentials.id
  device = await openDevice(gateway.port, credentials, { protocolVersion: 5 })
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

interface Asked {
  id: string
  replyTopic: string | undefined
  correlation: Buffer | undefined
}
/** Sends the command; resolves with how the device received it. */
async function opened(): Promise<Asked> {
  const received = new Promise<Omit<Asked, 'id'>>(resolve =>
    device.client.once('message', (_topic, _payload, { properties }) =>
      resolve({ replyTopic: properties?.responseTopic, correlation: properties?.correlationData }),
    ),
  )
  const { id } = await platform.ask('POST', '/api/device/control/send', {
    ...{ deviceId, identifier: 'openDoor', component: 'door:1', reason: '送货' },
  })
  return { id, ...(await received) }
}
const reply = (topic: string, body: object, correlationData?: Buffer): Promise<unknown> =>
  device.client.publishAsync(topic, JSON.stringify(body), {
    qos: 1,
    properties: correlationData ? { correlationData } : {},
  })
const ended = (id: string): Promise<{ state: number; code: number | null }> =>
  until(async () => {
    const [row] = await platform.server.ports.db.query<{ state: number; code: number | null }>(
      { role: 'engine' },
      sql`select state, code from devices.command where id = ${id} and code is not null`,
    )
    return row ?? false
  }, 'the answer')

test('the command carries both, and the answer is recognised by them', async () => {
  const { id, replyTopic, correlation } = await opened()
  expect(replyTopic).toBe(`${device.topic('service/openDoor')}_reply`)
  expect(correlation?.toString()).toBe(id)
  await reply(replyTopic!, { code: 4107, message: 'interlock', data: {} }, correlation)
  expect(await ended(id)).toEqual({ state: 4, code: 4107 })
})

test('the id of the payload comes first; data that is none of ours answers nothing', async () => {
  const { id, replyTopic } = await opened()
  await reply(replyTopic!, { code: 4107, data: {} }, Buffer.from([0xff, 0xfe]))
  await reply(replyTopic!, { code: 4107, data: {} }, Buffer.from('9'.repeat(65)))
  await reply(replyTopic!, { id, code: 4108, data: {} }, Buffer.from('1'))
  expect(await ended(id)).toEqual({ state: 4, code: 4108 })
})
