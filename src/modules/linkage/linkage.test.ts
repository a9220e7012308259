/** Linkage over real sockets: a person passes, the bollard is lowered; circles are refused; runs record what they did. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDevice } from '../../../tests/harness/device.ts'
import { startLinkedDevices, type LinkedDevices } from '../../../tests/harness/linkedDevices.ts'
import { until } from '../../../tests/harness/platform.ts'

let world: LinkedDevices
let platform: LinkedDevices['platform']
let devices: LinkedDevices['devices']

beforeAll(async () => {
  world = await startLinkedDevices()
  ;({ platform, devices } = world)
  const bollard = devices.bollard.link
  bollard.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/service/fall')) return
    const { id } = JSON.parse(payload.toString())
    bollard.client.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data: {} }), { qos: 1 })
    void bollard.post('event/property/post', { motion: 2, height: 0 })
  })
})
afterAll(() => world?.close())

describe('a rule', () => {
  test('a face passes, the bollard lowers, the run records it; a refused face moves nothing', async () => {
    const rule = await platform.ask('POST', '/api/device/linkage', {
      name: '刷脸落柱',
      deviceClass: 'faceEqui',
      triggerDeviceIds: [devices.face.id],
      triggerEvent: 'recognise',
      conditions: [{ what: 1, name: 'result', op: 1, value: 1 }],
      actions: [{ deviceId: devices.bollard.id, identifier: 'fall' }],
      mode: 0,
      state: 1,
    })
    await new Promise(resolve => setTimeout(resolve, 700))
    await devices.face.link.post('event/recognise/post', {
      value: { guid: 'no', ok: false, reason: 'stranger', method: 1 },
      time: Date.now(),
    })
    await devices.face.link.post('event/recognise/post', {
      value: { guid: 'yes', ok: true, method: 1 },
      time: Date.now(),
    })
    const runs = await until(async () => {
      const page = await platform.ask('GET', '/api/device/linkageRun/page')
      return page.records[0]?.state === 1 && page
    }, 'a finished run')
    expect(runs.total).toBe(1)
    expect(runs.records[0]).toMatchObject({
      linkageName: '刷脸落柱',
      deviceName: 'face',
      actions: [{ identifier: 'fall', state: 'done', deviceName: 'bollard' }],
    })
    expect((await platform.ask('GET', `/api/device/linkage/${rule.id}`)).okCount).toBe(1)
  })
  test('the records of what moved are narrowed by every filter of their page', async () => {
    const total = async (query: string): Promise<number> =>
      (await platform.ask('GET', `/api/person/passRecord/page?deviceClass=bollardDevice&${query}`)).total
    const [row] = (await platform.ask('GET', '/api/person/passRecord/page?deviceClass=bollardDevice')).records
    expect(row).toMatchObject({ deviceName: 'bollard', sourceName: 'face', linkageName: '刷脸落柱' })
    const fits = [`deviceId=${devices.bollard.id}`, 'time=today', `result=${row.result}`, `method=${row.method}`]
    const others = [
      `deviceId=${devices.face.id}`,
      'time=yesterday',
      `result=${1 - row.result}`,
      'method=8',
      'personName=nobody',
      'direction=2',
    ]
    expect(await Promise.all(fits.map(total))).toEqual(fits.map(() => 1))
    expect(await Promise.all(others.map(total))).toEqual(others.map(() => 0))
  })
  test('an action that is not safe fails with its reason', async () => {
    await devices.bollard.link.post('event/property/post', { loop: true })
    const rule = await platform.ask('POST', '/api/device/linkage', {
      name: '消防升柱',
      deviceClass: 'accessControlDevice',
      triggerEvent: 'fire',
      actions: [{ deviceId: devices.bollard.id, identifier: 'rise' }],
      mode: 0,
      state: 1,
    })
    const { id } = await platform.ask('POST', `/api/device/linkage/${rule.id}/test`, { reason: '演练' })
    const run = await until(async () => {
      const row = await platform.ask('GET', `/api/device/linkageRun/${id}`)
      return row.state !== 0 && row
    }, 'the end of the run')
    expect(run).toMatchObject({ state: 2, reason: '已拒绝：地感有车，升起会顶到车辆' })
  })
  test('is refused with parameters that its command misses or does not take, as the command itself is', async () => {
    const { server, appId, models } = platform
    const gate = await connectDevice(server, appId, models.ssmDevice!, 'LNK-gate', 'gate')
    const save = async (params: object | null) => {
      const { status, body } = await server.call('POST', `/api/device/linkage?appId=${appId}`, {
        ...{ name: '半开', deviceClass: 'faceEqui', triggerEvent: 'recognise', mode: 0, state: 0 },
        actions: [{ deviceId: gate.id, identifier: 'openPart', params }],
      })
      if (status === 200) await platform.ask('DELETE', `/api/device/linkage/${body.data.id}`)
      return [status, body.data?.fields]
    }
    const refused = (msg: string) => [400, [{ field: 'actions', msg: expect.stringContaining(`gate · 半开：${msg}`) }]]
    expect(await save(null)).toEqual(refused('请'))
    expect(await save({ percent: 95 })).toEqual(refused(''))
    expect(await save({ percent: 50 })).toEqual([200, undefined])
  })
  test('a circle is refused when saved, naming its devices', async () => {
    const answer = await platform.server.call('POST', `/api/device/linkage?appId=${platform.appId}`, {
      name: '环',
      deviceClass: 'bollardDevice',
      triggerEvent: 'moved',
      actions: [{ deviceId: devices.face.id, component: 'door:1', identifier: 'openDoor' }],
      mode: 0,
      state: 1,
    })
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toMatch(/^联动成环：.*bollard → face/)
  })
  test('a rule and its runs are found by the classes where they begin and end, and counted by their state', async () => {
    const of = async (path: string, deviceClass: string): Promise<{ names: string[]; counts: unknown }> => {
      const page = await platform.ask('GET', `${path}/page?deviceClass=${deviceClass}&counts=state`)
      return { names: page.records.map((row: { name: string }) => row.name).sort(), counts: page.counts }
    }
    const rules = '/api/device/linkage'
    expect(await of(rules, 'faceEqui')).toEqual({ names: ['刷脸落柱'], counts: { all: 1, 0: 0, 1: 1 } })
    expect((await of(rules, 'bollardDevice')).names).toEqual(['刷脸落柱', '消防升柱'].sort())
    const runs = async (deviceClass: string): Promise<number> =>
      (await platform.ask('GET', `/api/device/linkageRun/page?deviceClass=${deviceClass}`)).total
    expect(await Promise.all(['faceEqui', 'accessControlDevice', 'bollardDevice'].map(runs))).toEqual([1, 1, 2])
  })
  test('several rules are turned off and on at once, but never into a circle', async () => {
    const { records } = await platform.ask('GET', '/api/device/linkage/page')
    const ids = records.map((row: { id: string }) => row.id)
    const turn = (act: string, which: readonly string[]) =>
      platform.server.call('POST', `/api/device/linkage/${act}?appId=${platform.appId}`, { ids: which })
    expect((await turn('turnOff', ids)).body.data).toBe(2)
    expect((await turn('turnOff', ids)).body.msg).toBe('规则已停用')
    const back = await platform.ask('POST', '/api/device/linkage', {
      name: '环',
      deviceClass: 'bollardDevice',
      triggerEvent: 'moved',
      actions: [{ deviceId: devices.face.id, component: 'door:1', identifier: 'openDoor' }],
      mode: 0,
      state: 0,
    })
    const refused = await turn('turnOn', [...ids, back.id])
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringMatching(/^联动成环：/)])
    expect((await turn('turnOn', ids)).body.data).toBe(2)
  })
})

describe('a rule without a command', () => {
  test('it opens an alarm, which counts what triggers it again', async () => {
    const rule = {
      ...{
        name: '陌生人报警',
        deviceClass: 'faceEqui',
        triggerDeviceIds: [devices.face.id],
        triggerEvent: 'recognise',
      },
      ...{ conditions: [{ what: 1, name: 'result', op: 1, value: 0 }], mode: 0, state: 1 },
    }
    const act = (params: object) => [{ deviceId: devices.controller.id, identifier: 'raiseAlarm', params }]
    const refused = await platform.server.call('POST', `/api/device/linkage?appId=${platform.appId}`, {
      ...rule,
      actions: act({ name: '陌生人' }),
    })
    expect(refused.body).toMatchObject({ msg: '请填写告警的名称与级别' })
    const { id } = await platform.ask('POST', '/api/device/linkage', {
      ...rule,
      actions: act({ name: '陌生人', level: 3 }),
    })
    await new Promise(resolve => setTimeout(resolve, 700))
    for (const guid of ['one', 'two'])
      await devices.face.link.post('event/recognise/post', {
        value: { guid, ok: false, reason: 'stranger', method: 1 },
        time: Date.now(),
      })
    const alarm = await until(async () => {
      const { records } = await platform.ask('GET', '/api/device/alarm/page?open=true&origin=2')
      return records[0]?.repeats === 2 && records[0]
    }, 'an alarm of the rule')
    expect(alarm).toMatchObject({ name: '陌生人', level: 3, originName: '陌生人报警', deviceId: devices.controller.id })
    await platform.ask('DELETE', `/api/device/linkage/${id}`)
  })
})
