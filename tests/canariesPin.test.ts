/**
 * A PIN is given, imported, made and cleared, and opens where its holder may pass; a device is sent it, and nobody ever reads it
 * again: it stands in no row of the database, in no answer and in no log.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pins } from '#devices/abilities/pins.ts'
import type { Ability, HeldSet } from '#model/device.ts'
import { classes } from '#main/registry.ts'
import { pinLimits } from '#modules/people/pin.server.ts'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice } from './harness/device.ts'
import { keepLogs } from './harness/logs.ts'
import { startPlatform, until, type TestPlatform } from './harness/platform.ts'
import { quickAccount, quickRole } from './harness/quickAccount.ts'
import { postFile, xlsxOf } from './harness/sheet.ts'
import { answersWith, tablesWith } from './harness/standsIn.ts'

// A door controller with a keypad, as no class has one here. This file has a process of its own.
const keypad = classes.get('accessControlDevice')!
Object.assign(keypad.commands, pins.commands)
Object.assign(keypad.properties, pins.properties)
;(keypad.abilities as Ability[]).push(pins)
;(keypad.sets as HeldSet[]).push(pins.holds![0] as HeldSet)

const PEOPLE = '/api/person/person'
const [PIN, IMPORTED] = ['48291537', '73915284']
let platform: TestPlatform
let device: Simulated & { id: string }
let logs: () => Promise<string>
let [doorId, groupId, owner, other] = ['', '', '', '']
beforeAll(async () => {
  platform = await startPlatform()
  logs = keepLogs(platform.server)
  const { server, appId, models, gateway, ask } = platform
  const credentials = await connectDevice(server, appId, models.accessControlDevice!, 'PIN-1', '东门')
  device = { ...simulate(keypad, { host: '127.0.0.1', port: gateway.port, credentials }), id: credentials.id }
  device.device.start()
  await until(() => device.device.link.online, 'online')
  ;[{ id: doorId }] = await ask('GET', '/api/person/authGroup/doors')
  owner = (await ask('POST', PEOPLE, { name: '周屿', personType: 1, pin: PIN })).id
  other = (await ask('POST', PEOPLE, { name: '许知远', personType: 1, cards: ['88001122'] })).id
  groupId = (await ask('POST', '/api/person/authGroup', { name: '住户', doorIds: [doorId] })).id
  await ask('POST', `/api/person/authGroup/${groupId}/addPeople`, { personIds: [owner, other] })
})
afterAll(async () => {
  await device?.device.stop()
  await platform?.close()
})

const refusalOf = async (body: object): Promise<string> => {
  const answer = await platform.server.call('PUT', `${PEOPLE}?appId=${platform.appId}`, body)
  return JSON.stringify(answer.body)
}
const stored = (): string[] => [...device.pins!.held.values()].map(({ pin }) => pin).sort()
const stores = (...all: string[]) => until(() => stored().join() === all.join(), `it stores ${all.length}`)
const cellOf = async (personId: string): Promise<string> =>
  (await platform.ask('GET', `/api/person/auth/cell?personId=${personId}&doorId=${doorId}`)).state

test('is shown as set, and nobody else is given it', async () => {
  expect(await platform.ask('GET', `${PEOPLE}/${owner}`)).toMatchObject({ pinSet: true })
  expect(await platform.ask('GET', `${PEOPLE}/${other}`)).toMatchObject({ pinSet: false })
  // The refusal does not say why.
  const refusal = await refusalOf({ id: other, pin: PIN })
  expect(refusal).toContain('此密码不可用，请改用系统生成的密码')
  expect(refusal).not.toMatch(/使用中|已被|重复|周屿/)
  // Its holder may be given it again, and an empty one keeps it.
  for (const pin of [PIN, '', null]) await platform.ask('PUT', PEOPLE, { id: owner, pin })
  expect(await platform.ask('GET', `${PEOPLE}/${owner}`)).toMatchObject({ pinSet: true })
})
test.each(['123', '123456789', '12a4', '１２３４', 1234, { a: 1 }])('%j is none, and is not repeated', async pin => {
  const answer = await refusalOf({ id: other, pin })
  expect(answer).toMatch(/应为4到8位数字|格式错误/)
  expect(answer).not.toContain(String(pin))
})
test('the device is sent it; whoever has another way to be recognised is not missed', async () => {
  await stores(PIN)
  await until(async () => (await cellOf(owner)) === 'confirmed', 'confirmed by PIN')
  await until(async () => (await cellOf(other)) === 'confirmed', 'confirmed by card')
})
test('a passage by PIN names its person', async () => {
  const { personId } = device.pins!.holderOf(PIN)!
  device.device.event('pass', { guid: 'by-pin', doorNo: 1, personId, method: 4, ok: true })
  await until(async () => {
    const { records } = await platform.ask('GET', '/api/person/passRecord/page?time=today')
    return records.some((row: { personId: string; method: number }) => row.personId === owner && row.method === 4)
  }, 'the record')
})
test('one that we make is answered once, replaces the former on the device, and is cleared', async () => {
  const { pin } = await platform.ask<{ pin: string }>('POST', `${PEOPLE}/${other}/makePin`, {})
  expect(pin).toMatch(/^\d{6}$/)
  await stores(...[PIN, pin].sort())
  const next = await platform.ask<{ pin: string }>('POST', `${PEOPLE}/${other}/makePin`, {})
  await stores(...[PIN, next.pin].sort())
  await platform.ask('POST', `${PEOPLE}/${other}/clearPin`, {})
  await stores(PIN)
})
test('comes with an import', async () => {
  const url = `${PEOPLE}/import?appId=${platform.appId}`
  const rows = [
    ['姓名*', '类型*', '通行密码'],
    ['沈一舟', '员工', IMPORTED],
    ['新来的', '员工', PIN],
  ]
  const sent = await postFile<{ id: string }>(platform.server, url, '名单.xlsx', await xlsxOf(rows))
  const job = await until(async () => {
    const { data } = (await platform.server.call('GET', `/api/job/${sent.body.data.id}`)).body
    return data.state === 'done' && data
  }, 'the end of the import')
  expect(job).toMatchObject({ ok: 1, failed: 1 })
})

test('without a right it is off the device', async () => {
  await platform.ask('POST', `/api/person/authGroup/${groupId}/removePeople`, { personIds: [owner, other] })
  await stores()
})

test('whoever tries PINs finds few of those of others in a day, and then learns nothing', async () => {
  const { token } = await quickAccount(platform.server, {
    roleIds: [await quickRole(platform.server, { points: ['person:edit', 'person:makePin'] })],
  })
  const enter = async (pin: string): Promise<string> => {
    const url = `${PEOPLE}?appId=${platform.appId}`
    const { body } = await platform.server.call('PUT', url, { id: other, pin }, { token })
    return body.code === 0 ? 'taken' : JSON.stringify(body)
  }
  const free = '90817263'
  for (let n = 0; n < pinLimits.most.ofAccount - 1; n += 1) expect(await enter(PIN)).toContain('此密码不可用')
  expect(await enter(free)).toBe('taken')
  // Those that come together are counted one after the other.
  const together = await Promise.all([PIN, PIN, PIN].map(enter))
  expect(together.filter(one => one.includes('此密码不可用'))).toHaveLength(1)
  const [used, unused] = [await enter(PIN), await enter('10293847')]
  expect([used.includes('今天多次填写了不可用的密码'), unused]).toEqual([true, used])
  // Whoever made them is still given one, and others enter theirs.
  const made = await platform.server.call('POST', `${PEOPLE}/${other}/makePin?appId=${platform.appId}`, {}, { token })
  expect(made.body.data.pin).toMatch(/^\d{6}$/)
  await platform.ask('PUT', PEOPLE, { id: other, pin: free })
})

test('it stands in no row of the database, in no answer, export or log', async () => {
  await platform.ask('POST', '/api/person/auth/readBack', { deviceId: device.id })
  const words = [PIN, IMPORTED]
  expect(await tablesWith(platform.server, words)).toEqual([])
  expect(await answersWith(platform, words, owner)).toEqual([])
  expect(await logs()).not.toMatch(new RegExp(words.join('|')))
})
