/** A device over a real socket: its messages become rows before they are acknowledged, and it answers commands with its own result. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import {
  connectDevice,
  makeApplication,
  openDevice,
  startTestGateway,
  type Credentials,
  type TestDevice,
  type TestGateway,
} from '../../../tests/harness/device.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { until as soon } from '../../../tests/harness/until.ts'

let server: TestServer
let gateway: TestGateway
let appId: string
let models: Record<string, string>
let controller: Credentials
let device: TestDevice
const engine = { role: 'engine' } as const
const until = <T>(look: () => Promise<T>) => soon(look, String(look))
const command = (id: string) =>
  server.ports.db
    .query<{ state: number; message: string | null; acked_at: string | null }>(
      engine,
      sql`select state, message, acked_at from devices.command where id = ${id}`,
    )
    .then(rows => rows[0]!)

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  ;({ appId, models } = await makeApplication(server))
  controller = await connectDevice(server, appId, models.accessControlDevice!, 'ACC-0001', '东门岗')
  device = await openDevice(gateway.port, controller)
})
afterAll(async () => {
  await device?.end()
  await gateway?.close()
  await server?.close()
})

describe('up', () => {
  test('a report is in the shadow, per door, when its PUBACK arrives', async () => {
    await device.post('event/property/post', {
      fwVersion: 'v3.4.17',
      doors: [
        { no: 1, lock: 0, magnet: 0, mode: 0 },
        { no: 2, lock: 1, magnet: 1, mode: 0 },
      ],
    })
    const rows = await server.ports.db.query<{ component: string; vals: Record<string, unknown> }>(
      engine,
      sql`select component, vals from devices.shadow where device_id = ${controller.id} order by component`,
    )
    expect(rows).toEqual([
      { component: '', vals: { fwVersion: 'v3.4.17' } },
      { component: 'door:1', vals: { lock: 0, magnet: 0, mode: 0 } },
      { component: 'door:2', vals: { lock: 1, magnet: 1, mode: 0 } },
    ])
  })
  test('a passage sent three times is one row and counts once', async () => {
    const at = Date.now()
    for (let i = 0; i < 3; i += 1)
      await device.post('event/pass/post', {
        value: {
          guid: 'g-1',
          doorNo: 2,
          cardNo: '0012345678',
          method: 2,
          direction: 1,
          ok: false,
          reason: 'unknownCard',
        },
        time: at,
      })
    const rows = await server.ports.db.query(
      engine,
      sql`select component, card_no, result, reason, app_id from devices.passage where device_id = ${controller.id}`,
    )
    expect(rows).toEqual([
      { component: 'door:2', card_no: '12345678', result: 0, reason: 'unknownCard', app_id: appId },
    ])
    const [tally] = await server.ports.db.query<{ n: string }>(
      engine,
      sql`select sum(n) as n from devices.tally where app_id = ${appId} and family = 1`,
    )
    expect(tally!.n).toBe('1')
  })
  test('a clock far ahead: stored with our time and flagged', async () => {
    await device.post('event/button/post', { value: { doorNo: 1 }, time: Date.now() + 3 * 3_600_000 })
    const [row] = await server.ports.db.query<{ clock_off: boolean; drift: number }>(
      engine,
      sql`select clock_off, extract(epoch from received_at - time)::int as drift from devices.event where device_id = ${controller.id} and identifier = 'button'`,
    )
    expect(row).toEqual({ clock_off: true, drift: 0 })
    // In words, in the reader's language.
    const inEnglish = { headers: { 'accept-language': 'en' } }
    const page = await server.call(
      'GET',
      `/api/device/event/page?appId=${appId}&identifier=button`,
      undefined,
      inEnglish,
    )
    expect(page.body.data.records[0].name).toBe('Exit button')
  })
  test('what the model does not declare is stored raw and shown', async () => {
    await device.post('event/strangeThing/post', { value: { a: 1 }, time: Date.now() })
    const page = await server.call('GET', `/api/device/event/page?appId=${appId}&identifier=strangeThing`)
    expect(page.body.data.records[0]).toMatchObject({ name: 'strangeThing', params: { a: 1 } })
  })
  test('a value that does not fit its property stays out of the state and is in the log', async () => {
    await device.post('event/property/post', { cardCount: 'many', capacity: 5000 })
    const [row] = await server.ports.db.query<{ vals: Record<string, unknown> }>(
      engine,
      sql`select vals from devices.shadow where device_id = ${controller.id} and component = ''`,
    )
    expect(row!.vals).toMatchObject({ capacity: 5000 })
    expect(row!.vals).not.toHaveProperty('cardCount')
    const log = (await server.call('GET', `/api/device/log/page?deviceId=${controller.id}&kind=12`)).body.data
      .records[0]
    expect([log.content.misfits, log.deviceName]).toEqual([['cardCount'], '东门岗 · ACC-0001'])
  })
  test('an older report never moves the state back', async () => {
    await device.post('event/property/post', { uptime: { value: 500, time: Date.now() } })
    await device.post('event/property/post', { uptime: { value: 100, time: Date.now() - 60_000 } })
    const [row] = await server.ports.db.query<{ vals: Record<string, unknown> }>(
      engine,
      sql`select vals from devices.shadow where device_id = ${controller.id} and component = ''`,
    )
    expect(row!.vals.uptime).toBe(500)
  })
})

describe('down', () => {
  const send = (body: Record<string, unknown>) =>
    server.call('POST', `/api/device/control/send?appId=${appId}`, { deviceId: controller.id, ...body })
  test('queued → sent → acknowledged → done, the last on the door magnet', async () => {
    const asked = device.next('/service/openDoor')
    const sent = await send({ identifier: 'openDoor', component: 'door:1', reason: '送货' })
    expect(sent.body.code).toBe(0)
    const message = await asked
    expect(message.body.params).toMatchObject({ doorNo: 1, reason: '送货' })
    expect(message.body.id).toBe(sent.body.data.id)
    await device.client.publishAsync(
      `${device.topic('service/openDoor')}_reply`,
      JSON.stringify({ id: message.body.id, code: 200, data: {} }),
      { qos: 1 },
    )
    expect((await command(sent.body.data.id)).state).toBe(2)
    await device.post('event/property/post', { doors: [{ no: 1, lock: 1, magnet: 1 }] })
    expect((await command(sent.body.data.id)).state).toBe(3)
  })
  test('the magnet may come while the answer is still being written', async () => {
    const asked = device.next('/service/openDoor')
    const sent = await send({ identifier: 'openDoor', component: 'door:2', reason: '送货' })
    const { body } = await asked
    await server.ports.db.tx(engine, async query => {
      await query(sql`select 1 from devices.command where id = ${sent.body.data.id} for update`)
      device.client.publish(
        `${device.topic('service/openDoor')}_reply`,
        JSON.stringify({ id: body.id, code: 200, data: {} }),
        { qos: 1 },
      )
      // Its acknowledgement comes after that of the answer.
      void device.post('event/property/post', { doors: [{ no: 2, lock: 1, magnet: 1 }] })
      await new Promise(resolve => setTimeout(resolve, 300))
    })
    for (let tries = 0; tries < 40 && (await command(sent.body.data.id)).state < 3; tries += 1)
      await new Promise(resolve => setTimeout(resolve, 25))
    expect((await command(sent.body.data.id)).state).toBe(3)
  })
  test('the device refuses: failed with its code', async () => {
    const asked = device.next('/service/openDoor')
    const sent = await send({ identifier: 'openDoor', component: 'door:3', reason: '访客' })
    const message = await asked
    await device.client.publishAsync(
      `${device.topic('service/openDoor')}_reply`,
      JSON.stringify({ id: message.body.id, code: 4107, message: 'interlock', data: {} }),
      { qos: 1 },
    )
    expect(await command(sent.body.data.id)).toMatchObject({ state: 4, message: 'interlock' })
  })
  test('without a reason nothing opens; a door that the model has not is refused', async () => {
    expect((await send({ identifier: 'openDoor', component: 'door:1' })).body.data.fields[0].field).toBe('reason')
    expect((await send({ identifier: 'openDoor', component: 'door:9', reason: 'x' })).status).toBe(400)
  })
  test('unanswered: timed out, and the connection is reset so that it cannot arrive late', async () => {
    const closed = new Promise(resolve => device.client.once('close', () => resolve(undefined)))
    const sent = await send({ identifier: 'openDoor', component: 'door:4', reason: '急救' })
    await server.ports.db.query(
      engine,
      sql`update devices.command set expires_at = now() + interval '400 milliseconds' where id = ${sent.body.data.id}`,
    )
    await closed
    expect((await command(sent.body.data.id)).state).toBe(5)
    const [session] = await until(async () => {
      const rows = await server.ports.db.query<{ online: boolean; reason: string }>(
        engine,
        sql`select online, reason from devices.session where device_id = ${controller.id}`,
      )
      return rows[0]?.online === false && rows
    })
    expect(session!.reason).toBe('commandTimeout')
  })
  test('while it is offline an opening is refused at once', async () => {
    const refused = await send({ identifier: 'openDoor', component: 'door:1', reason: 'x' })
    expect([refused.status, refused.body.error]).toEqual([409, 'device_offline'])
  })
  test('a bollard never rises under a car', async () => {
    const bollard = await connectDevice(server, appId, models.bollardDevice!, 'BOL-0001', '北门升降柱')
    const link = await openDevice(gateway.port, bollard)
    await link.post('event/property/post', { motion: 2, loop: true })
    const refused = await server.call('POST', `/api/device/control/send?appId=${appId}`, {
      deviceId: bollard.id,
      identifier: 'rise',
      reason: '恢复',
    })
    expect([refused.status, refused.body.error, refused.body.msg]).toEqual([
      409,
      'unsafe',
      '已拒绝：地感有车，升起会顶到车辆',
    ])
    await link.end()
  })
  test('a forced act is a permission of its own, goes against what may be forced only, and says so to the device', async () => {
    const bollard = await connectDevice(server, appId, models.bollardDevice!, 'BOL-0002', '南门升降柱')
    const link = await openDevice(gateway.port, bollard)
    const url = `/api/device/control/force?appId=${appId}`
    const force = (identifier: string, token?: string) =>
      server.call('POST', url, { deviceId: bollard.id, identifier, reason: '地感卡死' }, token ? { token } : {})
    await link.post('event/property/post', { motion: 2, loop: true, mode: 0 })
    const guard = await quickAccount(server, { roleIds: [await quickRole(server, { points: ['command:send'] })] })
    expect((await force('rise', guard.token)).status).toBe(403)
    const asked = link.next('/service/rise')
    const { id } = (await force('rise')).body.data
    expect((await asked).body.params).toMatchObject({ force: true, reason: '地感卡死' })
    const row = (await server.call('GET', `/api/device/control/${id}?appId=${appId}`)).body.data
    expect(row.params).toEqual({ force: true })
    await link.post('event/property/post', { mode: 3 })
    expect((await force('rise')).body.msg).toBe('已拒绝：设备已锁定，请先解除')
    // Lowering cannot be forced, and an ordinary command cannot claim to be forced.
    expect((await force('fall')).status).toBe(400)
    await link.post('event/property/post', { mode: 0, loop: false })
    const next = link.next('/service/rise')
    await server.call('POST', `/api/device/control/send?appId=${appId}`, {
      ...{ deviceId: bollard.id, identifier: 'rise', reason: '恢复', params: { force: true } },
    })
    expect((await next).body.params.force).toBeUndefined()
    await link.end()
  })
})

describe('the way in', () => {
  test('a wrong secret is refused, counted and shown', async () => {
    await expect(openDevice(gateway.port, { ...controller, secret: 'wrong' })).rejects.toThrow()
    const check = await server.call('GET', `/api/device/bind/${controller.id}/check?appId=${appId}`)
    expect(check.body.data).toMatchObject({ online: false, refusals: [{ reason: 'badSecret' }] })
  })
  test('a disabled device is cut off within a second and stays out', async () => {
    const link = await openDevice(gateway.port, controller)
    const closed = new Promise(resolve => link.client.once('close', () => resolve(undefined)))
    expect(
      (await server.call('POST', `/api/device/warehouse/${controller.id}/disable`, { reason: '丢失' })).body.code,
    ).toBe(0)
    await closed
    await expect(openDevice(gateway.port, controller)).rejects.toThrow()
    await server.call('POST', `/api/device/warehouse/${controller.id}/enable`, {})
  })
  test('late facts of a former holder stay with it', async () => {
    const terminal = await connectDevice(server, appId, models.faceEqui!, 'FACE-0001', '人脸 1')
    const link = await openDevice(gateway.port, terminal)
    const then = Date.now()
    expect((await server.call('POST', `/api/device/bind/${terminal.id}/unbind?appId=${appId}`, {})).body.code).toBe(0)
    const other = await makeApplication(server, '另一家')
    expect(
      (await server.call('POST', `/api/device/bind/bind?appId=${other.appId}`, { sn: 'FACE-0001' })).body.code,
    ).toBe(0)
    await link.post('event/recognise/post', { value: { guid: 'late', ok: true, method: 1 }, time: then })
    await link.post('event/recognise/post', { value: { guid: 'now', ok: true, method: 1 }, time: Date.now() + 50 })
    const rows = await server.ports.db.query<{ guid: string; app_id: string }>(
      engine,
      sql`select params->>'guid' as guid, app_id from devices.passage where device_id = ${terminal.id} order by 1`,
    )
    expect(rows).toEqual([
      { guid: 'late', app_id: appId },
      { guid: 'now', app_id: other.appId },
    ])
    await link.end()
  })
})
