/** Gates, doors and lanes over real sockets: every command ends as it really does, by what the device reports, or is refused with its reason. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDevice } from '../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../tests/harness/platform.ts'
import { simulate, type Simulated, type SimOptions } from './simulate.ts'

const ENGINE = { role: 'engine' } as const
const DONE = 3
const FAILED = 4
const FAST = { travelMs: 300, closeDelayS: 600 }
const CARD = '0038120417'
type Made = Simulated & { id: string; component: string }

let platform: TestPlatform
let gate: Made
let door: Made
let lane: Made
const made: Made[] = []

async function make(deviceClass: string, sn: string, options: Partial<SimOptions> = {}, component = ''): Promise<Made> {
  const { server, appId, models, gateway } = platform
  const credentials = await connectDevice(server, appId, models[deviceClass]!, sn)
  const simulated = simulate(deviceClass as 'ssmDevice', {
    ...{ host: '127.0.0.1', port: gateway.port, credentials, ...FAST, ...options },
  })
  simulated.device.start()
  await until(() => simulated.device.link.online, `${sn} is online`)
  const one = { ...simulated, id: credentials.id, component }
  made.push(one)
  await until(async () => (await stateOf(one)).motion !== undefined, `${sn} has reported`)
  return one
}

beforeAll(async () => {
  platform = await startPlatform()
  gate = await make('ssmDevice', 'SSM-1')
  door = await make('swingdoorDevice', 'SWING-1')
  lane = await make('brakeDevice', 'BRAKE-1', { forPeople: true }, 'door:1')
})
afterAll(async () => {
  await Promise.all(made.map(({ device }) => device.stop()))
  await platform?.close()
})

const give = ({ id, component }: Made, identifier: string, params: object = {}, act: 'send' | 'force' = 'send') =>
  platform.server.call('POST', `/api/device/control/${act}?appId=${platform.appId}`, {
    ...{ deviceId: id, identifier, reason: '测试' },
    ...(act === 'send' && { params }),
    ...(component && { component }),
  })
/** Gives a command and waits for its end. */
async function ended(one: Made, identifier: string, params: object = {}, act: 'send' | 'force' = 'send') {
  const { body } = await give(one, identifier, params, act)
  expect(body, identifier).toMatchObject({ code: 0 })
  return until(async () => {
    const row = await platform.ask('GET', `/api/device/control/${body.data.id}`)
    return row.state >= DONE && (row as { state: number; message: string | null; tookMs?: number })
  }, `the end of ${identifier}`)
}
const done = async (one: Made, identifier: string, params: object = {}, act: 'send' | 'force' = 'send') =>
  expect(await ended(one, identifier, params, act), identifier).toMatchObject({ state: DONE })
/** What the platform knows of it. */
async function stateOf({ id, component }: Made): Promise<Record<string, unknown>> {
  const [row] = await platform.server.ports.db.query<{ vals: Record<string, unknown> }>(
    ENGINE,
    sql`select vals from devices.shadow where device_id = ${id} and component = ${component}`,
  )
  return row?.vals ?? {}
}
const states = (one: Made, values: Record<string, unknown>) =>
  until(async () => {
    const state = await stateOf(one)
    return Object.entries(values).every(([name, value]) => state[name] === value)
  }, JSON.stringify(values))
const events = async (one: Made): Promise<string[]> => {
  const rows = await platform.server.ports.db.query<{ identifier: string }>(
    ENGINE,
    sql`select identifier from devices.event where device_id = ${one.id} order by id`,
  )
  return rows.map(({ identifier }) => identifier)
}
const comes = (one: Made, identifier: string) => until(async () => (await events(one)).includes(identifier), identifier)
const soon = (ms: number): string => new Date(Date.now() + ms).toISOString()
const refusedWith = async (one: Made, identifier: string, text: string, act: 'send' | 'force' = 'send') => {
  const { body } = await give(one, identifier, {}, act)
  expect(body, identifier).toMatchObject({ code: expect.any(Number), msg: text })
  expect(body.code).not.toBe(0)
}

