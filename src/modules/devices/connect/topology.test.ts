/** Which device is behind which gateway: announced, given up, listed, ended by people and by binding, over a real socket and a real database. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BEHIND_MAX } from '#model/gate.ts'
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
let box: Credentials
let other: Credentials
let east: Credentials
let west: Credentials
let gateway: TestDevice
let second: TestDevice

const gatewayOf = async (id: string): Promise<string | null> =>
  (
    await server.ports.db.query<{ gateway_id: string | null }>(
      engine,
      sql`select gateway_id from devices.device where id = ${id}`,
    )
  )[0]!.gateway_id
const session = async (id: string) =>
  (
    await server.ports.db.query<{ online: boolean; reason: string | null }>(
      engine,
      sql`select online, reason from devices.session where device_id = ${id}`,
    )
  )[0]
const endedBy = (id: string, reason: string) =>
  until(async () => {
    const one = await session(id)
    return one?.online === false && one.reason === reason
  }, `${id} ended by ${reason}`)
const add = (...children: Credentials[]) =>
  asGateway(
    gateway,
    box,
    'thing/topo/add',
    children.map(child => signed(child)),
  )
const login = (child: Credentials, by = gateway, of = box) => asGateway(by, of, 'combine/login', signed(child))
const listed = async (by = gateway, of = box): Promise<string[]> =>
  (await asGateway(by, of, 'thing/topo/get', {})).data.map((one: { deviceName: string }) => one.deviceName)
/** Nothing is behind either gateway, and no session is open over it. */
async function clear(): Promise<void> {
  for (const [by, of] of [
    [gateway, box],
    [second, other],
  ] as const) {
    const { data } = await asGateway(by, of, 'thing/topo/get', {})
    if (data.length > 0) await asGateway(by, of, 'thing/topo/delete', data)
  }
}

beforeAll(async () => {
  server = await startTestServer()
  front = await startTestGateway(server)
  ;({ appId, models } = await makeApplication(server))
  const boxModel = await modelOfKind(server, models.accessControlDevice!, 'BOX-1', 2)
  box = await connectDevice(server, appId, boxModel, 'BOX-0001', '三号箱')
  other = await connectDevice(server, appId, boxModel, 'BOX-0002', '四号箱')
  east = await connectDevice(server, appId, models.parkingLockDevice!, 'LOCK-0001', '东锁')
  west = await connectDevice(server, appId, models.parkingLockDevice!, 'LOCK-0002', '西锁')
  gateway = await openDevice(front.port, box)
  second = await openDevice(front.port, other)
})
afterAll(async () => {
  await gateway?.end()
  await second?.end()
  await front?.close()
  await server?.close()
})
beforeEach(clear)

describe('announced', () => {
  test('before a login, and listed; the login needs no announcement, and makes the same relation', async () => {
    expect(await listed()).toEqual([])
    expect(await add(east)).toMatchObject({ code: 200, data: [nameOf(east)] })
    expect(await gatewayOf(east.id)).toBe(box.id)
    expect(await session(east.id)).toBeUndefined()
    expect(await login(west)).toMatchObject({ code: 200 })
    expect(await gatewayOf(west.id)).toBe(box.id)
    expect(await listed()).toEqual(['LOCK-0001', 'LOCK-0002'])
    expect(await listed(second, other)).toEqual([])
    expect(await login(east)).toMatchObject({ code: 200 })
  })

  test('again changes nothing; by another gateway it moves there, its session ends and the first one is notified', async () => {
    expect(await add(east)).toMatchObject({ code: 200 })
    expect(await add(east)).toMatchObject({ code: 200 })
    expect(await login(east)).toMatchObject({ code: 200 })
    const [change, error] = [
      gateway.next('/thing/topo/change'),
      gateway.next(`/ext/error/${box.productKey}/${box.deviceName}`),
    ]
    expect(await asGateway(second, other, 'thing/topo/add', [signed(east)])).toMatchObject({ code: 200 })
    expect((await change).body).toMatchObject({ params: { status: 1, subList: [nameOf(east)] } })
    expect((await error).body).toMatchObject({ code: 6401, data: nameOf(east) })
    await endedBy(east.id, 'unlinked')
    expect(await gatewayOf(east.id)).toBe(other.id)
    // A login over the first one brings it back.
    expect(await login(east)).toMatchObject({ code: 200 })
    expect(await gatewayOf(east.id)).toBe(box.id)
  })

  test('each that is refused is named with its reason, counted, and is behind nothing', async () => {
    const elsewhere = await makeApplication(server, '另一小区')
    const foreign = await connectDevice(server, elsewhere.appId, models.parkingLockDevice!, 'LOCK-THEIRS')
    const answer = await asGateway(gateway, box, 'thing/topo/add', [
      signed(east),
      signed(west, { sign: 'ab'.repeat(32) }),
      { ...signed(west), deviceName: 'NOBODY' },
      signed(foreign),
      signed(other),
      signed(box),
    ])
    expect(answer).toMatchObject({ code: 200, data: [nameOf(east)] })
    for (const why of [
      'LOCK-0002: the sign is not of this device',
      'NOBODY: no such device',
      'LOCK-THEIRS: device and gateway are not in the same application',
      'BOX-0002: a gateway is not behind a gateway',
      'BOX-0001: a gateway is not a device behind itself',
    ])
      expect(answer.message).toContain(why)
    expect(await listed()).toEqual(['LOCK-0001'])
    expect(await asGateway(gateway, box, 'thing/topo/add', [signed(west, { sign: '00' })])).toMatchObject({ code: 401 })
    await until(async () => {
      const { records } = (await server.call('GET', '/api/device/refusal/page?size=100')).body.data
      return records.some((row: { identity: string }) => row.identity.endsWith('/LOCK-THEIRS'))
    }, 'the refusal is counted')
  })

  test('by a device that is no gateway: refused', async () => {
    const plain = await openDevice(front.port, west)
    expect(await asGateway(plain, west, 'thing/topo/add', [signed(east)])).toMatchObject({ code: 6401, data: [] })
    expect(await asGateway(plain, west, 'thing/topo/get', {})).toMatchObject({ code: 200, data: [] })
    await plain.end()
  })

  test('as many as a gateway may have, and no more; the others stay', async () => {
    await server.ports.db.query(
      engine,
      sql`insert into devices.device (id, source_id, sn, sn_key, name, model_id, device_class, product_key, secret_sealed,
          app_id, gateway_id)
        select id + n, source_id, 'FILL-' || n, 'FILL-' || n, 'x', model_id, device_class, product_key, '', app_id, ${box.id}
        from devices.device, generate_series(1, ${BEHIND_MAX - 1}) n where id = ${east.id}`,
    )
    expect(await add(east, west)).toMatchObject({
      ...{ code: 200, data: [nameOf(east)], message: expect.stringContaining('LOCK-0002: more than 128') },
    })
    expect(await add(west)).toMatchObject({ code: 6400 })
    expect(await login(west)).toMatchObject({ code: 428 })
    expect(await login(east)).toMatchObject({ code: 200 })
    await server.ports.db.query(engine, sql`delete from devices.device where sn like 'FILL-%'`)
  })
})

