/** Notices of rules and alarms: in the console of those who may see the device, and by SMS through a provider that is a separate process. */
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startLinkedDevices, type LinkedDevices } from '../../../tests/harness/linkedDevices.ts'
import { makePerson, tokenOf } from '../../../tests/harness/people.ts'
import { until } from '../../../tests/harness/platform.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import type { SmsSettings } from '#server/ports.ts'
import { askedNotices } from './askedNotices.server.ts'
import { noticeLimits } from './sendNotices.server.ts'

const ENGINE = { role: 'engine' } as const
interface Taken {
  port?: number
  verdict: string
  phone: string
  param: string
}
let world: LinkedDevices
let platform: LinkedDevices['platform']
let carrier: ChildProcess
let url = ''
let taken: Taken[] = []
let guard: { id: string; token: string }

const sms = (keySecret = 'carrier-secret', noticeTemplate = 'SMS_2'): SmsSettings => ({
  provider: 'aliyun',
  ...{ url, keyId: 'carrier-id', keySecret, signName: '万物通', template: 'SMS_1', noticeTemplate, app: '' },
})

beforeAll(async () => {
  carrier = fork(join(import.meta.dirname, '../../../tests/harness/fixtures/carrier.ts'))
  carrier.on('message', (message: Taken) => {
    if (message.port) url = `http://127.0.0.1:${message.port}`
    else taken.push(message)
  })
  world = await startLinkedDevices()
  ;({ platform } = world)
  await until(() => url, 'the provider listens')
  const id = await makePerson(platform.server, 'nightguard', { phone: '13811110009' })
  guard = { id, token: await tokenOf(platform.server, 'nightguard') }
})
afterAll(async () => {
  carrier.disconnect()
  await world?.close()
})
beforeEach(() => {
  platform.server.ports.sms = sms()
  taken = []
})

const rule = (
  accountIds: readonly string[],
  by: 'console' | 'sms',
  text = '请到东门查看',
  personIds: readonly string[] = [],
): Promise<{ id: string }> =>
  platform.ask('POST', '/api/device/linkage', {
    ...{ name: `夜间通知 ${platform.server.ports.newId()}`, deviceClass: 'bollardDevice', mode: 0, state: 0 },
    ...{ triggerDeviceIds: [], triggerKind: 4, trigger: { online: 0, forS: 86_400 } },
    actions: [
      { deviceId: world.devices.controller.id, identifier: 'notify', params: { accountIds, personIds, by, text } },
    ],
  })
const run = async (id: string): Promise<any> => {
  const { id: runId } = await platform.ask('POST', `/api/device/linkage/${id}/test`, { reason: '试' })
  return until(async () => {
    const row = await platform.ask('GET', `/api/device/linkageRun/${runId}`)
    return row.state !== 0 && row
  }, 'the end of the run')
}
const noticesOf = async (token: string): Promise<any> =>
  (await platform.server.call('GET', '/api/notice', undefined, { token })).body.data

