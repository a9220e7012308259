/**
 * A PIN is given, imported, made and cleared, and opens where its holder may pass; a device is sent it, and nobody ever reads it
 * again: it stands in no row of the database and in no answer.
 */
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pins } from '#devices/abilities/pins.ts'
import type { Ability, HeldSet } from '#model/device.ts'
import { classes } from '#main/registry.ts'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice } from './harness/device.ts'
import { largestPage } from './harness/largestPage.ts'
import { startPlatform, until, type TestPlatform } from './harness/platform.ts'
import { postFile, xlsxOf } from './harness/sheet.ts'

// A door controller with a keypad, as no class has one here. This file has a process of its own.
const keypad = classes.get('accessControlDevice')!
Object.assign(keypad.commands, pins.commands)
Object.assign(keypad.properties, pins.properties)
;(keypad.abilities as Ability[]).push(pins)
;(keypad.sets as HeldSet[]).push(pins.holds![0] as HeldSet)

const ENGINE = { role: 'engine' } as const
const PEOPLE = '/api/person/person'
const [PIN, IMPORTED] = ['48291537', '73915284']
let platform: TestPlatform
let device: Simulated & { id: string }
let [doorId, groupId, owner, other] = ['', '', '', '']
beforeAll(async () => {
  platform = await startPlatform()
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
  expect(await refusalOf({ id: other, pin: PIN })).toContain('该密码已被使用，请换一个')
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

test('it stands in no row of the database, and in no answer', async () => {
  await platform.ask('POST', '/api/person/auth/readBack', { deviceId: device.id })
  const { server } = platform
  const tables = await server.ports.db.query<{ name: string }>(
    ENGINE,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname !~ '^(pg_|information_schema|facts)' and tablename <> 'portico_migration' order by 1`,
  )
  expect(tables.length).toBeGreaterThan(80)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await server.ports.db.query(
      ENGINE,
      sql`select 1 from ${raw(name)} x where x::text ~ ${`${PIN}|${IMPORTED}`} limit 1`,
    )
    if (rows.length) found.push(name)
  }
  expect(found).toEqual([])
  const shownBy: string[] = []
  for (const { method, url } of server.app.rules) {
    if (method !== 'GET' || /\/live$/.test(url)) continue
    const path = url.replace(/:\w+/g, owner)
    const answer = await server.app.inject({
      ...{ method: 'GET', url: `${path}?${largestPage(url)}appId=${platform.appId}` },
      headers: { authorization: `Bearer ${server.token}` },
    })
    if (answer.body.includes(PIN) || answer.body.includes(IMPORTED)) shownBy.push(url)
  }
  expect(shownBy).toEqual([])
})
