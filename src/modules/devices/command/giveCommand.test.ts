/**
 * A command given by a user: committed as sent with its audit before a byte is written, never overtaking a queued one,
 * never to a device of another application.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, makeApplication, openDevice, type TestDevice } from '../../../../tests/harness/device.ts'
import { makeDirectCtx, type Principal } from '#server/ctx.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'

import { commanded, giveCommand, judgeCommand } from './command.server.ts'

const ENGINE = { role: 'engine' } as const
let platform: TestPlatform
let device: TestDevice
let deviceId: string
const send = (appId = platform.appId) =>
  platform.server.call('POST', `/api/device/control/send?appId=${appId}`, { deviceId, identifier: 'syncTime' })
const commands = () =>
  platform.server.ports.db.query<{ id: string; state: number; audited: boolean }>(
    ENGINE,
    sql`select c.id, c.state, exists (select from audit.entry e where e.changes->>'commandId' = c.id::text) as audited from devices.command c order by c.id`,
  )
const calls = (): string[] =>
  device.received.filter(({ topic }) => topic.endsWith('/service/syncTime')).map(({ body }) => body.id as string)

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  const made = await connectDevice(server, appId, models.accessControlDevice!, 'GIVE-001')
  device = await openDevice(gateway.port, made)
  await device.client.subscribeAsync(device.topic('service/#'))
  const [row] = await server.ports.db.query<{ id: string }>(ENGINE, sql`select id from devices.device`)
  deviceId = row!.id
})
afterAll(async () => {
  await device.end()
  await platform.close()
})

test('it is sent, and audited, when the call answers; the device has it once', async () => {
  const { body } = await send()
  const [row] = await commands()
  expect(row).toEqual({ id: body.data.id, state: 1, audited: true })
  await until(() => calls().length === 1, 'on the device')
  expect(calls()).toEqual([body.data.id])
})

test('it does not pass one that waits before it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const waiting = platform.server.ports.newId()
    // Without a hint: the gateway finds it at its next poll, or with the next command.
    await platform.server.ports.db.query(
      ENGINE,
      sql`insert into devices.command (id, source_id, app_id, device_id, device_class, identifier, risk, origin, expires_at)
        select ${waiting}, source_id, app_id, id, device_class, 'syncTime', 'none', 'test', now() + interval '20 seconds' from devices.device where id = ${deviceId}`,
    )
    const { body } = await send()
    await until(() => calls().includes(body.data.id as string) && calls().includes(waiting), 'both sent')
    expect(calls().slice(-2)).toEqual([waiting, body.data.id])
  }
})

test('a device of others is not found, and nothing is written', async () => {
  const before = await commands()
  const other = await makeApplication(platform.server, 'other')
  const { body } = await send(other.appId)
  expect(body.error).toBe('not_found')
  expect(await commands()).toEqual(before)
})

test('a device that was disabled since it was looked at gets nothing, and nothing is audited', async () => {
  const { ports } = platform.server
  const before = await commands()
  const device = await commanded(text => ports.db.query(ENGINE, text), deviceId)
  await ports.db.query(ENGINE, sql`update devices.device set enabled = false where id = ${deviceId}`)
  const ctx = makeDirectCtx({
    user: { userId: '1', username: 'admin', sourceId: '1' } as Principal,
    actor: ENGINE,
    appId: platform.appId,
    language: 'zh',
    requestId: 'late',
    ip: '127.0.0.1',
    ports,
  })
  const request = { deviceId, identifier: 'syncTime', origin: 'console' } as const
  const judged = judgeCommand(ports, device, request)
  const given = giveCommand(ctx, request, device, judged, () => ({ action: 'syncTime', object: 'device' }))
  await expect(given).rejects.toMatchObject({ failure: 'wrong_state' })
  expect(await commands()).toEqual(before)
  expect(await ports.db.query(ENGINE, sql`select 1 from audit.entry where request_id = 'late'`)).toEqual([])
})
