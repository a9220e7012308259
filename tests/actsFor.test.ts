/** Whoever acts for somebody has that somebody's points: rules, callbacks and escalations, when they are saved and when they act. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { user } from '#modules/identity/account/user.noun.ts'
import { toState } from '#server/moves/toState.ts'
import { startLinkedDevices, type LinkedDevices } from './harness/linkedDevices.ts'
import { forgetIdentity, quickAccount, quickRole } from './harness/quickAccount.ts'
import { until } from './harness/until.ts'

const LOCKED = toState(user.states.state.states, 'locked')

const ENGINE = { role: 'engine' } as const
const RULE = ['linkage:add', 'linkage:edit', 'linkage:list', 'linkage:test', 'linkage:turnOn', 'passRecord:list']
const CALLBACK = ['callback:add', 'callback:edit', 'callback:list', 'callback:start', 'callback:resend']

let world: LinkedDevices
let platform: LinkedDevices['platform']
let received: string[] = []
let receiver: http.Server
let url: string

beforeAll(async () => {
  world = await startLinkedDevices()
  platform = world.platform
  world.devices.face.link.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/service/openDoor')) return
    const { id } = JSON.parse(payload.toString())
    world.devices.face.link.client.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data: {} }), { qos: 1 })
  })
  receiver = http.createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      received.push(body)
      response.end('ok')
    })
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  await world?.close()
  receiver?.closeAllConnections()
  receiver?.close()
})

interface Someone {
  id: string
  roleId: string
  call(method: 'POST' | 'PUT' | 'GET', path: string, body?: object): Promise<{ status: number; body: any }>
}
async function someone(points: readonly string[]): Promise<Someone> {
  const roleId = await quickRole(platform.server, { points })
  const { id, token } = await quickAccount(platform.server, { roleIds: [roleId] })
  const call: Someone['call'] = (method, path, body) =>
    platform.server.call(method, `${path}${path.includes('?') ? '&' : '?'}appId=${platform.appId}`, body, { token })
  return { id, roleId, call }
}
const change = async (statement: ReturnType<typeof sql>): Promise<void> => {
  await platform.server.ports.db.query(ENGINE, statement)
  await forgetIdentity(platform.server)
}
const withdraw = (of: Someone, point: string): Promise<void> =>
  change(sql`delete from identity.role_menu where role_id = ${of.roleId}
    and menu_id in (select id from identity.menu where permission = ${point})`)
const grant = (of: Someone, point: string): Promise<void> =>
  change(sql`insert into identity.role_menu (role_id, menu_id)
    select ${of.roleId}, id from identity.menu where permission = ${point} on conflict do nothing`)

let rules = 0
const ruleOf = (): object => ({
  name: `规则 ${(rules += 1)}`,
  deviceClass: 'faceEqui',
  triggerDeviceIds: [world.devices.face.id],
  triggerEvent: 'recognise',
  actions: [{ deviceId: world.devices.face.id, component: 'door:1', identifier: 'openDoor' }],
  mode: 0,
  state: 1,
})
/** A rule that opens another door: one for its own device would run in a circle. */
const opening = (): object => ({
  ...ruleOf(),
  deviceClass: 'accessControlDevice',
  triggerDeviceIds: [world.devices.controller.id],
  triggerEvent: 'pass',
})
let facts = 0
const pass = (): Promise<void> =>
  world.devices.controller.link.post('event/pass/post', {
    value: { guid: `p-${(facts += 1)}`, doorNo: 1, cardNo: '12345678', method: 2, ok: true },
    time: Date.now(),
  })
const runOf = (id: string): Promise<any> =>
  until(async () => {
    const { records } = await platform.ask('GET', `/api/device/linkageRun/page?linkageId=${id}`)
    return records[0] && records[0].state !== 0 && records[0]
  }, 'the end of a run')
const commandsOf = async (): Promise<number> => {
  const [row] = await platform.server.ports.db.query<{ n: number }>(
    ENGINE,
    sql`select count(*)::int as n from devices.command where origin = 'linkage'`,
  )
  return row!.n
}

