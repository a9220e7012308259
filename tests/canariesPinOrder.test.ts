/**
 * A temporary PIN is made, delivered, sent to its holder's phone, used and called back; it reaches the device and the phone, and
 * stands in no row of the database (commands, logs, audit, outbox, notices, what was set aside), in no answer, export, callback or log.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice } from './harness/device.ts'
import { keepLogs } from './harness/logs.ts'
import { startPlatform, until, type TestPlatform } from './harness/platform.ts'
import { answersWith, tablesWith } from './harness/standsIn.ts'

const ENGINE = { role: 'engine' } as const
const ORDERS = '/api/person/pinOrder'
interface Sent {
  port?: number
  phone: string
  param: string
}
let platform: TestPlatform
let device: Simulated & { id: string }
let carrier: ChildProcess
let receiver: Server
let logs: () => Promise<string>
let doorId = ''
const sent: Sent[] = []
const called: string[] = []
/** The orders made here: nothing of any of them may be found. */
const made: { id: string; password: string; duressPassword: string }[] = []

beforeAll(async () => {
  carrier = fork(join(import.meta.dirname, 'harness/fixtures/carrier.ts'))
  carrier.on('message', (message: Sent) => sent.push(message))
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      called.push(body)
      response.end('ok')
    })
  })
  await new Promise<void>(resolve => void receiver.listen(0, '127.0.0.1', resolve))
  platform = await startPlatform()
  const { server, appId, models, gateway, ask } = platform
  logs = keepLogs(server)
  const { port } = await until(() => sent.shift(), 'the provider listens')
  server.ports.sms = {
    provider: 'aliyun',
    ...{ url: `http://127.0.0.1:${port}`, keyId: 'carrier-id', keySecret: 'carrier-secret', signName: '万物通' },
    ...{ template: 'SMS_1', noticeTemplate: 'SMS_2', app: '' },
  }
  const credentials = await connectDevice(server, appId, models.bsFaceDevice!, 'PIN-1', '会所东门')
  device = { ...simulate('bsFaceDevice', { host: '127.0.0.1', port: gateway.port, credentials }), id: credentials.id }
  device.device.start()
  await until(() => device.device.link.online, 'online')
  ;[{ id: doorId }] = await ask('GET', '/api/person/authGroup/doors')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await ask('POST', '/api/device/callback', {
    ...{ name: '通行', deviceClass: 'bsFaceDevice', url, events: ['passage', 'alarm'] },
  })
})
afterAll(async () => {
  await device?.device.stop()
  await platform?.close()
  carrier?.disconnect()
  receiver?.closeAllConnections()
  receiver?.close()
})

const order = async (): Promise<(typeof made)[number]> => {
  const row = await platform.ask('POST', ORDERS, {
    ...{ kind: 4, mostUses: 5, digits: 8, doorIds: [doorId], validTo: new Date(Date.now() + 3_600_000).toISOString() },
    ...{ visitorName: '顾明', visitorPhone: '13800001234', purpose: '维修' },
  })
  made.push(row)
  return row
}
const stateOf = async (id: string): Promise<number> => (await platform.ask('GET', `${ORDERS}/${id}`)).state
const inForce = async (): Promise<(typeof made)[number]> => {
  const row = await order()
  await platform.ask('POST', `${ORDERS}/${row.id}/approve`, {})
  await until(async () => (await stateOf(row.id)) === 3, 'in force')
  return row
}
const notices = (id: string) =>
  platform.server.ports.db.query<{ body: string; state: number }>(
    ENGINE,
    sql`select body, state from notices.notice where origin = 'pinOrder' and origin_id = ${id}`,
  )
/** What has become of its message. */
const endOf = (id: string) =>
  until(async () => {
    const [notice] = await notices(id)
    return notice && notice.state > 0 && notice
  }, 'the end of the message')

test('its holder is sent it by SMS, whose stored text has a placeholder', async () => {
  const { id, password, duressPassword } = await inForce()
  await platform.ask('POST', `${ORDERS}/${id}/sms`, {})
  expect(await endOf(id)).toMatchObject({
    state: 1,
    body: expect.stringMatching(/^••••••，\d\d\/\d\d \d\d:\d\d前有效$/),
  })
  expect(sent.map(({ phone }) => phone)).toEqual(['13800001234'])
  const { title, text } = JSON.parse(sent[0]!.param)
  expect([title, text.startsWith(`${password}，`), text.includes(duressPassword)]).toEqual(['临时密码', true, false])
  const audit = await platform.ask('GET', '/api/admin/operLog/page?object=pinOrder&action=sms')
  expect(audit.total).toBe(1)
})

test('one that ended before it went out is told to nobody; what cannot be sent says why', async () => {
  const { id } = await inForce()
  const { sms } = platform.server.ports
  platform.server.ports.sms = { ...sms, keySecret: 'wrong' } as typeof sms
  await platform.ask('POST', `${ORDERS}/${id}/sms`, {})
  await until(() => sent.length === 2, 'the provider refuses it')
  await platform.ask('POST', `${ORDERS}/${id}/revoke`, { reason: '取消' })
  platform.server.ports.sms = sms
  await platform.server.ports.db.query(ENGINE, sql`update notices.notice set next_at = now() where state = 0`)
  expect(await endOf(id)).toMatchObject({ state: 2 })
  expect(sent).toHaveLength(2)
  const refusalOf = async (order: string): Promise<string> =>
    (await platform.server.call('POST', `${ORDERS}/${order}/sms?appId=${platform.appId}`, {})).body.msg!
  for (const one of [id, (await order()).id])
    expect(await refusalOf(one)).toMatch(/不能发短信|只有待下发或生效的密码可以发送/)
})

test('it is used, also under duress, and callbacks say so without it', async () => {
  const { password, duressPassword } = await inForce()
  expect(device.tempPins!.enter(password)).toBe(true)
  expect(device.tempPins!.enter(duressPassword)).toBe(true)
  await until(() => called.length >= 2, 'both are called back')
})

test('it stands in no row, answer, export, callback or log', async () => {
  const words = made.flatMap(({ password, duressPassword }) => [password, duressPassword])
  expect(words.length).toBeGreaterThan(5)
  expect(await tablesWith(platform.server, words)).toEqual([])
  for (const { id } of made) expect(await answersWith(platform, words, id)).toEqual([])
  expect(called.join('\n')).not.toMatch(new RegExp(words.join('|')))
  expect(await logs()).not.toMatch(new RegExp(words.join('|')))
})
