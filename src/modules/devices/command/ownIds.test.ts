/** Devices that answer commands with ids of their own, on the command's own topic: counted where only one command can be meant. */
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
  const credentials = await connectDevice(server, appId, models.accessControlDevice!, 'OWN-1', '东门')
  deviceId = credentials.id
  device = await openDevice(gateway.port, credentials)
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

/** Sends the command; resolves with its id when the device has it. */
async function sent(identifier: string, component: string): Promise<string> {
  const received = device.next(`service/${identifier}`)
  const { id } = await platform.ask('POST', '/api/device/control/send', {
    ...{ deviceId, identifier, component, reason: '送货' },
  })
  await received
  return id
}
const reply = (identifier: string, body: object, dup = false): Promise<unknown> =>
  device.client.publishAsync(`${device.topic(`service/${identifier}`)}_reply`, JSON.stringify(body), { qos: 1, dup })
const codeOf = async (id: string): Promise<number | null> => {
  const [row] = await platform.server.ports.db.query<{ code: number | null }>(
    { role: 'engine' },
    sql`select code from devices.command where id = ${id}`,
  )
  return row!.code
}
const answeredWith = (id: string, code: number): Promise<unknown> =>
  until(async () => (await codeOf(id)) === code, `${id} is answered with ${code}`)

test.each([{ id: '1' }, { id: 7 }, { id: 'f0e4c2f7-6f0d-4b7e-9b0c-2f6d9f1f2c11' }, {}])(
  'a reply with %j is that of the only command that waits on its topic',
  async own => {
    const id = await sent('openDoor', 'door:1')
    await reply('openDoor', { ...own, code: 4107, data: {} })
    await answeredWith(id, 4107)
  },
)

test('between two it is neither, and each id of ours is its own command', async () => {
  const [first, second] = [await sent('openDoor', 'door:1'), await sent('openDoor', 'door:2')]
  await reply('openDoor', { id: '1', code: 4107, data: {} })
  await reply('openDoor', { id: second, code: 4108, data: {} })
  await answeredWith(second, 4108)
  expect(await codeOf(first)).toBe(null)
  // Now only one is left.
  await reply('openDoor', { id: '2', code: 4109, data: {} })
  await answeredWith(first, 4109)
})

test('what is sent again, and the id of an earlier command, belong to no other', async () => {
  const before = await sent('openDoor', 'door:1')
  await reply('openDoor', { id: before, code: 4107, data: {} })
  await answeredWith(before, 4107)
  const id = await sent('openDoor', 'door:1')
  await reply('openDoor', { id: '1', code: 4108, data: {} }, true)
  await reply('openDoor', { id: before, code: 4108, data: {} })
  await reply('openDoor', { id: '2', code: 4110, data: {} })
  await answeredWith(id, 4110)
})