describe('a rule', () => {
  test('that gives commands is saved, turned on and tested only by who may give them', async () => {
    const without = await someone(RULE)
    const refused = await without.call('POST', '/api/device/linkage', opening())
    expect([refused.status, refused.body.msg]).toEqual([403, '没有“指令·远程控制”权限，请联系管理员开通'])
    const { id } = await platform.ask('POST', '/api/device/linkage', opening())
    const before = await commandsOf()
    for (const [path, body] of [
      [`/api/device/linkage/${id}/test`, { reason: '演练' }],
      ['/api/device/linkage', { id, name: '改名' }],
    ] as const)
      expect((await without.call(path.endsWith('test') ? 'POST' : 'PUT', path, body)).status).toBe(403)
    await platform.ask('POST', '/api/device/linkage/turnOff', { ids: [id] })
    expect((await without.call('POST', '/api/device/linkage/turnOn', { ids: [id] })).status).toBe(403)
    expect(await commandsOf()).toBe(before)
  })
  test('that starts on passages is saved only by who may read them', async () => {
    const blind = await someone([...RULE.filter(point => point !== 'passRecord:list'), 'command:send'])
    const refused = await blind.call('POST', '/api/device/linkage', opening())
    expect([refused.status, refused.body.msg]).toEqual([403, expect.stringContaining('通行记录')])
  })
  test('acts no more once who saved it has lost a point, says why, and acts again when it is back', async () => {
    const maker = await someone([...RULE, 'command:send'])
    const saved = await maker.call('POST', '/api/device/linkage', opening())
    expect(saved.status).toBe(200)
    const { id } = saved.body.data
    const heldBack = async (): Promise<string | null> =>
      (await platform.ask('GET', `/api/device/linkage/${id}`)).heldBack
    expect(await heldBack()).toBeNull()
    await withdraw(maker, 'command:send')
    await new Promise(resolve => setTimeout(resolve, 700))
    const before = await commandsOf()
    await pass()
    const run = await runOf(id)
    expect(run).toMatchObject({ state: 2, reason: expect.stringContaining('没有“指令·远程控制”权限') })
    expect(await heldBack()).toContain('没有“指令·远程控制”权限')
    expect(await commandsOf()).toBe(before)
    await grant(maker, 'command:send')
    expect(await heldBack()).toBeNull()
    await pass()
    await until(async () => (await commandsOf()) > before, 'the command of the rule')
    await platform.ask('POST', '/api/device/linkage/turnOff', { ids: [id] })
  })
  test.each([
    ['is locked', (of: Someone) => change(sql`update identity.account set ${LOCKED} where id = ${of.id}`), '已停用'],
    [
      'is removed',
      (of: Someone) => change(sql`update identity.account set deleted_at = now() where id = ${of.id}`),
      '已停用',
    ],
    [
      'enters the application no more',
      (of: Someone) => change(sql`update identity.account set app_scope = 0 where id = ${of.id}`),
      '不能进入',
    ],
    [
      'is limited to places',
      (of: Someone) =>
        change(sql`with held as (update identity.account set type = 2 where id = ${of.id})
          insert into identity.account_scope (account_id, app_id, site_ids, group_ids)
          values (${of.id}, ${platform.appId}, array[1::bigint], '{}')`),
      '已限定设备范围',
    ],
  ] as const)('acts no more once who saved it %s', async (_name, lose, words) => {
    const maker = await someone([...RULE, 'command:send'])
    const { id } = (
      await maker.call('POST', '/api/device/linkage', {
        ...opening(),
        triggerKind: 3,
        triggerEvent: null,
        trigger: { at: '00:00' },
      })
    ).body.data
    expect((await platform.ask('GET', `/api/device/linkage/${id}`)).heldBack).toBeNull()
    await lose(maker)
    expect((await platform.ask('GET', `/api/device/linkage/${id}`)).heldBack).toContain(words)
    // Whoever may do it themselves takes it over by saving it.
    await platform.ask('PUT', '/api/device/linkage', { id, silentS: 1 })
    expect((await platform.ask('GET', `/api/device/linkage/${id}`)).heldBack).toBeNull()
    await platform.ask('POST', '/api/device/linkage/turnOff', { ids: [id] })
  })
  test('of the platform itself acts for nobody', async () => {
    const { id } = await platform.ask('POST', '/api/device/linkage', opening())
    await change(sql`update linkage.rule set updated_by = null where id = ${id}`)
    expect((await platform.ask('GET', `/api/device/linkage/${id}`)).heldBack).toBeNull()
    await platform.ask('POST', '/api/device/linkage/turnOff', { ids: [id] })
  })
})