describe('ended', () => {
  beforeEach(async () => {
    expect(await add(east, west)).toMatchObject({ code: 200 })
    expect(await login(east)).toMatchObject({ code: 200 })
  })

  test('by the gateway: the session ends with it, what is not behind it is named', async () => {
    const answer = await asGateway(gateway, box, 'thing/topo/delete', [nameOf(east), nameOf(other)])
    expect(answer).toMatchObject({ code: 200, data: [nameOf(east)] })
    expect(answer.message).toContain('BOX-0002: not behind this gateway')
    await endedBy(east.id, 'unlinked')
    expect(await listed()).toEqual(['LOCK-0002'])
    expect(await asGateway(gateway, box, 'thing/topo/delete', [nameOf(east)])).toMatchObject({ code: 6401 })
  })

  test('by a person: the session ends, the gateway is notified, the audit records it; once it is not behind any, refused', async () => {
    const url = `/api/device/bind/${east.id}/unlinkGateway?appId=${appId}`
    const [change, error] = [
      gateway.next('/thing/topo/change'),
      gateway.next(`/ext/error/${box.productKey}/${box.deviceName}`),
    ]
    expect((await server.call('POST', url, {})).body).toMatchObject({ code: 0, data: true })
    expect((await change).body).toMatchObject({ method: 'thing.topo.change', params: { subList: [nameOf(east)] } })
    expect((await error).body).toMatchObject({ code: 6401 })
    await endedBy(east.id, 'unlinked')
    expect(await gatewayOf(east.id)).toBeNull()
    const audited = await server.ports.db.query(
      engine,
      sql`select object_name, changes from audit.entry where action = 'unlinkGateway' and object_id = ${east.id}`,
    )
    expect(audited).toEqual([{ object_name: 'LOCK-0001', changes: { gatewayId: [box.id, null] } }])
    const again = await server.call('POST', url, {})
    expect([again.status, again.body.msg]).toEqual([409, '设备不在任何网关下'])
  })

  test('by a connection of its own', async () => {
    const error = gateway.next(`/ext/error/${box.productKey}/${box.deviceName}`)
    const alone = await openDevice(front.port, east)
    expect((await error).body).toMatchObject({ code: 427, data: nameOf(east) })
    expect(await listed()).toEqual(['LOCK-0002'])
    await alone.end()
  })

  test('when the device, or the gateway, leaves its application', async () => {
    const unbind = (id: string) => server.call('POST', `/api/device/bind/${id}/unbind?appId=${appId}`, {})
    expect((await unbind(east.id)).status).toBe(200)
    await endedBy(east.id, 'unlinked')
    expect([await gatewayOf(east.id), await gatewayOf(west.id)]).toEqual([null, box.id])
    await server.call('POST', `/api/device/bind/bind?appId=${appId}`, { sn: 'LOCK-0001', name: '东锁' })
    expect(await add(east)).toMatchObject({ code: 200 })
    expect((await unbind(box.id)).status).toBe(200)
    expect([await gatewayOf(east.id), await gatewayOf(west.id)]).toEqual([null, null])
    await server.call('POST', `/api/device/bind/bind?appId=${appId}`, { sn: 'BOX-0001', name: '三号箱' })
    await until(async () => (await add(east)).code === 200, 'the process knows that it is bound again')
  })
})

test('lists and details say the gateway, and a gateway is known as one', async () => {
  await add(east)
  const page = (query: string) => server.call('GET', `/api/device/bind/page?appId=${appId}&${query}`)
  const { records, counts } = (await page(`gatewayId=${box.id}`)).body.data
  expect(records.map((row: { sn: string }) => row.sn)).toEqual(['LOCK-0001'])
  expect(counts).toMatchObject({ all: 1 })
  expect(records[0]).toMatchObject({
    ...{ gatewayId: box.id, gatewayName: '三号箱' },
    gateway: { id: box.id, name: '三号箱', deviceClass: 'accessControlDevice' },
  })
  const detail = async (id: string) =>
    (await server.call('GET', `/api/device/bind/${id}/detail?appId=${appId}`)).body.data
  expect(await detail(east.id)).toMatchObject({ gatewayId: box.id, gatewayName: '三号箱', isGateway: false })
  expect(await detail(box.id)).toMatchObject({ gatewayId: null, gateway: null, isGateway: true })
})
