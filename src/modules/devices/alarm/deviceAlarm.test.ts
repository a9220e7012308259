/** Alarms of a real device: opened once, counted, cleared by the device, acknowledged and ended by people, escalated, never deleted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import {
  connectDevice,
  makeApplication,
  openDevice,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../tests/harness/device.ts'
import { quickAccount, quickRole } from '../../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { escalate } from './escalate.server.ts'
import { raiseAlarm } from './raiseAlarm.server.ts'

const engine = { role: 'engine' } as const
let server: TestServer
let gateway: TestGateway
let appId: string
let deviceId: string
let device: TestDevice

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  const made = await makeApplication(server)
  appId = made.appId
  const controller = await connectDevice(server, appId, made.models.accessControlDevice!, 'ACC-ALARM', '东门岗')
  deviceId = controller.id
  device = await openDevice(gateway.port, controller)
})
afterAll(async () => {
  await device?.end()
  await gateway?.close()
  await server?.close()
})

const call = async (method: 'GET' | 'POST', url: string, body?: unknown): Promise<any> =>
  (await server.call(method, `${url}${url.includes('?') ? '&' : '?'}appId=${appId}`, body)).body
const alarms = async (query = ''): Promise<any[]> =>
  (await call('GET', `/api/device/alarm/page?size=100${query}`)).data.records
const open = async (kind: string): Promise<any> => (await alarms('&open=true')).find(one => one.kind === kind)
const one = async (id: string): Promise<any> => (await call('GET', `/api/device/alarm/${id}`)).data
const act = (id: string, name: string, body: object = {}): Promise<any> =>
  call('POST', `/api/device/alarm/${name}`, { ids: [id], ...body })
const onOne = (id: string, name: string, body: object = {}): Promise<any> =>
  call('POST', `/api/device/alarm/${id}/${name}`, body)
let clock = 0
/** Each event has a time of its own: two of the same instant and content are one. */
const post = (identifier: string, params: object = {}): Promise<unknown> =>
  device.post(`event/${identifier}/post`, { time: (clock = Math.max(clock + 1, Date.now())), value: params })

describe('by a device', () => {
  test('an event opens one, and what repeats is counted', async () => {
    await post('forcedOpen', { doorNo: 1 })
    await post('forcedOpen', { doorNo: 1 })
    await post('forcedOpen', { doorNo: 2 })
    const found = (await alarms('&open=true')).filter(row => row.kind === 'forcedOpen')
    expect(found.map(row => [row.component, row.repeats, row.state]).sort()).toEqual([
      ['door:1', 2, 0],
      ['door:2', 1, 0],
    ])
    expect((await call('GET', '/api/device/alarm/open')).data).toMatchObject({ active: 2, total: 2 })
  })

  test('what comes in one statement is one change, and the last word counts', async () => {
    await Promise.all([post('tamper', { on: true }), post('tamper', { on: false }), post('tamper', { on: true })])
    const row = await open('tamper')
    expect([row.repeats, row.clearedAt]).toEqual([2, null])
    await post('tamper', { on: false })
    expect((await open('tamper')).clearedAt).not.toBeNull()
  })

  test('the end of what nobody has seen leaves it open; acknowledged afterwards it is over', async () => {
    const { id } = await open('tamper')
    expect((await act(id, 'acknowledge')).data).toBe(1)
    expect(await one(id)).toMatchObject({
      state: 3,
      acknowledgedName: expect.any(String),
      closedAt: expect.any(String),
    })
  })

  test('what is acknowledged is over with its cause, and the next event opens another one', async () => {
    await post('fault', { code: 'E1', on: true })
    const { id } = await open('fault')
    await act(id, 'acknowledge')
    await post('fault', { code: 'E1', on: false })
    expect(await one(id)).toMatchObject({ state: 3 })
    await post('fault', { code: 'E1', on: true })
    expect((await open('fault')).id).not.toBe(id)
  })

  test('the end by the device does not end what somebody works on', async () => {
    const { id } = await open('fault')
    expect((await onOne(id, 'claim')).code).toBe(0)
    await post('fault', { code: 'E1', on: false })
    expect(await one(id)).toMatchObject({ state: 2, clearedAt: expect.any(String) })
    expect((await onOne(id, 'claim')).error).toBe('wrong_state')
    expect((await act(id, 'close', { measures: '已更换读头' })).data).toBe(1)
    const ended = await one(id)
    expect(ended).toMatchObject({ state: 3, measures: '已更换读头' })
    expect(ended.steps.map((step: any) => step.act)).toEqual(['claim', 'close'])
    expect((await act(id, 'close')).error).toBe('wrong_state')
  })

  test('an event of a day ago opens none where its form says that it is of the past; a clock may be wrong', async () => {
    await server.ports.db.query(
      engine,
      sql`update devices.binding set from_at = now() - interval '3 days' where device_id = ${deviceId}`,
    )
    await device.post('event/fire/post', { time: Date.now() - 23 * 3_600_000, value: { on: true } })
    expect(await open('fire')).toBeDefined()
    await act((await open('fire')).id, 'close')
    const fire = { time: Date.now() - 25 * 3_600_000, value: { on: true } }
    await device.post('event/property/history/post', [{ events: [{ fire }] }] as never)
    expect(await open('fire')).toBeUndefined()
    await device.post('event/fire/post', { ...fire, time: fire.time + 1 })
    expect(await open('fire')).toMatchObject({ openedAt: new Date(fire.time + 1).toISOString() })
    await act((await open('fire')).id, 'close')
  })

  test('handling an event of an alarm ends the alarm', async () => {
    const row = await open('forcedOpen')
    const page = await call('GET', `/api/device/event/page?size=50&identifier=forcedOpen`)
    const event = page.data.records.find((one: any) => one.alarmId === row.id)
    expect(event.handleState).toBe(1)
    expect((await call('POST', '/api/device/event/handle', { ids: [event.id], state: 3 })).data).toBe(1)
    expect(await one(row.id)).toMatchObject({ state: 4 })
    const again = await call('GET', `/api/device/event/page?size=50&identifier=forcedOpen`)
    expect(again.data.records.find((one: any) => one.id === event.id).handleState).toBe(3)
  })
})