describe('a retractable gate', () => {
  test('opens by a part and stands there, opens fully, closes, and does not close to a part', async () => {
    await done(gate, 'openPart', { percent: 40 })
    await states(gate, { motion: 6, position: 40 })
    await done(gate, 'open')
    await states(gate, { motion: 1, position: 100 })
    const { body } = await give(gate, 'openPart', { percent: 30 })
    expect(body.msg).toBe('已拒绝：门已全开，请先关门')
    await done(gate, 'close')
    await states(gate, { motion: 2, position: 0 })
  })
  test.each([9, 91, 12.5])('is opened by 10 to 90 percent: not by %s', async percent => {
    expect((await give(gate, 'openPart', { percent })).status).toBe(400)
  })
  test('E1: does not close on a broken beam: the platform says why, the gate refuses too, who may force it can', async () => {
    await done(gate, 'open')
    gate.motion!.obstruct(true)
    await states(gate, { infrared: true })
    await refusedWith(gate, 'close', '已拒绝：红外被遮挡，关门会撞到人或车')
    expect(gate.motion!.close()).toMatchObject({ code: 4091 })
    await done(gate, 'close', {}, 'force')
    gate.motion!.obstruct(false)
    await states(gate, { infrared: false })
    await done(gate, 'open')
  })
  test('turns back from what comes into its way, and says so', async () => {
    const { body } = await give(gate, 'close')
    expect(body.code).toBe(0)
    await states(gate, { motion: 4 })
    gate.motion!.obstruct(true)
    await comes(gate, 'antiCollision')
    await states(gate, { motion: 1 })
    gate.motion!.obstruct(false)
    await states(gate, { infrared: false })
  })
  test('is held open until an end, which must be named; locked it does not move', async () => {
    expect((await give(gate, 'hold', { mode: 1 })).body.data?.fields).toEqual([
      { field: 'until', msg: '请选择到期时间' },
    ])
    await done(gate, 'hold', { mode: 1, until: soon(1500) })
    await states(gate, { mode: 1 })
    await refusedWith(gate, 'close', '已拒绝：处于常开，请先恢复正常')
    await states(gate, { mode: 0 })
    expect((await give(gate, 'hold', { mode: 2 })).body.msg).toBe('已拒绝：请先关门，关好后才能锁定')
    expect(await gate.motion!.commands.hold!({ mode: 2 })).toMatchObject({ code: 4098 })
    await done(gate, 'close')
    await done(gate, 'hold', { mode: 2 })
    await states(gate, { mode: 2 })
    await refusedWith(gate, 'close', '已拒绝：设备已锁定，请先解除')
    await done(gate, 'hold', { mode: 0 })
    await states(gate, { mode: 0 })
  })
  test('held open again for longer, it does not end at the first end', async () => {
    const first = soon(1000)
    await done(gate, 'hold', { mode: 1, until: first })
    await done(gate, 'hold', { mode: 1, until: soon(3_600_000) })
    await until(
      async () => Date.now() > Date.parse(first) + 500 && (await stateOf(gate)).mode === 1,
      'it is still held',
    )
    await done(gate, 'hold', { mode: 0 })
    await states(gate, { mode: 0 })
    await done(gate, 'close')
  })
  test('what was locked and fell open is an alarm as any other that stands open', async () => {
    const fell = await make('ssmDevice', 'SSM-FELL', { openLimitS: 1, mode: 'locked', closed: false })
    fell.motion!.obstruct(true)
    await until(async () => {
      const { records } = await platform.ask('GET', `/api/device/alarm/page?deviceId=${fell.id}`)
      return records.some((row: { kind: string }) => row.kind === 'openTooLong')
    }, 'the alarm')
  })
  test('stops on its way', async () => {
    const slow = await make('ssmDevice', 'SSM-SLOW', { travelMs: 20_000 })
    expect((await give(slow, 'open')).body.code).toBe(0)
    await states(slow, { motion: 3 })
    await done(slow, 'stop')
    await states(slow, { motion: 5 })
    await done(slow, 'reset')
  })
  test('a device that refuses ends the command with what it said', async () => {
    gate.device.faults.add('refuse')
    expect(await ended(gate, 'close')).toMatchObject({ state: FAILED, message: expect.stringContaining('拒绝') })
    gate.device.faults.delete('refuse')
  })
})

describe('a swing door', () => {
  test('opens one leaf, which is done when that leaf is open, then both', async () => {
    await done(door, 'openLeaf')
    await states(door, { motion: 6, leaf1Angle: 90, leaf2Angle: 0, opened: 50 })
    await done(door, 'open')
    await states(door, { motion: 1, leaf1Angle: 90, leaf2Angle: 90 })
    await done(door, 'close')
    await states(door, { motion: 2, leaf1Angle: 0, leaf2Angle: 0 })
  })
  test('with one leaf it has no other to keep closed', async () => {
    const single = await make('swingdoorDevice', 'SWING-ONE', { leafCount: 1 })
    expect(await ended(single, 'openLeaf')).toMatchObject({
      ...{ state: FAILED, message: expect.stringContaining('只有一扇门') },
    })
    await done(single, 'open')
    expect((await stateOf(single)).leaf2Angle).toBeUndefined()
  })
  test('cannot be forced onto somebody', async () => {
    await done(door, 'open')
    door.motion!.obstruct(true)
    await states(door, { infrared: true })
    await refusedWith(door, 'close', '已拒绝：门区有人，关门会夹人')
    expect((await give(door, 'close', {}, 'force')).status).toBe(400)
    door.motion!.obstruct(false)
    await states(door, { infrared: false })
    await done(door, 'close')
  })
  test('standing open for too long is an alarm until it is closed', async () => {
    const forgotten = await make('swingdoorDevice', 'SWING-LONG', { openLimitS: 1 })
    await done(forgotten, 'open')
    const open = async () => {
      const { records } = await platform.ask('GET', `/api/device/alarm/page?deviceId=${forgotten.id}`)
      return records.map((row: { kind: string; clearedAt: string | null }) => [row.kind, row.clearedAt !== null])
    }
    await until(async () => JSON.stringify(await open()) === '[["openTooLong",false]]', 'the alarm')
    await done(forgotten, 'close')
    await until(async () => JSON.stringify(await open()) === '[["openTooLong",true]]', 'its end')
  })
})

