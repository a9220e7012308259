/** Temporary PINs at a simulated terminal over MQTT: from the order to the door, at its doors and hours only, and found nowhere in the clear. */
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice, type Credentials } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { pinMadeBefore } from './past.server.ts'
import { pinRights } from './pinRights.rules.ts'

let platform: TestPlatform
let terminal: Credentials
let simulated: Simulated
let doorId: string
const STATES = { asked: 1, queued: 2, active: 3, used: 4, over: 5, revoked: 6, failed: 7 }
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
const VISITOR = { visitorName: '顾明', visitorPhone: '13800001234' }

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  terminal = await connectDevice(server, appId, models.bsFaceDevice!, 'PIN-1', '会所东门')
  simulated = simulate('bsFaceDevice', { host: '127.0.0.1', port: gateway.port, credentials: terminal })
  simulated.device.start()
  await until(async () => (await ask('GET', `/api/device/bind/${terminal.id}`)).online, 'online')
  doorId = (await ask('GET', `/api/device/bind/${terminal.id}`)).components.find((one: any) => one.kind === 'door').id
})
afterAll(async () => {
  await simulated?.device.stop()
  await platform?.close()
})

const ask: TestPlatform['ask'] = (method, url, body) => platform.ask(method, url, body)
const call = async (method: 'POST' | 'PUT', url: string, body: object): Promise<any> =>
  (await platform.server.call(method, `${url}?appId=${platform.appId}`, body)).body
const orderOf = (id: string): Promise<any> => ask('GET', `/api/person/pinOrder/${id}`)
const reaches = (id: string, state: keyof typeof STATES) =>
  until(async () => (await orderOf(id)).state === STATES[state], `the PIN is ${state}`)
const make = (more: object) =>
  ask('POST', '/api/person/pinOrder', { kind: 2, doorIds: [doorId], validTo: inHours(2), ...VISITOR, ...more })
const inForce = async (more: object): Promise<{ id: string; password: string; duressPassword: string }> => {
  const made = await make(more)
  await ask('POST', `/api/person/pinOrder/${made.id}/approve`, {})
  await reaches(made.id, 'active')
  return made
}

test('a person’s own PIN opens at the same keypad, and the passage says whose it was; a wrong one opens nothing', async () => {
  const { id, shortNo } = await ask('POST', '/api/person/person', { name: '周建国', personType: 2, pin: '482913' })
  await ask('POST', '/api/person/auth/grant', { personIds: [id], doorIds: [doorId] })
  await until(() => simulated.pins!.held.has(shortNo), 'it is at the terminal')
  expect(simulated.tempPins!.enter('482914')).toBe(false)
  expect(simulated.tempPins!.enter('482913')).toBe(true)
  const [passage] = await until(async () => {
    const { records } = await ask('GET', `/api/person/passRecord/page?personId=${id}`)
    return records.length && records
  }, 'the passage')
  expect(passage).toMatchObject({ method: 4, result: 1, personName: '周建国' })
  await ask('DELETE', `/api/person/person/${id}`)
})

test('an imported order is as old as it is said to be, and one whose end has passed is over', async () => {
  const { id } = await inForce({})
  const { createdAt } = await orderOf(id)
  await pinMadeBefore(platform.server.ports, id, 3)
  await reaches(id, 'over')
  expect(Date.parse(createdAt) - Date.parse((await orderOf(id)).createdAt)).toBe(3 * 86_400_000)
  await until(() => simulated.tempPins!.orders.length === 0, 'it is gone from the terminal')
})

test('an order for a visitor: approved, delivered, used once, and gone from the terminal', async () => {
  const made = await make({ kind: 1, digits: 4, purpose: '保洁' })
  expect(made.password).toMatch(/^\d{4}$/)
  expect(simulated.tempPins!.enter(made.password)).toBe(false)
  expect(await orderOf(made.id)).toMatchObject({ state: STATES.asked, mostUses: 1, used: 0, personName: '顾明' })
  await ask('POST', `/api/person/pinOrder/${made.id}/approve`, {})
  await reaches(made.id, 'active')
  const order = await orderOf(made.id)
  expect(order.phone).toMatch(/^138\*+/)
  // Exactly this door, for as long as the PIN.
  const rights = await ask('GET', `/api/person/auth/page?personId=${order.personId}`)
  expect(rights.records.map((row: any) => row.deviceId)).toEqual([terminal.id])
  expect(simulated.tempPins!.enter(made.password)).toBe(true)
  await reaches(made.id, 'used')
  await until(() => simulated.tempPins!.orders.length === 0, 'it is gone from the terminal')
  const [passage] = (await ask('GET', `/api/person/passRecord/page?personId=${order.personId}`)).records
  expect(passage).toMatchObject({ method: 4, result: 1, personName: '顾明' })
})

test('what is typed under duress opens, with an urgent alarm', async () => {
  const { id, duressPassword } = await inForce({})
  expect(simulated.tempPins!.enter(duressPassword)).toBe(true)
  await until(async () => {
    const { records } = await ask('GET', `/api/device/alarm/page?deviceId=${terminal.id}`)
    return records.some((row: any) => row.kind === 'duress' && row.level === 3)
  }, 'the alarm')
  await ask('POST', `/api/person/pinOrder/${id}/revoke`, { reason: '测试' })
  await until(() => simulated.tempPins!.orders.length === 0, 'revoked at the terminal')
  expect((await orderOf(id)).state).toBe(STATES.revoked)
})