test('one that a callback wants too is stored once, and its device is answered', async () => {
  await call('POST', '/api/device/callback', {
    ...{ name: '物业', deviceClass: 'accessControlDevice', url: 'http://127.0.0.1:9/hook', events: ['alarm'] },
  })
  // The gateway learns within half a second what callbacks want.
  await new Promise(resolve => setTimeout(resolve, 800))
  await post('powerLoss', { on: true })
  expect(await open('powerLoss')).toMatchObject({ repeats: 1 })
})

describe('by people and rules', () => {
  test('a person raises one, and a second time counts it', async () => {
    const body = { deviceId, name: '有人翻越围墙', level: 3 }
    const { id } = (await call('POST', '/api/device/alarm/raise', body)).data
    expect((await call('POST', '/api/device/alarm/raise', body)).data.id).toBe(id)
    expect(await one(id)).toMatchObject({ repeats: 2, level: 3, origin: 3, name: '有人翻越围墙' })
  })
  test('two at the same time are one', async () => {
    const raise = () =>
      server.ports.db.tx(engine, query =>
        raiseAlarm(server.ports, query, {
          ...{ deviceId, kind: 'rule.7', name: '夜间开门', level: 1, origin: 'rule', originName: '夜间' },
        }),
      )
    const [first, second] = await Promise.all([raise(), raise()])
    expect(first.id).toBe(second.id)
    expect([first.fresh, second.fresh].filter(Boolean)).toEqual([true])
  })
  test('nobody can delete one', async () => {
    const row = await open('rule.7')
    expect((await server.call('DELETE', `/api/device/alarm/${row.id}?appId=${appId}`)).status).toBe(404)
    await expect(
      server.ports.db.query({ role: 'app', appId }, sql`delete from devices.alarm where id = ${row.id}`),
    ).rejects.toThrow(/permission denied/)
  })
  test('without the point it is neither seen nor ended', async () => {
    const row = await open('rule.7')
    const role = await quickRole(server, { points: ['deviceBind:list'] })
    const other = await quickAccount(server, { roleIds: [role], apps: [appId] })
    for (const [method, url] of [
      ['GET', '/api/device/alarm/page'],
      ['GET', '/api/device/alarm/open'],
      ['POST', '/api/device/alarm/close'],
    ] as const)
      expect(
        (await server.call(method, `${url}?appId=${appId}`, { ids: [row.id] }, { token: other.token })).status,
        url,
      ).toBe(403)
  })
})

