/** What strangers cost the receiver for alarm hosts, over real sockets: each limit, and that a known host goes on reporting. */
import { createSocket } from 'node:dgram'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNT, startAlarmWorld, type AlarmWorld } from '../../../tests/harness/alarmWorld.ts'
import { until } from '../../../tests/harness/platform.ts'
import { Receiver } from './Receiver.ts'
import { startDc09, type Dc09Options } from './startDc09.ts'

let world: AlarmWorld
beforeAll(async () => {
  world = await startAlarmWorld()
})
afterAll(() => world.close())

const HOUR = 3_600_000
const NO_HASTE = { frameMs: HOUR, idleMs: HOUR, strangerMs: HOUR, sweepMs: 50 }
const start = (limits: Dc09Options['limits']) =>
  startDc09({ host: '127.0.0.1', port: 0, gate: world.platform.gateway.gate, limits: { ...NO_HASTE, ...limits } })
const dial = (port: number): Promise<Socket> =>
  new Promise(resolve => {
    const socket: Socket = connect(port, '127.0.0.1', () => resolve(socket.resume()))
    socket.on('error', () => {})
  })
const ended = (sockets: readonly Socket[]): number[] => sockets.flatMap((one, at) => (one.destroyed ? [at] : []))
/** A frame of the known host. */
const frame = (sequence: number, zone: number): Buffer =>
  world.panel.frame('ADM-CID', `#${ACCOUNT}|1130 01 ${String(zone).padStart(3, '0')}`, { sequence })
const answered = (socket: Socket): Promise<string> =>
  new Promise(resolve => socket.once('data', bytes => resolve(bytes.toString('latin1'))))

test('beyond the limits the oldest of an address, and any other, are closed', async () => {
  for (const limits of [{ connectionsPerAddress: 3 }, { connections: 3 }]) {
    const front = await start(limits)
    const open: Socket[] = []
    for (let n = 0; n < 5; n += 1) open.push(await dial(front.port))
    await until(() => ended(open).length === 2, 'two are closed')
    expect(ended(open)).toEqual([0, 1])
    await front.close(50)
  }
})

test('a stranger has little time, whatever it sends', async () => {
  const front = await start({ strangerMs: 200 })
  const socket = await dial(front.port)
  await until(() => socket.destroyed, 'it is closed')
  await front.close(50)
})

test('a host that says nothing is closed', async () => {
  const front = await start({ idleMs: 300 })
  const socket = await dial(front.port)
  socket.write(frame(301, 31))
  expect(await answered(socket)).toContain('ACK')
  await until(() => socket.destroyed, 'it is closed')
  await front.close(50)
})

test('refused frames of an address beyond the limit are not answered, the known host is', async () => {
  const receiver = new Receiver(world.platform.gateway.gate, { refusalsPerMin: 3, keptAnswers: 10 })
  const take = (bytes: Buffer) => receiver.take(bytes.subarray(1, -1), '127.0.0.9')
  expect(String(await take(frame(302, 32)))).toContain('ACK')
  const stranger = world.panelOf('BAD2', { key: Buffer.alloc(32) })
  const answers: unknown[] = []
  for (let n = 1; n <= 5; n += 1)
    answers.push(await take(stranger.frame('ADM-CID', `#BAD2|1130 01 00${n}`, { sequence: n })))
  expect(answers.map(one => one !== null)).toEqual([true, true, true, false, false])
  expect(String(await take(frame(303, 33)))).toContain('ACK')
})

test('datagrams beyond those being answered are dropped, and answered when they are sent again', async () => {
  const front = await start({ datagrams: 1 })
  const socket = createSocket('udp4')
  const replies: string[] = []
  socket.on('message', bytes => replies.push(bytes.toString('latin1')))
  const frames = Array.from({ length: 20 }, (_, n) => frame(400 + n, 40 + n))
  for (const one of frames) socket.send(one, front.port, '127.0.0.1')
  await until(() => {
    socket.send(frames.at(-1)!, front.port, '127.0.0.1')
    return replies.some(text => text.includes('0419'))
  }, 'the last is answered')
  // Those in between came while another was being answered.
  expect(new Set(replies).size).toBeLessThan(frames.length)
  socket.close()
  await front.close(1000)
})

test('a bounded number of answers is kept', async () => {
  const receiver = new Receiver(world.platform.gateway.gate, { refusalsPerMin: 10, keptAnswers: 3 })
  for (let n = 0; n < 6; n += 1)
    expect(String(await receiver.take(frame(500 + n, 60 + n).subarray(1, -1), '127.0.0.1'))).toContain('ACK')
  expect((receiver as unknown as { received: Map<string, unknown> }).received.size).toBeLessThanOrEqual(3)
})
