/** An event of a device becomes one repair ticket, for users who may read the event and add tickets. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, makeApplication, type Credentials } from '../../../tests/harness/device.ts'
import { makePerson, makeRole, tokenOf } from '../../../tests/harness/people.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

let server: TestServer
let appId: string
let device: Credentials
let other: Credentials
let eventId: string
beforeAll(async () => {
  server = await startTestServer()
  const made = await makeApplication(server)
  appId = made.appId
  device = await connectDevice(server, appId, made.models.accessControlDevice!, 'AC-EV-1', '东门')
  other = await connectDevice(server, appId, made.models.accessControlDevice!, 'AC-EV-2', '西门')
  eventId = server.ports.newId()
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into devices.event (id, source_id, app_id, device_id, device_class, device_name, component, identifier, key,
        name, level, params, at, "time", received_at)
      select ${eventId}, source_id, app_id, id, device_class, name, 'door:1', 'forced', 'k', '门被强行打开', 1, '{"on":true}',
        now(), now(), now() from devices.device where id = ${device.id}`,
  )
})
afterAll(() => server.close())

const TICKET = { faultType: 2, content: '门被强行打开', reporter: '王师傅', phone: '13800001111' }
const make = async (given: object, who?: string) => {
  const { status, body } = await server.call('POST', '/api/service/ticket', { ...TICKET, ...given }, { token: who })
  return { status, ...body }
}
const userWith = async (username: string, points: RegExp): Promise<string> => {
  await makePerson(server, username, { roleIds: [await makeRole(server, username, { points })] })
  return tokenOf(server, username)
}
const event = async (who?: string): Promise<any> =>
  (await server.call('GET', `/api/device/event/page?appId=${appId}&size=1`, undefined, { token: who })).body.data
    .records[0]

test('only of an event of its device, and only by users who may read events', async () => {
  expect((await make({ deviceId: other.id, eventId })).error).toBe('not_found')
  expect((await make({ deviceId: device.id, eventId: '7' })).error).toBe('not_found')
  expect((await make({ deviceId: device.id, eventId: '7x' })).error).toBe('invalid')
  const clerk = await userWith('clerkone', /^ticket:/)
  expect((await make({ deviceId: device.id, eventId }, clerk)).status).toBe(403)
  expect((await make({ deviceId: device.id }, clerk)).code).toBe(0)
})

test('an event has one ticket until that is closed, and shows its number to readers of tickets only', async () => {
  expect((await event()).ticketNo).toBeNull()
  const made = await make({ deviceId: device.id, eventId })
  expect(made.data).toMatchObject({ deviceId: device.id, eventId, eventName: '门被强行打开' })
  expect((await event()).ticketNo).toBe(made.data.reportNo)
  const reader = await userWith('readerone', /^deviceEvent:list$/)
  expect((await event(reader)).ticketNo).toBeNull()
  expect(await make({ deviceId: device.id, eventId })).toMatchObject({ error: 'conflict' })
  const clerk = await tokenOf(server, 'clerkone')
  const seen = await server.call('GET', `/api/service/ticket/${made.data.id}`, undefined, { token: clerk })
  expect(seen.body.data).toMatchObject({ eventId, eventName: null })
  await server.call('POST', `/api/service/ticket/${made.data.id}/close`, { reason: '误报' })
  expect((await event()).ticketNo).toBeNull()
  expect((await make({ deviceId: device.id, eventId })).code).toBe(0)
})
