/** Properties set from the console: named when invalid, sent in Alink's form, done when the device reports them. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#model/row.ts'
import { classes } from '#main/registry.ts'
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
import { simulate } from '#simulators/simulate.ts'
import { wireValues } from './setProperties.rules.ts'

let server: TestServer
let gateway: TestGateway
let appId: string
let models: Record<string, string>
let terminal: Credentials
let device: TestDevice

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  ;({ appId, models } = await makeApplication(server))
  terminal = await connectDevice(server, appId, models.faceEqui!, 'FACE-SET', '大堂人脸')
  device = await openDevice(gateway.port, terminal)
})
afterAll(async () => {
  await device?.end()
  await gateway?.close()
  await server?.close()
})

const set = (values: unknown, more: Input = {}) =>
  server.call('POST', `/api/device/control/setProperties?appId=${appId}`, { deviceId: terminal.id, values, ...more })
const stateOf = async (id: string): Promise<number> =>
  (await server.call('GET', `/api/device/control/${id}?appId=${appId}`)).body.data.state

describe('the way of a set', () => {
  test('queued, sent on property/set, acknowledged, and done only with the report', async () => {
    const request = device.next('service/property/set')
    const answer = await set({ volume: 60, threshold: '85' })
    expect(answer.body.code).toBe(0)
    const { id } = answer.body.data
    const { body } = await request
    expect(body).toMatchObject({ id, method: 'thing.service.property.set', params: { volume: 60, threshold: 85 } })
    expect(body.expireAt).toBeGreaterThan(Date.now())
    await device.client.publishAsync(
      device.topic('service/property/set_reply'),
      JSON.stringify({ id, code: 200, data: {} }),
      { qos: 1 },
    )
    await until(async () => (await stateOf(id)) === 2, 'acknowledged')
    // Neither one of the two properties nor another value is enough.
    await device.post('event/property/post', { volume: 60, threshold: 80 })
    expect(await stateOf(id)).toBe(2)
    await device.post('event/property/post', { threshold: 85 })
    await until(async () => (await stateOf(id)) === 3, 'done')
    const [line] = await server.ports.db.query<{ kind: number; upstream: boolean }>(
      { role: 'engine' },
      sql`select kind, upstream from devices.frame where request_id = ${id} and not upstream`,
    )
    expect(line).toEqual({ kind: 4, upstream: false })
    const [audited] = await server.ports.db.query(
      { role: 'engine' },
      sql`select actor_name, changes from audit.entry where action = 'setProperties' and object_id = ${terminal.id}`,
    )
    expect(audited).toEqual({
      actor_name: 'admin',
      changes: { commandId: id, component: '', values: { volume: 60, threshold: 85 } },
    })
    const commands = (await server.call('GET', `/api/device/control/page?appId=${appId}&deviceId=${terminal.id}`)).body
    expect(commands.data.records[0]).toMatchObject({ id, identifier: 'setProperties', params: { volume: 60 } })
    const story = await server.call('GET', `/api/insight/story?kind=command&id=${id}&appId=${appId}`)
    expect(JSON.stringify(story.body.data.verdict)).toContain('设置属性')
  })

  test('what the device refuses has failed, with its own words', async () => {
    const request = device.next('service/property/set')
    const { id } = (await set({ liveness: 1 })).body.data
    await request
    await device.client.publishAsync(
      device.topic('service/property/set_reply'),
      JSON.stringify({ id, code: 460, message: '不支持', data: {} }),
      { qos: 1 },
    )
    await until(async () => (await stateOf(id)) === 4, 'failed')
    const story = (await server.call('GET', `/api/insight/story?kind=command&id=${id}&appId=${appId}`)).body.data
    expect(story.verdict[0]).toBe('设置属性失败：不支持')
    expect(story.steps.at(-1).note[0]).toBe('不支持 · 代码 460')
  })

  test('a device of the simulator does it and proves it', async () => {
    const credentials = await connectDevice(server, appId, models.bollardDevice!, 'BOL-SET', '柱')
    const { device: running } = simulate('bollardDevice', { host: '127.0.0.1', port: gateway.port, credentials })
    running.start()
    const url = `/api/device/control/setProperties?appId=${appId}`
    try {
      const sent = await until(async () => {
        const answer = await server.call('POST', url, { deviceId: credentials.id, values: { riseDelay: 45 } })
        return answer.body.code === 0 && answer.body.data
      }, 'the bollard is online')
      await until(async () => (await stateOf(sent.id)) === 3, 'done')
      // The device's reply may settle the command while its report is still being stored.
      await until(async () => {
        const [shadow] = await server.ports.db.query<{ delay: string }>(
          { role: 'engine' },
          sql`select vals->>'riseDelay' as delay from devices.shadow where device_id = ${credentials.id} and component = ''`,
        )
        return shadow?.delay === '45'
      }, 'what was reported stands in its state')
      // What moves requires a reason.
      const silent = await server.call('POST', url, { deviceId: credentials.id, values: { mode: 1 } })
      expect(silent.body.data.fields).toMatchObject([{ field: 'reason' }])
    } finally {
      await running.stop()
    }
  })
})

describe('what is refused', () => {
  test('each wrong name and value is named, and nothing is sent', async () => {
    const before = device.received.length
    const answer = await set({ volume: 101, threshold: 'x', fwVersion: 'v9', nonsense: 1, relayMs: null })
    expect(answer.status).toBe(400)
    expect(answer.body.data.fields.map((one: { field: string }) => one.field)).toEqual([
      'volume',
      'threshold',
      'fwVersion',
      'nonsense',
      'relayMs',
    ])
    expect((await set({})).body.data.fields).toMatchObject([{ field: 'values' }])
    expect((await set([])).status).toBe(400)
    expect((await set(undefined)).status).toBe(400)
    expect((await set({ volume: 5 }, { component: 'door:9' })).body.data.fields).toMatchObject([{ field: 'component' }])
    expect(device.received.length).toBe(before)
  })
  test('a bollard is not ordered to stay up under a car', async () => {
    const bollard = await connectDevice(server, appId, models.bollardDevice!, 'BOL-CAR', '北柱')
    const link = await openDevice(gateway.port, bollard)
    await link.post('event/property/post', { motion: 2, loop: true, mode: 0 })
    const url = `/api/device/control/setProperties?appId=${appId}`
    const up = await server.call('POST', url, { deviceId: bollard.id, values: { mode: 2 }, reason: '测试' })
    expect([up.status, up.body.error]).toEqual([409, 'unsafe'])
    const until = new Date(Date.now() + 60_000).toISOString()
    const down = await server.call('POST', url, { deviceId: bollard.id, values: { mode: 1 }, until, reason: '测试' })
    expect(down.body.code).toBe(0)
    await link.end()
  })
  test('while it is offline, and for those who may not', async () => {
    const away = await connectDevice(server, appId, models.faceEqui!, 'FACE-AWAY', '离线')
    const refused = await server.call('POST', `/api/device/control/setProperties?appId=${appId}`, {
      deviceId: away.id,
      values: { volume: 5 },
    })
    expect([refused.status, refused.body.error]).toEqual([409, 'device_offline'])
    const stranger = await server.call(
      'POST',
      `/api/device/control/setProperties?appId=${appId}`,
      { deviceId: away.id, values: { volume: 5 } },
      { token: null },
    )
    expect(stranger.status).toBe(401)
  })
  test('a part has its values in the list that carries the parts', () => {
    expect(wireValues(classes.get('accessControlDevice')!, 'door:2', { lock: 1 })).toEqual({
      doors: [{ no: 2, lock: 1 }],
    })
  })
})