describe('a lane', () => {
  const passages = async () => {
    const { records } = await platform.ask('GET', '/api/person/passRecord/page?deviceClass=brakeDevice')
    return records as { personName: string | null; method: number; direction: number; result: number; reason: string }[]
  }
  test('is a door: of groups, of the matrix, and of who asks', async () => {
    const doors: { id: string; deviceId: string }[] = await platform.ask('GET', '/api/person/authGroup/doors')
    const own = doors.filter(one => one.deviceId === lane.id)
    expect(own).toHaveLength(1)
    const person = await platform.ask('POST', '/api/person/person', { name: '林晓', personType: 1, cards: [CARD] })
    const group = await platform.ask('POST', '/api/person/authGroup', { name: '访客', doorIds: [own[0]!.id] })
    await platform.ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
    const matrix = await platform.ask('GET', '/api/person/auth/matrix?deviceClass=brakeDevice')
    expect(matrix.doors.map((one: { deviceId: string }) => one.deviceId)).toEqual([lane.id])
    expect(await lane.lane!.present('9900112233', 1)).toBe(false)
    await until(async () => await lane.lane!.present(CARD, 1), 'the card opens')
    await until(async () => lane.motion!.isClosed && (await stateOf(lane)).motion === 2, 'closed behind them')
    const seen = (await passages()).map(({ personName, method, direction, result, reason }) => ({
      ...{ personName, method, direction, result, reason },
    }))
    expect(seen).toEqual(
      expect.arrayContaining([
        { personName: '林晓', method: 2, direction: 1, result: 1, reason: null },
        { personName: null, method: 2, direction: 1, result: 0, reason: 'stranger' },
      ]),
    )
  })
  test.each([['letIn', 1, 'passIn'] as const, ['letOut', 2, 'passOut']])(
    '%s lets one pass, counts them, and closes behind them',
    async (identifier, direction, counter) => {
      await until(async () => (await stateOf(lane)).motion === 2, 'closed')
      const before = (await stateOf(lane))[counter] as number
      await done(lane, identifier)
      await states(lane, { [counter]: before + 1 })
      await states(lane, { motion: 2, sensor: false })
      expect(await passages()).toContainEqual(expect.objectContaining({ method: 6, direction, result: 1 }))
    },
  )
  test('does not close on who stands in it', async () => {
    await done(lane, 'open')
    lane.lane!.intrude(true)
    await comes(lane, 'intrude')
    await states(lane, { sensor: true })
    await refusedWith(lane, 'close', '已拒绝：通道内有人，关闸会夹人')
    lane.lane!.intrude(false)
    await states(lane, { sensor: false })
    await done(lane, 'close')
  })
  test('an emergency opens it although it is locked, and stays an alarm until somebody ends it', async () => {
    await done(lane, 'hold', { mode: 2 })
    await states(lane, { mode: 2 })
    await refusedWith(lane, 'open', '已拒绝：设备已锁定，请先解除')
    // Whoever has a right is refused too, with the reason.
    expect(await lane.lane!.present(CARD, 1)).toBe(false)
    await until(async () => (await passages()).some(one => one.reason === 'doorClosed'), 'refused')
    await done(lane, 'emergency')
    await states(lane, { mode: 3, motion: 1 })
    await refusedWith(lane, 'close', '已拒绝：处于紧急放行，请先恢复自动')
    const alarms = async () => {
      const { records } = await platform.ask('GET', `/api/device/alarm/page?deviceId=${lane.id}`)
      return records.filter((row: { kind: string }) => row.kind === 'emergency')
    }
    const [alarm] = await until(async () => {
      const found = await alarms()
      return found.length > 0 && found
    }, 'the alarm')
    expect(alarm).toMatchObject({ level: 3, clearedAt: null })
    await done(lane, 'hold', { mode: 0 })
    await until(async () => (await alarms())[0].clearedAt !== null, 'its end')
    await done(lane, 'close')
  })
  test('what gets stuck is a fault, and is moved again only after it was reset', async () => {
    lane.device.faults.add('jam')
    expect((await give(lane, 'open')).body.code).toBe(0)
    await states(lane, { motion: 9 })
    await comes(lane, 'fault')
    await refusedWith(lane, 'open', '已拒绝：设备故障，请先复位')
    lane.device.faults.delete('jam')
    await done(lane, 'reset')
    await states(lane, { motion: 5 })
    await done(lane, 'open')
  })
})
