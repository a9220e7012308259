/** Terminals over PUSH on real sockets, with the real database: people arrive and leave, doors open, passages come with their person. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledCapture } from '#simulators/camera.ts'
import { until } from '../../../tests/harness/platform.ts'
import { startZkWorld, type ZkWorld } from '../../../tests/harness/zkWorld.ts'

const [CARD, PIN] = ['0006655443', '482915'] as const
let world: ZkWorld
let person: { id: string; shortNo: string }
beforeAll(async () => {
  world = await startZkWorld()
})
afterAll(() => world?.close())

const ask = <T = any>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<T> =>
  world.platform.ask<T>(method, url, body)
const give = async (identifier: string, params: object = {}, component: string | null = 'door:1'): Promise<any> => {
  const { body } = await world.platform.server.call('POST', `/api/device/control/send?appId=${world.platform.appId}`, {
    deviceId: world.credentials.id,
    ...(component ? { component } : {}),
    identifier,
    params,
    reason: '访客',
  })
  expect(body).toMatchObject({ code: 0 })
  return until(async () => {
    const row = await ask('GET', `/api/device/control/${body.data.id}`)
    return row.state >= 3 && row
  }, `the end of ${identifier}`)
}
const shadow = async (): Promise<any> => (await ask('GET', `/api/device/bind/${world.credentials.id}`)).shadow
const settled = (): Promise<boolean> => until(world.idle, 'idle')

describe('a terminal', () => {
  test('registers, is asked what it can do, and is online with its firmware', async () => {
    world.terminal.start()
    await until(async () => (await shadow())['']?.fwVersion === 'ZAM180-NF-Ver1.1.17', 'its firmware')
    await until(async () => world.terminal.online, 'online')
  })
  test('is sent people with picture, card and PIN, one record each, whatever stands in their name', async () => {
    person = await world.person('林\t晓', { cards: [CARD], pin: PIN })
    const other = await world.person('欧阳海')
    await ask('POST', `/api/person/authGroup/${world.groupId}/addPeople`, { personIds: [person.id, other.id] })
    const { users, pictures, authorized, timezones } = world.terminal.tables
    await until(async () => pictures.size === 2 && users.get(person.shortNo)?.password === PIN, 'both are stored')
    await settled()
    expect(users.get(person.shortNo)).toMatchObject({ card: '6655443', password: PIN, from: '0', to: '0' })
    expect(users.get(person.shortNo)!.name).toMatch(/^林 ?晓$/)
    expect(users.get(other.shortNo)).toMatchObject({ name: '欧阳海', card: '', password: '' })
    expect(timezones.get(authorized.get(person.shortNo)!)?.get('montime1')).toBe('2359')
    const cell = await ask('GET', `/api/person/auth/cell?personId=${person.id}&doorId=${await doorId()}`)
    expect(cell.state).toBe('confirmed')
  })
  test('no PIN, and no address of a picture, stands in a command or in the log', async () => {
    const kept = await world.platform.server.ports.db.query<{ text: string }>(
      { role: 'engine' },
      sql`select c::text as text from devices.command c
        union all select f::text from devices.frame f`,
    )
    const text = kept.map(row => row.text).join('\n')
    expect([text.includes(PIN), text.includes('/api/device/portrait/')]).toEqual([false, false])
  })
  test('read back, it stores what it should, and nothing is sent again', async () => {
    const before = world.terminal.fetched.length
    await ask('POST', '/api/person/auth/readBack', { deviceId: world.credentials.id })
    await until(
      async () => world.terminal.fetched.slice(before).some(line => line.includes('Password,')) || false,
      'all sets',
    )
    await settled()
    const since = world.terminal.fetched.slice(before)
    expect(since.filter(line => line.includes('DATA UPDATE') || line.includes('DATA DELETE'))).toEqual([])
  })
})

const doorId = async (): Promise<string> => (await ask('GET', '/api/person/authGroup/doors'))[0].id

describe('its door', () => {
  test('opens by command, and its contact proves it', async () => {
    expect(await give('openDoor')).toMatchObject({ state: 3, proof: { property: 'magnet', is: 1 } })
    expect(world.terminal.opened).toBe(1)
  })
  test('is held open until a time, locked, and let go', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(await give('doorMode', { mode: 1, until })).toMatchObject({ state: 3 })
    expect([world.terminal.heldOpen, world.terminal.locked]).toEqual([true, false])
    expect(await give('doorMode', { mode: 2 })).toMatchObject({ state: 3 })
    expect([world.terminal.heldOpen, world.terminal.locked]).toEqual([false, true])
    expect(await give('doorMode', { mode: 0 })).toMatchObject({ state: 3 })
    expect([world.terminal.heldOpen, world.terminal.locked]).toEqual([false, false])
  })
  test('what the wire cannot do is refused with that reason', async () => {
    const { body } = await world.platform.server.call(
      'POST',
      `/api/device/control/send?appId=${world.platform.appId}`,
      { deviceId: world.credentials.id, identifier: 'snapshot', params: {} },
    )
    expect(body).toMatchObject({ error: 'wrong_state', msg: '设备以 HTTP（中控 PUSH） 接入，没有这个指令' })
  })
})

describe('passages', () => {
  test('by face, card and PIN come with their person, and a stranger with the reason', async () => {
    const { terminal } = world
    expect(await terminal.appear({ pin: person.shortNo })).toBe(true)
    expect(await terminal.appear({ card: '6655443' })).toBe(true)
    expect(await terminal.appear({ password: PIN })).toBe(true)
    expect(await terminal.appear({ card: '9999' })).toBe(false)
    const rows = await until(async () => {
      const found = await world.passages()
      return found.length >= 4 && found
    }, 'four passages')
    const name = rows.find(row => row.method === 1).personName
    expect(name).toMatch(/^林/)
    expect(rows.map(({ method, personName, result, reason }) => [method, personName, result, reason]).sort()).toEqual(
      [
        [1, name, 1, null],
        [2, name, 1, null],
        [4, name, 1, null],
        [2, null, 0, 'unknownCard'],
      ].sort(),
    )
  })
  test('uploaded again are the same passages, and a picture joins its own', async () => {
    const { terminal } = world
    const before = (await world.passages()).length
    const wall = terminal.wall()
    const record = `time=${wall}\tpin=${person.shortNo}\tcardno=0\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=15\tindex=9001`
    for (let n = 0; n < 3; n += 1) await terminal.call('POST', `cdata?SN=${terminal.name}&table=rtlog`, record)
    terminal.photograph(person.shortNo, await enrolledCapture('zk'), wall)
    await until(async () => terminal.waiting === 0, 'the picture is taken')
    expect(await world.passages()).toHaveLength(before + 1)
    const [row] = await world.platform.server.ports.db.query<{ n: number }>(
      { role: 'engine' },
      sql`select count(*)::int as n from devices.picture where name = 'scene'`,
    )
    expect(row!.n).toBe(1)
  })
})

describe('who leaves', () => {
  test('loses a card only, and then everything', async () => {
    const { users, pictures } = world.terminal.tables
    const { rev } = await ask('GET', `/api/person/person/${person.id}`)
    await ask('PUT', '/api/person/person', { id: person.id, rev, cards: [] })
    await until(async () => users.get(person.shortNo)?.card === '', 'the card is gone')
    await settled()
    expect([users.get(person.shortNo)?.password, pictures.has(person.shortNo)]).toEqual([PIN, true])
    await ask('DELETE', `/api/person/person/${person.id}`)
    await until(async () => !users.has(person.shortNo), 'the record is gone')
    await settled()
    expect([users.size, pictures.size]).toEqual([1, 1])
    expect(await world.terminal.appear({ password: PIN })).toBe(false)
  })
  test('what somebody removed at the terminal, and what nobody wants there, is found by reading back', async () => {
    const { tables } = world.terminal
    const [[other]] = [...tables.users] as [[string, unknown]]
    tables.pictures.delete(other)
    tables.pictures.set(person.shortNo, Buffer.from('x'))
    await ask('POST', '/api/person/auth/readBack', { deviceId: world.credentials.id })
    await until(async () => tables.pictures.has(other), 'it is sent again')
    await until(async () => !tables.pictures.has(person.shortNo), 'who was removed is removed again')
    await settled()
  })
})
