/**
 * The protocol as real devices use it, over real sockets: unsupported calls, bundles after an outage, missing answers,
 * alternative names.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input, Params } from '#model/row.ts'
import {
  connectDevice,
  makeApplication,
  openDevice,
  startTestGateway,
  type Credentials,
  type TestDevice,
  type TestGateway,
} from '../../../../tests/harness/device.ts'
import { until } from '../../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
let gateway: TestGateway
let appId: string
let controller: Credentials
let terminal: Credentials
let device: TestDevice
const engine = { role: 'engine' } as const
const logOf = async (id: string, kind: number): Promise<any[]> =>
  (await server.call('GET', `/api/device/log/page?deviceId=${id}&kind=${kind}&size=100`)).body.data.records
const shadowOf = async (id: string, component: string): Promise<Params | undefined> =>
  (
    await server.ports.db.query<{ vals: Input }>(
      engine,
      sql`select vals from devices.shadow where device_id = ${id} and component = ${component}`,
    )
  )[0]?.vals
const command = async (id: string) =>
  (
    await server.ports.db.query<{
      state: number
      message: string | null
      code: number | null
      proven_at: string | null
    }>(engine, sql`select state, message, code, proven_at from devices.command where id = ${id}`)
  )[0]!
const story = async (id: string): Promise<string[]> =>
  (await server.call('GET', `/api/insight/story?kind=command&id=${id}&appId=${appId}`)).body.data.steps.map(
    (step: { title: [string, string] }) => step.title[0],
  )

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  const made = await makeApplication(server)
  appId = made.appId
  controller = await connectDevice(server, appId, made.models.accessControlDevice!, 'WIRE-0001', '东门')
  terminal = await connectDevice(server, appId, made.models.faceEqui!, 'WIRE-0002', '人脸')
  device = await openDevice(gateway.port, controller)
})
afterAll(async () => {
  await device?.end()
  await gateway?.close()
  await server?.close()
})

describe('calls that are not served', () => {
  test('get their reply with a code; topics of no use are acknowledged, and one log holds few lines of them', async () => {
    const reply = device.next('/thing/config/get_reply')
    await device.post('config/get', { configScope: 'product' }, 'cfg-1')
    expect((await reply).body).toMatchObject({ id: 'cfg-1', code: 6203, method: 'thing.config.get' })
    const desired = device.next('/thing/property/desired/get_reply')
    await device.post('property/desired/get', {}, 'd-1')
    expect((await desired).body).toMatchObject({ id: 'd-1', code: 200, data: {} })
    const { productKey, deviceName } = controller
    for (let no = 0; no < 200; no += 1)
      await device.client.publishAsync(`/${productKey}/${deviceName}/user/update${no % 9}`, '{"a":1}', { qos: 1 })
    const granted = await device.client.subscribeAsync(`/${productKey}/${deviceName}/user/get`, { qos: 1 })
    expect(granted[0]!.qos).toBe(1)
    expect(device.client.connected).toBe(true)
    // A PUBACK does not wait for the log.
    await until(async () => (await logOf(controller.id, 13)).length >= 3, 'the lines of the log')
    const lines = await logOf(controller.id, 13)
    expect(lines.map(line => line.identifier)).toEqual(['user/update1', 'user/update0', 'config/get'])
    expect(lines[1].content).toEqual({ topic: `/${productKey}/${deviceName}/user/update0`, payload: '{"a":1}' })
    expect(gateway.front.stats().unused).toBe(201)
  })
})

describe('bundles after an outage', () => {
  test('passages keep their times and are the same when they come again; the state does not go back', async () => {
    const now = Date.now()
    // Before anybody had the device such times would be impossible.
    await server.ports.db.query(
      engine,
      sql`update devices.binding set from_at = now() - interval '1 day' where device_id = ${controller.id}`,
    )
    await device.post('event/property/post', { doors: [{ no: 1, magnet: 0, lock: 0 }] })
    const bundle = [
      {
        identity: { productKey: controller.productKey, deviceName: controller.deviceName },
        properties: [
          { doors: { value: [{ no: 1, magnet: 1 }], time: now - 7_200_000 } },
          { doors: { value: [{ no: 2, magnet: 1 }], time: now - 7_100_000 } },
          { cardCount: { value: 3, time: now - 90 * 86_400_000 } },
        ],
        events: [
          { pass: { value: { doorNo: 1, cardNo: '0038120417', guid: 'past-1' }, time: now - 7_000_000 } },
          { pass: { value: { doorNo: 1, cardNo: '0038120417', guid: 'past-2' }, time: now - 6_000_000 } },
        ],
      },
    ]
    for (const id of ['h-1', 'h-2']) {
      const reply = device.next('/event/property/history/post_reply')
      await device.post('event/property/history/post', bundle as never, id)
      expect((await reply).body).toMatchObject({
        id,
        code: 200,
        data: { refused: ['params[0].properties[2].cardCount: older than 30 days'] },
      })
    }
    const rows = await server.ports.db.query<{ guid: string; ago: number; offline: boolean }>(
      engine,
      sql`select params->>'guid' as guid, round(extract(epoch from received_at - time))::int as ago, offline from devices.passage where device_id = ${controller.id} order by time`,
    )
    expect(rows.map(({ guid, offline }) => [guid, offline])).toEqual([
      ['past-1', true],
      ['past-2', true],
    ])
    expect(rows[0]!.ago).toBeGreaterThanOrEqual(6999)
    expect(await shadowOf(controller.id, 'door:1')).toMatchObject({ magnet: 0, lock: 0 })
    expect(await shadowOf(controller.id, 'door:2')).toMatchObject({ magnet: 1 })
    const [line] = (await logOf(controller.id, 3)).filter(one => one.identifier === 'backfill')
    expect(line.content.reports).toHaveLength(2)
  })

  test('a state that was confirmed unchanged is not moved by what is older than that', async () => {
    const at = Date.now()
    await device.post('event/property/post', { doors: { value: [{ no: 3, magnet: 0 }], time: at - 50_000 } })
    await device.post('event/property/post', { doors: { value: [{ no: 3, magnet: 0 }], time: at - 10_000 } })
    await device.post('event/property/batch/post', {
      properties: { doors: [{ value: [{ no: 3, magnet: 1 }], time: at - 30_000 }] },
    })
    expect(await shadowOf(controller.id, 'door:3')).toMatchObject({ magnet: 0 })
  })
})

describe('the state proves the act', () => {
  const open = async (component: string): Promise<{ id: string; body: any }> => {
    const asked = device.next('/service/openDoor')
    const sent = await server.call('POST', `/api/device/control/send?appId=${appId}`, {
      deviceId: controller.id,
      identifier: 'openDoor',
      component,
      reason: '送货',
    })
    return { id: sent.body.data.id, body: (await asked).body }
  }
  const post = (body: unknown) =>
    device.client.publishAsync(`${device.topic('service/openDoor')}_reply`, JSON.stringify(body), { qos: 1 })

  test('without an answer: done, and the connection stays', async () => {
    const { id } = await open('door:1')
    await device.post('event/property/post', { doors: [{ doorNo: 1, magnet: 1 }] })
    expect((await command(id)).state).toBe(1)
    await until(async () => (await command(id)).state === 3, 'the end of its silence')
    expect((await command(id)).message).toContain('由上报的状态证明')
    expect(device.client.connected).toBe(true)
    expect(await story(id)).toEqual(['开门：东门', '已发送到设备', '动作完成'])
    // A late reply changes nothing.
    await post({ id, code: 4107, message: 'too late', data: {} })
    expect(await command(id)).toMatchObject({ state: 3, code: 4107 })
  })

  test('the answer may come after the state', async () => {
    const { id } = await open('door:4')
    await device.post('event/property/post', { doors: [{ no: 4, magnet: 1 }] })
    await post({ id, code: 200, data: {} })
    expect(await command(id)).toMatchObject({ state: 3, code: 200, message: null })
  })

  test('an error code stays a failure, whichever came first; the state is noted beside it', async () => {
    for (const first of ['reply', 'state']) {
      const { id } = await open('door:2')
      const steps = [
        () => post({ id, code: 4107, message: 'interlock', data: {} }),
        () => device.post('event/property/post', { doors: [{ no: 2, magnet: 1 }] }),
      ]
      for (const step of first === 'reply' ? steps : steps.reverse()) await step()
      expect(await command(id)).toMatchObject({ state: 4, code: 4107, proven_at: expect.anything() })
      expect(await story(id)).toContain('设备上报了对应状态')
    }
  })

  test('neither answer nor state: timed out, and only then reset', async () => {
    const other = await openDevice(gateway.port, terminal)
    const closed = new Promise(resolve => other.client.once('close', () => resolve(undefined)))
    const asked = other.next('/service/openDoor')
    const sent = await server.call('POST', `/api/device/control/send?appId=${appId}`, {
      deviceId: terminal.id,
      identifier: 'openDoor',
      reason: '送货',
    })
    const expire = (id: string) =>
      server.ports.db.query(engine, sql`update devices.command set expires_at = now() where id = ${id}`)
    await asked
    await expire(sent.body.data.id)
    await closed
    expect((await command(sent.body.data.id)).state).toBe(5)
  })

  test('a set is done by the values that are reported, without set_reply', async () => {
    const other = await openDevice(gateway.port, terminal)
    const asked = other.next('/service/property/set')
    const sent = await server.call('POST', `/api/device/control/setProperties?appId=${appId}`, {
      deviceId: terminal.id,
      values: { volume: 55 },
    })
    await asked
    await other.post('event/property/post', { volume: 55 })
    await until(async () => (await command(sent.body.data.id)).state === 3, 'the values prove it')
    await other.end()
  })

  test('events that a device stored while offline prove no authentication', async () => {
    const { id } = await open('door:3')
    await device.post('event/property/batch/post', {
      properties: { doors: [{ value: [{ no: 3, magnet: 1 }], time: Date.now() - 5000 }] },
    })
    expect(await command(id)).toMatchObject({ state: 1, proven_at: null })
    await post({ id, code: 200, data: {} })
    await device.post('event/property/post', { doors: [{ no: 3, magnet: 1 }] })
    expect((await command(id)).state).toBe(3)
  })
})

describe('words and types', () => {
  test('`no` and the word of the commands both name the part, in lists, flat and in events', async () => {
    await device.post('event/property/post', {
      doors: [
        { doorNo: 1, mode: 2 },
        { no: '2', mode: 1 },
      ],
    })
    await device.post('event/property/post', { doorNo: 3, mode: 2 })
    const modes = await Promise.all([1, 2, 3].map(async no => (await shadowOf(controller.id, `door:${no}`))?.mode))
    expect(modes).toEqual([2, 1, 2])
    await device.post('event/button/post', { value: { no: 2 }, time: Date.now() })
    const [event] = await server.ports.db.query<{ component: string }>(
      engine,
      sql`select component from devices.event where device_id = ${controller.id} and identifier = 'button'`,
    )
    expect(event!.component).toBe('door:2')
  })

  test('names that every object has are names like any other', async () => {
    await device.post('event/constructor/post', { value: { toString: 1 }, time: Date.now() })
    await device.post('event/property/post', { constructor: 1, doors: [{ no: 1, hasOwnProperty: 2 }] })
    expect(await shadowOf(controller.id, '')).toMatchObject({ constructor: 1 })
    expect(device.client.connected).toBe(true)
  })

  test('a value of another type is stored raw, shown, and named in the reply', async () => {
    const reply = device.next('/event/property/post_reply')
    await device.post('event/property/post', {
      cardCount: 'many',
      doors: [
        { no: 1, magnet: 'open', lock: 1 },
        { no: 1, doorNo: 2, magnet: 0 },
      ],
    })
    const misfits = ['cardCount', 'door:1.magnet', 'doors[1].no']
    expect((await reply).body).toMatchObject({
      code: 200,
      data: { misfits },
      message: `success; not of the type that the model declares: ${misfits.join(', ')}`,
    })
    const [line] = await logOf(controller.id, 12)
    expect(line.content).toMatchObject({ misfits, values: { cardCount: 'many' } })
    expect(await shadowOf(controller.id, 'door:1')).toMatchObject({ lock: 1, magnet: 1 })
    const event = device.next('/event/fire/post_reply')
    await device.post('event/fire/post', { value: { on: 'yes', zone: 3 }, time: Date.now() })
    expect((await event).body.data.misfits).toEqual(['on', 'zone'])
  })
})