describe('of a rule', () => {
  test('in the console: its account reads it, another does not, and it is read once it was shown', async () => {
    const other = await quickAccount(platform.server)
    const row = await run((await rule([guard.id], 'console')).id)
    expect(row.actions[0]).toMatchObject({ state: 'done', message: expect.stringMatching(/^已通知 /) })
    const notices = await noticesOf(guard.token)
    expect(notices).toMatchObject({
      unread: 1,
      notices: [{ body: '请到东门查看', deviceName: 'controller', deviceClass: 'accessControlDevice', readAt: null }],
    })
    expect(await noticesOf(other.token)).toEqual({ unread: 0, notices: [] })
    const read = (token: string) =>
      platform.server.call('PUT', '/api/notice/read', { upTo: notices.notices[0].id }, { token })
    await read(other.token)
    expect((await noticesOf(guard.token)).unread).toBe(1)
    await read(guard.token)
    expect((await noticesOf(guard.token)).unread).toBe(0)
    expect(taken).toEqual([])
  })

  test('by SMS: the run ends when the provider has accepted it, and says why it did not', async () => {
    const { id } = await rule([guard.id], 'sms')
    expect((await run(id)).state).toBe(1)
    expect(taken).toMatchObject([{ verdict: 'OK', phone: '13811110009' }])
    expect(JSON.parse(taken[0]!.param)).toEqual({ title: expect.stringMatching(/^夜间通知/), text: '请到东门查看' })
    platform.server.ports.sms = sms('carrier-secret', '')
    const refused = await run(id)
    expect(refused).toMatchObject({ state: 2, reason: expect.stringMatching(/：平台未配置通知短信模板$/) })
  })

  test('people are counted in the run, which more may read than people', async () => {
    const { id: personId } = await platform.ask('POST', '/api/person/person', {
      ...{ name: '周雨桐', personType: 1, phone: '13811110010' },
    })
    const { id } = await rule([guard.id], 'sms', '请回家', [personId])
    const [step] = (await run(id)).actions
    expect([step.state, step.message]).toEqual(['done', expect.stringMatching(/^已通知 .+、1 位人员$/)])
    expect(taken.map(({ phone }) => phone).toSorted()).toEqual(['13811110009', '13811110010'])
    platform.server.ports.sms = sms('carrier-secret', '')
    const refused = await run(id)
    expect(refused.reason).toContain('1 位人员：平台未配置通知短信模板')
    expect(JSON.stringify(refused)).not.toContain('周雨桐')
  })

  test('what is asked for twice by one event is told once', async () => {
    const { ports } = platform.server
    const origin = ports.newId()
    const event = {
      ...{ id: ports.newId(), type: 'notice.asked', key: null, appId: platform.appId, createdAt: '' },
      payload: {
        ...{ about: { appId: platform.appId }, to: { accountIds: [guard.id] }, title: '一次', body: '一次' },
        ...{ by: 'console', origin: 'test', originId: origin },
      },
    }
    await askedNotices.run(ports, event)
    await askedNotices.run(ports, event)
    expect(await ports.db.query(ENGINE, sql`select 1 from notices.notice where origin_id = ${origin}`)).toHaveLength(1)
    await ports.db.query(ENGINE, sql`delete from notices.notice where origin_id = ${origin}`)
  })

  test('an account without a phone, one that has sent too much: refused with the reason', async () => {
    const { id: mute } = await quickAccount(platform.server)
    expect((await run((await rule([mute], 'sms')).id)).reason).toMatch(/：账号没有手机号$/)
    await platform.server.ports.db.query(
      ENGINE,
      sql`insert into identity.attempt (key, failures, window_until)
        values (${`notice:${guard.id}`}, ${noticeLimits.most.ofPhone}, now() + interval '1 hour')
        on conflict (key) do update set failures = excluded.failures, window_until = excluded.window_until`,
    )
    expect((await run((await rule([guard.id], 'sms')).id)).reason).toMatch(/：通知短信已达上限$/)
    expect(taken).toEqual([])
  })

  test('an application sends no more in a day than its budget', async () => {
    const rows = await platform.server.ports.db.query(
      ENGINE,
      sql`with emptied as (delete from identity.attempt where key = ${`notice:${guard.id}`})
        update identity.attempt set failures = ${noticeLimits.most.ofApplication}
        where key = ${`notice:app:${platform.appId}`} returning 1`,
    )
    expect(rows).toHaveLength(1)
    expect((await run((await rule([guard.id], 'sms')).id)).reason).toMatch(/：通知短信已达上限$/)
    await platform.server.ports.db.query(ENGINE, sql`delete from identity.attempt where key like 'notice:%'`)
  })

  test.each([
    ['no account', { accountIds: [], by: 'console', text: '看' }],
    ['no text', { accountIds: ['1'], by: 'console' }],
    ['another way', { accountIds: ['1'], by: 'pigeon', text: '看' }],
  ])('%s: refused when it is saved', async (_, params) => {
    const answer = await platform.server.call('POST', `/api/device/linkage?appId=${platform.appId}`, {
      ...{ name: '不全', deviceClass: 'bollardDevice', mode: 0, state: 1, triggerKind: 4, trigger: { online: 0 } },
      actions: [{ deviceId: world.devices.controller.id, identifier: 'notify', params }],
    })
    expect(answer.body).toMatchObject({
      error: 'invalid',
      data: { fields: [{ field: 'actions', msg: '请选择通知谁、用什么方式，并填写内容' }] },
    })
  })

  test('a user of the application cannot notify staff of the platform, but keeps whom the rule notified before', async () => {
    const { server, appId } = platform
    const staff = await quickAccount(server)
    const points = [
      'linkage:add',
      'linkage:edit',
      'linkage:list',
      'escalation:add',
      'deviceBind:list',
      'deviceAlarm:list',
    ]
    const { token } = await quickAccount(server, {
      ...{
        type: 4,
        apps: [appId],
        sourceId: '2',
        roleIds: [await quickRole(server, { points, scope: 3, sourceId: '2' })],
      },
    })
    const notify = (accountIds: string[]) => [
      { deviceId: world.devices.controller.id, identifier: 'notify', params: { accountIds, by: 'sms', text: '看' } },
    ]
    const { id } = await rule([staff.id], 'sms')
    const kept = await platform.ask('GET', `/api/device/linkage/${id}`)
    const save = async (method: 'POST' | 'PUT', url: string, sent: object): Promise<any> =>
      (await server.call(method, `${url}?appId=${appId}`, sent, { token })).body
    const fresh = {
      name: '越权',
      deviceClass: 'bollardDevice',
      mode: 0,
      state: 0,
      triggerKind: 4,
      trigger: { online: 0, forS: 60 },
    }
    expect(await save('POST', '/api/device/linkage', { ...fresh, actions: notify([staff.id]) })).toMatchObject({
      data: { fields: [{ field: 'actions', msg: '通知对象不在您的范围内' }] },
    })
    expect(
      await save('PUT', '/api/device/linkage', { id, rev: kept.rev, silentS: 5, actions: notify([staff.id]) }),
    ).toMatchObject({ code: 0 })
    const steps = [{ afterS: 0, by: 'sms', accountIds: [staff.id] }]
    expect(await save('POST', '/api/device/escalation', { name: '越权', level: 3, state: 1, steps })).toMatchObject({
      data: { fields: [{ field: 'steps', msg: '通知对象不在您的范围内' }] },
    })
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'an action named %s is refused, not looked up',
    async identifier => {
      const answer = await platform.server.call('POST', `/api/device/linkage?appId=${platform.appId}`, {
        ...{ name: '原型', deviceClass: 'bollardDevice', mode: 0, state: 1, triggerKind: 4, trigger: { online: 0 } },
        actions: [{ deviceId: world.devices.controller.id, identifier }],
      })
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid'])
    },
  )

  test('an account that may not see the device: refused when it is saved, left out when that changes later', async () => {
    const foreign = await quickAccount(platform.server, { type: 4, apps: [] })
    await expect(rule([foreign.id], 'console')).rejects.toThrow('不能查看“controller”')
    const leaving = await quickAccount(platform.server, { type: 4, apps: [platform.appId] })
    const { id } = await rule([leaving.id], 'console')
    await platform.server.ports.db.query(ENGINE, sql`delete from identity.account_app where account_id = ${leaving.id}`)
    expect(await run(id)).toMatchObject({ state: 2, reason: '没有账号可通知：已锁定，或不能查看该设备' })
    expect((await noticesOf(leaving.token)).notices).toEqual([])
  })
})

describe('of an alarm', () => {
  const alarmWith = async (name: string): Promise<any> => {
    const { id } = await platform.ask('POST', '/api/device/alarm/raise', {
      ...{ deviceId: world.devices.controller.id, name, level: 3 },
    })
    return id
  }
  const stepsOf = async (id: string): Promise<any[]> => (await platform.ask('GET', `/api/device/alarm/${id}`)).steps

  test('an escalation by SMS reaches the phone, and one that fails is a step with the reason', async () => {
    const made = await platform.ask('POST', '/api/device/escalation', {
      ...{ name: '短信', level: 3, steps: [{ afterS: 0, by: 'sms', accountIds: [guard.id] }], state: 1 },
    })
    const id = await alarmWith('厂房起火')
    await until(() => taken.length > 0, 'the provider is called')
    expect(taken[0]).toMatchObject({ phone: '13811110009' })
    expect(JSON.parse(taken[0]!.param)).toEqual({ title: '厂房起火', text: 'controller' })
    // The event of a device has a name in both languages; what a person wrote stays.
    const english = { token: guard.token, headers: { 'accept-language': 'en' } }
    const titled = async (): Promise<string> =>
      (await platform.server.call('GET', '/api/notice', undefined, english)).body.data.notices[0].title
    expect(await titled()).toBe('厂房起火')
    await platform.server.ports.db.query(ENGINE, sql`update devices.alarm set kind = 'forcedOpen' where id = ${id}`)
    expect(await titled()).toBe('Forced open')
    expect((await stepsOf(id)).map(step => step.act)).toEqual(['raise', 'escalate.sms'])
    platform.server.ports.sms = sms('carrier-secret', '')
    const second = await alarmWith('库房起火')
    const failed = await until(
      async () => (await stepsOf(second)).find(step => step.act === 'escalate.failed'),
      'the step of what failed',
    )
    expect(failed.remark).toMatch(/：平台未配置通知短信模板$/)
    await platform.ask('DELETE', `/api/device/escalation/${made.id}`)
  })

  test('a step by SMS without anyone to call is refused', async () => {
    await expect(
      platform.ask('POST', '/api/device/escalation', {
        ...{ name: '空', level: 1, steps: [{ afterS: 0, by: 'sms' }], state: 1 },
      }),
    ).rejects.toThrow('第 1 步没有通知对象')
  })
})