describe('a callback', () => {
  const callback = (events: readonly string[]) => ({ name: '收件', deviceClass: 'accessControlDevice', url, events })
  test('carries what who saves it may read: saving it names the missing point', async () => {
    const blind = await someone(CALLBACK)
    const refused = await blind.call('POST', '/api/device/callback', callback(['passage']))
    expect([refused.status, refused.body.msg]).toEqual([403, expect.stringContaining('通行记录')])
    const { id } = await platform.ask('POST', '/api/device/callback', callback(['passage']))
    expect((await blind.call('PUT', '/api/device/callback', { id, name: '改名' })).status).toBe(403)
    await platform.ask('POST', `/api/device/callback/${id}/stop`, {})
    expect((await blind.call('POST', `/api/device/callback/${id}/start`, {})).status).toBe(403)
  })
  test('delivers nothing that who saved it may not read any more, and says so; it is delivered when the point is back', async () => {
    received = []
    const maker = await someone([...CALLBACK, 'passRecord:list'])
    const { id } = (await maker.call('POST', '/api/device/callback', callback(['passage']))).body.data
    await withdraw(maker, 'passRecord:list')
    await new Promise(resolve => setTimeout(resolve, 700))
    await pass()
    const row = await until(async () => {
      const { records } = await platform.ask('GET', `/api/device/delivery/page?callbackId=${id}`)
      return records[0]?.state === 3 && records[0]
    }, 'a delivery that is withheld')
    expect(row.error).toContain('没有读取这类记录的权限')
    expect(received).toEqual([])
    expect((await platform.ask('GET', `/api/device/callback/${id}`)).heldBack).toContain('通行记录')
    await grant(maker, 'passRecord:list')
    await platform.ask('POST', '/api/device/callback/resend', { ids: [row.id] })
    await until(() => received.length > 0, 'the delivery')
  })
})

describe('an escalation', () => {
  const STEPS = { name: '升级', level: 1, steps: [{ afterS: 0, by: 'console', accountIds: ['1'] }], state: 1 }
  test('is saved only by who may read alarms, and calls nobody once that is lost; the alarm says so', async () => {
    const blind = await someone(['escalation:add', 'escalation:list'])
    expect((await blind.call('POST', '/api/device/escalation', STEPS)).body.msg).toContain('告警')
    const maker = await someone(['escalation:add', 'escalation:list', 'deviceAlarm:list'])
    const saved = await maker.call('POST', '/api/device/escalation', {
      ...STEPS,
      steps: [{ ...STEPS.steps[0], accountIds: [maker.id] }],
    })
    expect(saved.body).toMatchObject({ code: 0 })
    await withdraw(maker, 'deviceAlarm:list')
    await world.devices.controller.link.post('event/forcedOpen/post', { value: { doorNo: 1 }, time: Date.now() })
    const step = await until(async () => {
      const [found] = await platform.server.ports.db.query<{ remark: string }>(
        ENGINE,
        sql`select remark from devices.alarm_step where act = 'escalate.heldBack'`,
      )
      return found
    }, 'a step that is held back')
    expect(step.remark).toContain('告警')
    const { heldBack } = await platform.ask('GET', `/api/device/escalation/${saved.body.data.id}`)
    expect(heldBack).toContain('告警')
  })
})
