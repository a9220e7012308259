/** Rules that start at states, times, presence and alarms, over real sockets. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Params } from '#model/row.ts'
import { startLinkedDevices, type LinkedDevices } from '../../../tests/harness/linkedDevices.ts'
import { until } from '../../../tests/harness/platform.ts'
import { pause } from '../../../tests/harness/pause.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'

let world: LinkedDevices
let platform: LinkedDevices['platform']
let devices: LinkedDevices['devices']

beforeAll(async () => {
  world = await startLinkedDevices()
  ;({ platform, devices } = world)
})
afterAll(() => world?.close())

describe('other triggers', () => {
  const runsOf = async (id: string): Promise<any[]> =>
    (await platform.ask('GET', `/api/device/linkageRun/page?linkageId=${id}`)).records
  const make = (name: string, more: object): Promise<{ id: string }> =>
    platform.ask('POST', '/api/device/linkage', {
      ...{ name, deviceClass: 'bollardDevice', triggerDeviceIds: [devices.bollard.id], mode: 0, state: 1 },
      actions: [{ deviceId: devices.controller.id, identifier: 'raiseAlarm', params: { name, level: 1 } }],
      ...more,
    })

  const count = async (statement: ReturnType<typeof sql>): Promise<number> => {
    const [row] = await platform.server.ports.db.query<{ n: number }>({ role: 'engine' }, statement)
    return row!.n
  }
  const watched = (id: string) =>
    until(
      () => count(sql`select count(watched_at)::int as n from linkage.rule where id = ${id}`),
      'the worker knows the rule',
    )
  const watchedParts = (id: string) => count(sql`select count(*)::int as n from linkage.watch where linkage_id = ${id}`)

  test('a state that lasts starts a rule once; one that held before does not', async () => {
    const { link } = devices.bollard
    await link.post('event/property/post', { loop: true })
    const { id } = await make('地感久占', {
      triggerKind: 2,
      trigger: { property: 'loop', op: 1, value: true, forS: 1 },
    })
    await watched(id)
    await pause(2000, 'a run would come a second after the rule is watched')
    expect(await runsOf(id)).toEqual([])
    await link.post('event/property/post', { loop: false })
    await until(async () => (await watchedParts(id)) === 0, 'the state is seen to be over')
    await link.post('event/property/post', { loop: true })
    const [run] = await until(async () => {
      const found = await runsOf(id)
      return found.length > 0 && found
    }, 'a run after the state lasted')
    expect(run).toMatchObject({
      event: 'state',
      deviceName: 'bollard',
      cause: ['地感有车 持续 1 秒', expect.any(String)],
    })
    await pause(1500, 'a second run would come after another second')
    expect((await runsOf(id)).length).toBe(1)
    await platform.ask('DELETE', `/api/device/linkage/${id}`)
  })

  test('the conditions of a run say what they saw, also of a test', async () => {
    const { id } = await make('条件', {
      ...{ triggerKind: 4, trigger: { online: 0, forS: 86_400 } },
      conditions: [
        { what: 5, deviceId: devices.bollard.id, name: 'loop', op: 1, value: false },
        { what: 3, from: '00:00', to: '00:00' },
      ],
    })
    const test = await platform.ask('POST', `/api/device/linkage/${id}/test`, { reason: '试' })
    const run = await until(async () => {
      const row = await platform.ask('GET', `/api/device/linkageRun/${test.id}`)
      return row.state !== 0 && row
    }, 'the end of the test')
    expect(run.checks).toEqual([
      { held: false, label: ['bollard 地感有车为否', expect.any(String)], saw: ['是', 'Yes'] },
      {
        held: false,
        label: ['00:00–00:00', '00:00–00:00'],
        saw: [expect.stringMatching(/^\d\d:\d\d$/), expect.any(String)],
      },
    ])
    await platform.ask('DELETE', `/api/device/linkage/${id}`)
  })

  test('a device that goes offline starts a rule, which sees no state of it', async () => {
    const { id } = await make('离线', { triggerKind: 4, trigger: { online: 0, forS: 0 } })
    await watched(id)
    expect(await runsOf(id)).toEqual([])
    await devices.bollard.link.end()
    const [run] = await until(async () => {
      const found = await runsOf(id)
      return found.length > 0 && found
    }, 'a run after the device went offline')
    expect(run).toMatchObject({ event: 'offline', cause: ['离线', 'Goes offline'] })
    await platform.ask('DELETE', `/api/device/linkage/${id}`)
  })

  test('an alarm starts a rule of its class and level', async () => {
    const other = { deviceClass: 'accessControlDevice', triggerDeviceIds: [], triggerKind: 5 }
    const act = {
      actions: [{ deviceId: devices.face.id, identifier: 'raiseAlarm', params: { name: '联动', level: 1 } }],
    }
    const { id } = await make('告警联动', { ...other, ...act, trigger: { level: 3 } })
    const low = await make('低', { ...other, ...act, trigger: {} })
    const raise = (name: string, level: number) =>
      platform.ask('POST', '/api/device/alarm/raise', { deviceId: devices.controller.id, name, level })
    await raise('轻微', 1)
    await until(async () => (await runsOf(low.id)).length > 0, 'a run for the low alarm')
    await raise('严重', 3)
    await until(async () => (await runsOf(id)).length === 1, 'a run for the high alarm')
    const { records } = await platform.ask('GET', '/api/device/alarm/page?size=50')
    const high = records.find((row: { name: string }) => row.name === '严重')
    const { runs } = await platform.ask('GET', `/api/device/alarm/${high.id}`)
    expect(runs.map((run: { name: string }) => run.name).sort()).toEqual(['低', '告警联动'].sort())
    for (const one of [id, low.id]) await platform.ask('DELETE', `/api/device/linkage/${one}`)
  })

  test('the run that an alarm started is in the alarm and in the story of its events, for who may read runs', async () => {
    const { id } = await make('告警规则', {
      ...{ deviceClass: 'accessControlDevice', triggerDeviceIds: [], triggerKind: 5, trigger: {} },
      actions: [{ deviceId: devices.face.id, identifier: 'raiseAlarm', params: { name: '联动', level: 1 } }],
    })
    const { link, id: deviceId } = devices.controller
    const messages: Params[] = []
    const leave = platform.server.ports.bus.subscribe('live', message => void messages.push(message as Params))
    for (const ms of [1000, 0])
      await link.post('event/forcedOpen/post', { time: Date.now() - ms, value: { doorNo: 2 } })
    await until(async () => (await runsOf(id))[0]?.state === 1, 'the run')
    const [{ id: alarmId }] = (await platform.ask('GET', `/api/device/alarm/page?deviceId=${deviceId}&kind=forcedOpen`))
      .records
    const alarm = await platform.ask('GET', `/api/device/alarm/${alarmId}`)
    expect(alarm.runs).toMatchObject([{ name: '告警规则', state: 1, actions: ['face 打开告警 成功'] }])
    // Open drawers of the alarm learn by a live message that its run has ended.
    await until(() => messages.some(({ type, id: of }) => type === 'alarm' && of === alarmId), 'the alarm has changed')
    leave()
    const { records } = await platform.ask('GET', `/api/device/event/page?deviceId=${deviceId}&identifier=forcedOpen`)
    expect(records).toHaveLength(2)
    for (const event of records) {
      const { steps } = await platform.ask('GET', `/api/insight/story?kind=event&id=${event.id}`)
      const [run] = steps.filter((step: { kind: string }) => step.kind === 'linkage')
      expect(run).toMatchObject({ title: ['告警触发联动「告警规则」', expect.any(String)], tone: 'ok' })
    }
    const { server, appId } = platform
    const { token } = await quickAccount(server, {
      roleIds: [await quickRole(server, { points: ['deviceAlarm:list', 'deviceAlarm:view'] })],
    })
    const { data } = (await server.call('GET', `/api/device/alarm/${alarmId}?appId=${appId}`, undefined, { token }))
      .body
    expect([data.id, data.runs ?? null]).toEqual([alarmId, null])
    await platform.ask('DELETE', `/api/device/linkage/${id}`)
  })

  test('a time is planned at once, and after an outage the run says that it was missed', async () => {
    const { id } = await make('定时', { triggerKind: 3, trigger: { at: '00:00' } })
    const row = await until(async () => {
      const found = await platform.ask('GET', `/api/device/linkage/${id}`)
      return found.nextAt && found
    }, 'the next time')
    expect(new Date(row.nextAt).toISOString()).toMatch(/T16:00:00/)
    const missed = new Date(Date.now() - 3_600_000)
    await platform.server.ports.db.query(
      { role: 'engine' },
      sql`update linkage.rule set next_at = ${missed} where id = ${id}`,
    )
    const [run] = await until(async () => {
      const found = await runsOf(id)
      return found.length > 0 && found
    }, 'the missed run')
    expect(run).toMatchObject({ state: 3, reason: '错过了执行时间，当时平台没有运行' })
    await platform.server.ports.db.query(
      { role: 'engine' },
      sql`update linkage.rule set next_at = now() where id = ${id}`,
    )
    await until(async () => (await runsOf(id)).some(one => one.state === 1), 'a run in time')
    await platform.ask('DELETE', `/api/device/linkage/${id}`)
  })

  test.each([
    [{ triggerKind: 1, triggerEvent: 'nope' }, '请选择触发事件'],
    [{ triggerKind: 2, trigger: { property: 'nope', op: 1, value: 1 } }, '请选择状态'],
    [{ triggerKind: 2, trigger: { property: 'loop', op: 3, value: 1 } }, '只有数字可以比较大小'],
    [{ triggerKind: 2, trigger: { property: 'motion', op: 1, value: 77 } }, '没有这个选项'],
    [{ triggerKind: 3, trigger: { at: '25:00' } }, '请填写时刻，例如 06:30'],
    [{ triggerKind: 3, trigger: { at: '08:00', sun: 1 } }, '请选择一个时刻、日出日落或时间计划'],
    [{ triggerKind: 3, trigger: { sun: 1 } }, '请选择按哪个站点的日出日落'],
    [{ triggerKind: 4, trigger: {} }, '请选择上线或离线'],
    [
      { triggerKind: 3, trigger: { at: '08:00' }, conditions: [{ what: 3, from: '8' }] },
      '请填写起止时间，例如 08:00 与 18:00',
    ],
    [
      {
        ...{ triggerKind: 3, trigger: { at: '08:00' } },
        actions: [{ deviceId: 'BOLLARD', identifier: 'stop', delayMs: 1000 }],
      },
      '“停止”是安全动作，不能延时',
    ],
  ])('%j is refused with its reason', async (given, expected) => {
    const body = JSON.parse(JSON.stringify(given).replace('BOLLARD', devices.bollard.id))
    const answer = await platform.server.call('POST', `/api/device/linkage?appId=${platform.appId}`, {
      ...{ name: '错', deviceClass: 'bollardDevice', mode: 0, state: 0 },
      actions: [{ deviceId: devices.controller.id, identifier: 'raiseAlarm', params: { name: 'x', level: 1 } }],
      ...body,
    })
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining(expected)])
  })
})