test('a person whom the rules do not let pass gets none; blocked later, it is taken from the terminal', async () => {
  const person = await ask('POST', '/api/person/person', { name: '何俊峰', personType: 1 })
  const own = { personId: person.id, visitorName: null, visitorPhone: null }
  const refused = await make(own)
  expect(await call('POST', `/api/person/pinOrder/${refused.id}/approve`, {})).toMatchObject({
    code: 1,
    msg: expect.stringContaining('会所东门'),
  })
  await ask('POST', '/api/person/auth/grant', { personIds: [person.id], doorIds: [doorId] })
  const { password } = await inForce(own)
  expect(simulated.tempPins!.enter(password)).toBe(true)
  await ask('PUT', '/api/person/person', { id: person.id, personType: 5 })
  await until(() => !simulated.tempPins!.orders.length, 'it is taken away')
  expect(simulated.tempPins!.enter(password)).toBe(false)
})

test('shown again only with a reason, which is in the audit; and it ends by itself', async () => {
  const { id, password } = await inForce({})
  expect((await call('POST', `/api/person/pinOrder/${id}/reveal`, {})).code).toBe(1)
  const shown = await ask('POST', `/api/person/pinOrder/${id}/reveal`, { reason: '访客忘记' })
  expect(shown.password).toBe(password)
  await platform.server.ports.db.query(
    { role: 'engine' },
    sql`update codes.pin_order set valid_to = now() + interval '1 second' where id = ${id}`,
  )
  await reaches(id, 'over')
  await until(() => simulated.tempPins!.orders.length === 0, 'gone')
})

test('a visitor is not asked for what a template asks of those who live there', async () => {
  const template = await ask('POST', '/api/admin/template', { name: '住户登记', kind: 'person' })
  const fields = [{ key: 'house', label: '房号', type: 'text', required: true }]
  await ask('PUT', '/api/admin/template', { id: template.id, fields })
  await ask('POST', `/api/admin/template/${template.id}/publish`, { reason: '第一版' })
  await ask('PUT', '/api/admin/application', { id: platform.appId, personTemplateId: template.id })
  const resident = await call('POST', '/api/person/person', { name: '何俊峰', personType: 1 })
  expect(resident.msg).toContain('房号')
  const { id } = await make({})
  expect((await orderOf(id)).personName).toBe('顾明')
})

test.each([
  ['nobody', { visitorName: null }, '请选择使用人'],
  ['a time that is over', { validTo: inHours(-1) }, '失效时间已过'],
  ['weekdays without hours', { kind: 3 }, '请选择时间计划|周期密码需要选择时间计划'],
  ['a number of times without the number', { kind: 4 }, '限次密码需要填写可用次数'],
  ['three digits', { digits: 3 }, '位数'],
])('refused: %s', async (_what, more, message) => {
  const answer = await call('POST', '/api/person/pinOrder', {
    ...{ kind: 2, doorIds: [doorId], validTo: inHours(2), ...VISITOR },
    ...more,
  })
  expect(answer.code).toBe(1)
  expect(answer.msg).toMatch(new RegExp(message))
})

test('no PIN stands anywhere in the clear', async () => {
  const { password, duressPassword } = await inForce({ digits: 8 })
  const tables = await platform.server.ports.db.query<{ name: string }>(
    { role: 'engine' },
    sql`select table_schema || '.' || table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(50)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await platform.server.ports.db.query(
      { role: 'engine' },
      sql`select 1 from ${raw(name)} t
        where t::text like ${`%${password}%`} or t::text like ${`%${duressPassword}%`} limit 1`,
    )
    if (rows.length) found.push(name)
  }
  expect(found).toEqual([])
})

describe('when a PIN opens', () => {
  const ZONE = 'Asia/Shanghai'
  const holder = { state: 0, deleted: false, personType: 4, validFrom: null, validTo: null }
  const right = { doorNo: 1, validFrom: null, validTo: null, week: null, exceptions: null }
  const hours = { doorNos: [1], validFrom: null, validTo: '2026-12-01T00:00:00.000Z', week: null, exceptions: null }
  const daily = (from: string, to: string) => [1, 2, 3, 4, 5].map(weekday => ({ weekday, from, to }))
  test('within its hours and those of the rights, whichever are narrower', () => {
    const made = pinRights(
      { ...hours, week: daily('08:00', '18:00') },
      holder,
      [{ ...right, week: daily('09:00', '20:00') }],
      ZONE,
    )
    expect(made).toMatchObject([{ doors: [1], validTo: hours.validTo, week: daily('09:00', '18:00') }])
  })
  test('at none of the doors where the holder has no right, and never for somebody who is blocked', () => {
    expect(pinRights(hours, holder, [{ ...right, doorNo: 2 }], ZONE)).toEqual([])
    expect(pinRights(hours, { ...holder, personType: 5 }, [right], ZONE)).toEqual([])
    expect(pinRights(hours, { ...holder, state: 1 }, [right], ZONE)).toEqual([])
  })
  test('not after the right of its holder ends', () => {
    const ends = '2026-11-30T00:00:00.000Z'
    expect(pinRights(hours, holder, [{ ...right, validTo: ends }], ZONE)).toMatchObject([{ validTo: ends }])
  })
})
