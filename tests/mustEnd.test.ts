/** States that let everybody pass have an end, whoever asks for them, and end at it also when the device was away. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDevice } from './harness/device.ts'
import { startLinkedDevices, type LinkedDevices } from './harness/linkedDevices.ts'
import { until } from './harness/until.ts'

const ENGINE = { role: 'engine' } as const
const HELD = { doorMode: { mode: 1 }, bollard: { mode: 1 } }
let world: LinkedDevices
let platform: LinkedDevices['platform']
let door: string
let bollard: string
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()
const call = (path: string, body: object) =>
  platform.server.call('POST', `${path}?appId=${platform.appId}`, { reason: '搬家', ...body })
/** The devices answer and report what they are told; they do not end anything themselves. */
function obey(key: 'controller' | 'bollard', link = world.devices[key].link): void {
  link.client.on('message', (topic, payload) => {
    const { id, params } = JSON.parse(payload.toString())
    const reply = () => link.client.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data: {} }), { qos: 1 })
    if (topic.endsWith('/service/doorMode')) {
      void link.post('event/property/post', { doors: [{ no: params.doorNo, mode: params.mode }] })
      reply()
    }
    if (topic.endsWith('/property/set')) {
      void link.post('event/property/post', params)
      reply()
    }
  })
}
const modeOf = async (deviceId: string, component: string): Promise<number | undefined> => {
  const [row] = await platform.server.ports.db.query<{ mode: number }>(
    ENGINE,
    sql`select (vals ->> 'mode')::int as mode from devices.shadow
      where device_id = ${deviceId} and component = ${component}`,
  )
  return row?.mode
}

beforeAll(async () => {
  world = await startLinkedDevices()
  platform = world.platform
  door = world.devices.controller.id
  bollard = world.devices.bollard.id
  obey('controller')
  obey('bollard')
  await world.devices.controller.link.post('event/property/post', { doors: [{ no: 1, mode: 0 }] })
  await world.devices.bollard.link.post('event/property/post', { mode: 0, motion: 0 })
})
afterAll(() => world?.close())

describe('without an end', () => {
  test.each([
    ['none', undefined, '请选择到期时间'],
    ['one that is over', -1000, '到期时间已过'],
    ['one that nobody remembers', 40 * 86_400_000, '最长 31 天'],
  ])('no command and no property holds a way open: %s', async (_name, ms, text) => {
    const end = ms === undefined ? {} : { until: inMs(ms) }
    const command = await call('/api/device/control/send', {
      ...{ deviceId: door, component: 'door:1', identifier: 'doorMode', params: { ...HELD.doorMode, ...end } },
    })
    const set = await call('/api/device/control/setProperties', { deviceId: bollard, values: HELD.bollard, ...end })
    for (const { status, body } of [command, set])
      expect([status, body.data?.fields]).toEqual([400, [{ field: 'until', msg: text }]])
  })
  test('no bulk act does', async () => {
    for (const [act, body] of [
      ['control', { ids: [door], identifier: 'doorMode', component: 'door:1', params: HELD.doorMode }],
      ['setParameters', { ids: [bollard], values: HELD.bollard }],
    ] as const) {
      const refused = await call(`/api/device/bind/${act}`, body)
      expect([act, refused.body.msg]).toEqual([act, '请选择到期时间'])
    }
  })
  test('no rule does; one says after how long it ends', async () => {
    const rule = (more: object) => ({
      ...{ name: '火警常开', deviceClass: 'bollardDevice', triggerKind: 4, trigger: { online: 0 }, mode: 0, state: 0 },
      actions: [{ deviceId: door, component: 'door:1', identifier: 'doorMode', params: HELD.doorMode, ...more }],
    })
    const add = `/api/device/linkage?appId=${platform.appId}`
    const refused = await platform.server.call('POST', add, rule({}))
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('多久后恢复')])
    const { id } = await platform.ask('POST', '/api/device/linkage', rule({ endAfterS: 600 }))
    await platform.ask('POST', `/api/device/linkage/${id}/test`, { reason: '演练' })
    const sent = await until(async () => {
      const [row] = await platform.server.ports.db.query<{ until: string; held: string }>(
        ENGINE,
        sql`select params ->> 'until' as until, held_until as held from devices.command where origin = 'linkage'`,
      )
      return row
    }, 'the command of the rule')
    expect(Date.parse(sent.until) - Date.now()).toBeGreaterThan(500_000)
    expect(sent.held).toBe(sent.until)
    await call('/api/device/control/send', {
      ...{ deviceId: door, component: 'door:1', identifier: 'doorMode', params: { mode: 0 } },
    })
    await until(async () => (await modeOf(door, 'door:1')) === 0, 'normal')
  })
})

describe('at its end', () => {
  test('what the device does not end by itself is ended', async () => {
    const end = inMs(1500)
    const held = await call('/api/device/control/setProperties', {
      deviceId: bollard,
      values: HELD.bollard,
      until: end,
    })
    expect(held.body).toMatchObject({ code: 0 })
    await until(async () => (await modeOf(bollard, '')) === 1, 'held')
    await until(async () => (await modeOf(bollard, '')) === 0, 'ended')
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(end))
  })
  test('so is what ended while the device was away, once it is back', async () => {
    const end = inMs(1500)
    const params = { ...HELD.doorMode, until: end }
    const given = await call('/api/device/control/send', {
      ...{ deviceId: door, component: 'door:1', identifier: 'doorMode', params },
    })
    expect(given.body).toMatchObject({ code: 0 })
    await until(async () => (await modeOf(door, 'door:1')) === 1, 'held')
    await world.devices.controller.link.end()
    await until(() => Date.now() > Date.parse(end) + 4000, 'the end has passed')
    expect(await modeOf(door, 'door:1')).toBe(1)
    world.devices.controller.link = await openDevice(platform.gateway.port, world.devices.controller)
    obey('controller')
    await until(async () => (await modeOf(door, 'door:1')) === 0, 'ended')
  })
  test('a newer end replaces the older one', async () => {
    const hold = (ms: number) =>
      call('/api/device/control/setProperties', { deviceId: bollard, values: HELD.bollard, until: inMs(ms) })
    await hold(1000)
    await until(async () => (await modeOf(bollard, '')) === 1, 'held')
    await hold(600_000)
    const open = async (): Promise<number> => {
      const [row] = await platform.server.ports.db.query<{ n: number }>(
        ENGINE,
        sql`select count(*)::int as n from devices.command where device_id = ${bollard} and held_until is not null`,
      )
      return row!.n
    }
    await until(async () => (await open()) === 1, 'one end')
    expect(await modeOf(bollard, '')).toBe(1)
  })
})