describe('in an application', () => {
  test('its guard reads and works on alarms that somebody took, and the page shows those of no other application', async () => {
    const { appId: otherApp } = await makeApplication(server, '另一应用')
    const other = await server.call('GET', `/api/device/alarm/page?appId=${otherApp}`)
    expect(other.body.data.total).toBe(0)
    const points = [
      'deviceAlarm:list',
      'deviceAlarm:view',
      'deviceAlarm:raise',
      'deviceAlarm:claim',
      'deviceAlarm:assign',
    ]
    const roleIds = [await quickRole(server, { points })]
    const [guard, second] = [
      await quickAccount(server, { apps: [appId], roleIds }),
      await quickAccount(server, { apps: [appId], roleIds }),
    ]
    const stranger = await quickAccount(server, { apps: [otherApp], roleIds })
    const as = async (method: 'GET' | 'POST', url: string, given?: unknown): Promise<any> =>
      (await server.call(method, `${url}${url.includes('?') ? '&' : '?'}appId=${appId}`, given, { token: guard.token }))
        .body
    const { id } = (await as('POST', '/api/device/alarm/raise', { deviceId, name: '围墙有人', level: 2 })).data
    expect((await as('POST', `/api/device/alarm/${id}/claim`, {})).code).toBe(0)
    const found = (await as('GET', '/api/device/alarm/page?open=true')).data.records.find((row: any) => row.id === id)
    expect(found).toMatchObject({ state: 2, assigneeId: guard.id, assigneeName: expect.any(String) })
    expect((await as('POST', `/api/device/alarm/${id}/assign`, { assigneeId: second.id })).code).toBe(0)
    expect((await as('GET', `/api/device/alarm/${id}`)).data.assigneeId).toBe(second.id)
    expect((await as('POST', `/api/device/alarm/${id}/assign`, { assigneeId: stranger.id })).msg).toContain(
      '不属于本应用',
    )
    await act(id, 'close', { measures: '已处理' })
  })
})

describe('escalation', () => {
  const steps = async (id: string): Promise<string[]> =>
    (await one(id)).steps.map((step: any) => step.act).filter((name: string) => name.startsWith('escalate'))

  test('a step without anyone to call is refused', async () => {
    const answer = await call('POST', '/api/device/escalation', {
      ...{ name: '空', level: 1, steps: [{ afterS: 0, by: 'console' }], state: 1 },
    })
    expect(answer).toMatchObject({ error: 'invalid', data: { fields: [{ field: 'steps' }] } })
  })

  test('it calls step by step and repeats, until somebody acknowledges', async () => {
    const me = (await call('GET', '/api/admin/user/info')).data.sysUser.userId
    const made = await call('POST', '/api/device/escalation', {
      name: '夜间',
      level: 2,
      steps: [
        { afterS: 0, by: 'console', accountIds: [me] },
        { afterS: 60, by: 'callback' },
      ],
      repeatS: 30,
      state: 1,
    })
    expect(made.code, JSON.stringify(made)).toBe(0)
    const [called] = (await call('GET', `/api/device/escalation/${made.data.id}`)).data.steps
    expect([called.accountIds, called.accountNames]).toEqual([[me], ['平台管理员']])
    await post('fire', { on: true })
    const { id, openedAt } = await open('fire')
    const now = server.ports.now
    const at = async (seconds: number): Promise<string[]> => {
      server.ports.now = () => new Date(Date.parse(openedAt) + seconds * 1000)
      await escalate.run(server.ports, new AbortController().signal)
      server.ports.now = now
      return steps(id)
    }
    expect(await at(1)).toEqual(['escalate.console'])
    expect(await at(59)).toEqual(['escalate.console'])
    expect(await at(61)).toEqual(['escalate.console', 'escalate.callback'])
    expect(await at(91)).toHaveLength(3)
    await act(id, 'acknowledge')
    expect(await at(200)).toHaveLength(3)
  })

  test('steps count from when the platform knew, also where the clock of the device is an hour slow', async () => {
    await device.post('event/forcedOpen/post', { time: Date.now() - 3_600_000, value: { doorNo: 4 } })
    const { id } = (await alarms('&open=true')).find(row => row.kind === 'forcedOpen' && row.component === 'door:4')
    const now = server.ports.now
    for (const [seconds, taken] of [
      [1, 1],
      [50, 1],
      [65, 2],
    ] as const) {
      // prettier-ignore
      server.ports.now = () => new Date(now().getTime() + seconds * 1000)
      await escalate.run(server.ports, new AbortController().signal)
      server.ports.now = now
      expect(await steps(id), `after ${seconds} s`).toHaveLength(taken)
    }
  })

  test('an alarm below the level of every rule calls no one', async () => {
    await post('openTimeout', { doorNo: 2, seconds: 60, on: true })
    const row = await open('openTimeout')
    await escalate.run(server.ports, new AbortController().signal)
    expect(await steps(row.id)).toEqual([])
  })
})
