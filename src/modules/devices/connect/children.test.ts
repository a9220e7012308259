/** Devices behind a gateway, over a real socket and a real database: each has its own state, log, commands and end. */
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  connectDevice,
  makeApplication,
  openDevice,
  startTestGateway,
  type Credentials,
  type TestDevice,
  type TestGateway,
} from '../../../../tests/harness/device.ts'
import { asGateway, modelOfKind, nameOf, signed } from '../../../../tests/harness/gatewayDevices.ts'
import { until } from '../../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

const engine = { role: 'engine' } as const
let server: TestServer
let front: TestGateway
let appId: string
let models: Record<string, string>
let boxModel: string
let box: Credentials
let east: Credentials
let west: Credentials
let gateway: TestDevice

const post = async (url: string, body: unknown): Promise<any> => {
  const answer = await server.call('POST', url, body)
  if (answer.body.code !== 0) throw new Error(`${url}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const session = async (id: string) =>
  (
    await server.ports.db.query<{ online: boolean; reason: string | null; epoch: string; gateway_id: string | null }>(
      engine,
      sql`select online, reason, epoch, gateway_id from devices.session where device_id = ${id}`,
    )
  )[0]
const isOnline = async (id: string): Promise<boolean> => (await session(id))?.online ?? false
const endedBy = (id: string, reason: string) =>
  until(async () => {
    const one = await session(id)
    return one?.online === false && one.reason === reason
  }, `${id} ended by ${reason}`)
const logOf = async (id: string, kind: number): Promise<any[]> =>
  (await server.call('GET', `/api/device/log/page?deviceId=${id}&kind=${kind}&size=100`)).body.data.records
const refusals = async (sn: string): Promise<string[]> =>
  (await server.call('GET', '/api/device/refusal/page?size=100')).body.data.records
    .filter((row: { identity: string }) => row.identity.endsWith(`/${sn}`))
    .map((row: { reason: string }) => row.reason)
const shadow = async (id: string, component: string) =>
  (
    await server.ports.db.query<{ vals: Record<string, unknown> }>(
      engine,
      sql`select vals from devices.shadow where device_id = ${id} and component = ${component}`,
    )
  )[0]?.vals

const login = (child: Credentials, more: Record<string, unknown> = {}) =>
  asGateway(gateway, box, 'combine/login', signed(child, more))
const logout = (child: Credentials) => asGateway(gateway, box, 'combine/logout', nameOf(child))
const topicOf = ({ productKey, deviceName }: Credentials, path: string): string =>
  `/sys/${productKey}/${deviceName}/thing/${path}`
const report = (child: Credentials, params: Record<string, unknown>) =>
  gateway.client.publishAsync(topicOf(child, 'event/property/post'), JSON.stringify({ id: '1', params }), { qos: 1 })
const openDoor = (child: Credentials) =>
  post(`/api/device/control/send?appId=${appId}`, {
    deviceId: child.id,
    identifier: 'openDoor',
    component: 'door:1',
    reason: '送货',
  })

beforeAll(async () => {
  server = await startTestServer()
  front = await startTestGateway(server)
  ;({ appId, models } = await makeApplication(server))
  boxModel = await modelOfKind(server, models.accessControlDevice!, 'BOX-1', 2)
  box = await connectDevice(server, appId, boxModel, 'BOX-0001', '三号箱')
  east = await connectDevice(server, appId, models.accessControlDevice!, 'CHILD-0001', '东门')
  west = await connectDevice(server, appId, models.accessControlDevice!, 'CHILD-0002', '西门')
})
afterAll(async () => {
  await front?.close()
  await server?.close()
})
beforeEach(async () => {
  gateway = await openDevice(front.port, box)
})
afterEach(async () => {
  await gateway.end()
  await until(async () => !(await isOnline(box.id)), 'the gateway is gone')
})

describe('two devices behind one gateway', () => {
  beforeEach(async () => {
    expect(await login(east)).toMatchObject({ id: '1', code: 200, data: { deviceName: 'CHILD-0001' } })
    expect(await login(west)).toMatchObject({ code: 200 })
  })

  test('each has its own state and its own log, which names the gateway', async () => {
    await report(east, { doors: [{ no: 1, magnet: 1 }] })
    await report(west, { doors: [{ no: 1, magnet: 0 }] })
    expect(await shadow(east.id, 'door:1')).toMatchObject({ magnet: 1 })
    expect(await shadow(west.id, 'door:1')).toMatchObject({ magnet: 0 })
    expect(await shadow(box.id, 'door:1')).toBeUndefined()
    expect(await session(east.id)).toMatchObject({ online: true, gateway_id: box.id })
    await until(async () => (await logOf(east.id, 1)).length > 0, 'the line of its coming')
    expect((await logOf(east.id, 1))[0].content).toMatchObject({ gateway: box.id, name: '三号箱' })
    expect(await logOf(box.id, 1)).toEqual([])
    const [live] = (await server.call('GET', '/api/device/session/page?sn=CHILD-0001')).body.data.records
    expect(live).toMatchObject({ gatewayId: box.id, gatewayName: '三号箱' })
    const { data } = (await server.call('GET', `/api/device/bind/${east.id}/detail?appId=${appId}`)).body
    expect(data.gateway).toEqual({ id: box.id, name: '三号箱', deviceClass: 'accessControlDevice' })
    expect((await server.call('GET', `/api/device/bind/${box.id}/detail?appId=${appId}`)).body.data.gateway).toBeNull()
  })

  test('a command reaches the device it is for, and its answer counts for that one', async () => {
    const asked = gateway.next('/service/openDoor')
    const { id } = await openDoor(east)
    const { topic, body } = await asked
    expect(topic).toBe(topicOf(east, 'service/openDoor'))
    const reply = { id: body.id, code: 200, data: {} }
    await gateway.client.publishAsync(topicOf(west, 'service/openDoor_reply'), JSON.stringify(reply), { qos: 1 })
    const stateOf = async () =>
      (
        await server.ports.db.query<{ acked_at: string | null }>(
          engine,
          sql`select acked_at from devices.command where id = ${id}`,
        )
      )[0]!
    expect((await stateOf()).acked_at).toBeNull()
    await gateway.client.publishAsync(`${topic}_reply`, JSON.stringify(reply), { qos: 1 })
    expect((await stateOf()).acked_at).not.toBeNull()
    expect(gateway.received.filter(one => one.topic.includes('CHILD-0002') && one.topic.endsWith('openDoor'))).toEqual(
      [],
    )
  })

  test('a logout leaves the others online; what comes afterwards is not stored, and the gateway receives 520', async () => {
    expect(await logout(east)).toMatchObject({ code: 200 })
    await endedBy(east.id, 'disconnect')
    expect(await isOnline(west.id)).toBe(true)
    const error = gateway.next(`/ext/error/${box.productKey}/${box.deviceName}`)
    await report(east, { doors: [{ no: 4, magnet: 1 }] })
    expect((await error).body).toMatchObject({ code: 520, data: { deviceName: 'CHILD-0001' } })
    expect(await shadow(east.id, 'door:4')).toBeUndefined()
    await until(async () => (await logOf(box.id, 11)).length > 0, 'the line in the log of the gateway')
    await report(west, { doors: [{ no: 1, magnet: 1 }] })
    expect(await logout(east)).toMatchObject({ code: 520 })
  })

  test('the end of the gateway ends both, with the reason', async () => {
    gateway.client.stream.destroy()
    await endedBy(east.id, 'gateway')
    await endedBy(west.id, 'gateway')
    await until(async () => (await logOf(west.id, 2)).length > 0, 'the line of its going')
    expect((await logOf(west.id, 2))[0].content).toMatchObject({ gateway: box.id, reason: 'gateway' })
  })

  test('one that connects by itself is taken over; it comes back to the gateway by another login', async () => {
    const before = BigInt((await session(east.id))!.epoch)
    const error = gateway.next(`/ext/error/${box.productKey}/${box.deviceName}`)
    const alone = await openDevice(front.port, east)
    expect((await error).body).toMatchObject({ code: 427, data: { deviceName: 'CHILD-0001' } })
    expect(await session(east.id)).toMatchObject({ online: true, gateway_id: null, epoch: String(before + 1n) })
    const closed = new Promise(resolve => alone.client.once('close', () => resolve(undefined)))
    expect(await login(east)).toMatchObject({ code: 200 })
    await closed
    expect(await session(east.id)).toMatchObject({ online: true, gateway_id: box.id, epoch: String(before + 2n) })
    expect(await isOnline(west.id)).toBe(true)
  })

  test('a login is judged as a CONNECT is: the same again opens another session', async () => {
    const before = BigInt((await session(east.id))!.epoch)
    expect(await login(east)).toMatchObject({ code: 200 })
    expect(await session(east.id)).toMatchObject({ online: true, epoch: String(before + 1n) })
    await report(east, { doors: [{ no: 1, magnet: 0 }] })
    expect(gateway.client.connected).toBe(true)
  })

  test('one that is disabled is ended alone, and refused while it is', async () => {
    await post(`/api/device/warehouse/${east.id}/disable`, { reason: '检修' })
    await endedBy(east.id, 'kicked')
    expect(await isOnline(west.id)).toBe(true)
    expect(await login(east)).toMatchObject({ code: 522, message: expect.stringContaining('disabled') })
    await post(`/api/device/warehouse/${east.id}/enable`, {})
    expect(await login(east)).toMatchObject({ code: 200 })
  })

  test('a command of which the gateway acknowledged nothing is held back by a reset', async () => {
    // Silent from here on: nothing is read, so nothing is acknowledged.
    gateway.client.stream.pause()
    const { id } = await openDoor(east)
    await until(
      async () =>
        (
          await server.ports.db.query<{ state: number }>(
            engine,
            sql`select state from devices.command where id = ${id}`,
          )
        )[0]?.state === 1,
      'it is sent',
    )
    await server.ports.db.query(engine, sql`update devices.command set expires_at = now() where id = ${id}`)
    await endedBy(east.id, 'commandTimeout')
    await endedBy(box.id, 'commandTimeout')
    await endedBy(west.id, 'gateway')
  })

  test('bound to another application, it is no longer carried', async () => {
    const other = await makeApplication(server, '另一小区')
    await server.ports.db.query(engine, sql`update devices.device set app_id = ${other.appId} where id = ${east.id}`)
    await server.ports.db.query(engine, sql`update engine.head set version = version + 1 where name = 'devices'`)
    await endedBy(east.id, 'kicked')
    expect(await isOnline(west.id)).toBe(true)
    expect(await login(east)).toMatchObject({ code: 6401, message: expect.stringContaining('application') })
    await until(async () => (await refusals(east.deviceName)).includes('otherApplication'), 'the refusal')
    await server.ports.db.query(engine, sql`update devices.device set app_id = ${appId} where id = ${east.id}`)
  })
})

describe('refused', () => {
  test('a wrong sign and an unknown device, each with its reason, and the gateway stays', async () => {
    expect(await login(east, { sign: 'ab'.repeat(32) })).toMatchObject({ code: 6287 })
    expect(await login({ ...east, deviceName: 'NOBODY' })).toMatchObject({ code: 6100 })
    expect(await login({ ...east, productKey: box.productKey + 'x' })).toMatchObject({ code: 6100 })
    expect(await login(east, { signMethod: 'crc' })).toMatchObject({
      code: 460,
      message: expect.stringContaining('signMethod'),
    })
    await until(async () => (await refusals('CHILD-0001')).includes('badSecret'), 'the wrong sign')
    await until(async () => (await refusals('NOBODY')).includes('unknownDevice'), 'the unknown device')
    await until(async () => (await logOf(east.id, 10)).length > 0, 'the line in the log of the device')
    expect(gateway.client.connected).toBe(true)
    expect(await isOnline(east.id)).toBe(false)
  })

  test('a publish for a device that never logged in closes the connection, as one for any other device', async () => {
    const closed = new Promise(resolve => gateway.client.once('close', () => resolve(undefined)))
    report(east, { doors: [] }).catch(() => {})
    await closed
    await endedBy(box.id, 'topicRefused')
  })

  test('a device whose model is no gateway carries none', async () => {
    const plain = await openDevice(front.port, west)
    expect(await asGateway(plain, west, 'combine/login', signed(east))).toMatchObject({ code: 6401 })
    await until(async () => (await refusals('CHILD-0001')).includes('notGateway'), 'the refusal')
    await plain.end()
  })

  test('a model of devices behind gateways has no connection of its own', async () => {
    const kind = await modelOfKind(server, models.accessControlDevice!, 'BEHIND-1', 1)
    const behind = await connectDevice(server, appId, kind, 'BEHIND-0001')
    await expect(openDevice(front.port, behind)).rejects.toThrow()
    await until(async () => (await refusals('BEHIND-0001')).includes('onlyBehind'), 'the refusal')
    expect(await login(behind)).toMatchObject({ code: 200 })
  })

  test('a gateway is behind no other gateway', async () => {
    const other = await connectDevice(server, appId, boxModel, 'BOX-0002', '四号箱')
    expect(await login(other)).toMatchObject({ code: 6401, message: expect.stringContaining('gateway') })
    await until(async () => (await refusals('BOX-0002')).includes('nestedGateway'), 'the refusal')
  })

  test('a device that logs in over and over is held off, and the others are not', async () => {
    const flapping = await connectDevice(server, appId, models.accessControlDevice!, 'FLAP-0001')
    const codes: number[] = []
    for (let no = 0; no < 32; no += 1) codes.push((await login(flapping)).code)
    expect([codes[0], codes.at(-1)]).toEqual([200, 429])
    expect(await login(west)).toMatchObject({ code: 200 })
  })
})
