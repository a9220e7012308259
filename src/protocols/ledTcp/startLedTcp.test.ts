/** Display boards on real sockets: registered, obeyed, followed by their hours and without connection, and what goes wrong. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Front } from '#model/protocol.ts'
import type { Params } from '#model/row.ts'
import { queueCommand } from '#modules/devices/api.ts'
import { LedBoard } from '#simulators/LedBoard.ts'
import { connectDevice, makeApplication, type Credentials } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { writeFrame } from './frame.ts'
import { startLedTcp } from './startLedTcp.ts'
import { quietly } from '../../../tests/harness/quietly.ts'

let platform: TestPlatform
let front: Front
let credentials: Credentials
let board: LedBoard
const sockets: Socket[] = []

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  const limits = { strangerMs: 700, idleMs: 20_000, answerMs: 600, refusalsPerMin: 20, connectionsPerAddress: 12 }
  front = await startLedTcp({ host: '127.0.0.1', port: 0, gate: gateway.gate, limits })
  credentials = await connectDevice(server, appId, models.ledDevice!, 'LED-7', '南门显示屏')
  board = new LedBoard({
    ...{ host: '127.0.0.1', port: front.port, serial: 'LED-7', secret: credentials.secret },
    ...{ heartbeatMs: 300, reconnectMs: 200 },
  })
  board.start()
  await until(online, 'the board is online')
})
afterAll(async () => {
  await board?.stop()
  for (const socket of sockets) socket.destroy()
  await front?.close(500)
  await platform?.close()
})

const online = async (): Promise<boolean> =>
  (await platform.ask('GET', `/api/device/bind/${credentials.id}`)).online === true
const ended = (id: string, what: string): Promise<any> =>
  until(async () => {
    const row = await platform.ask('GET', `/api/device/control/${id}`)
    return row.state > 2 ? row : null
  }, `${what} ends`)
const send = async (identifier: string, params: object): Promise<any> => {
  const { id } = await platform.ask('POST', '/api/device/control/send', {
    ...{ deviceId: credentials.id, identifier, params },
  })
  return ended(id, identifier)
}
/** As the platform sends what it holds for a device; returns the command's id. */
const deliver = (identifier: string, params: Params): Promise<string> => {
  const { ports } = platform.server
  const command = { deviceId: credentials.id, identifier, params, origin: 'sync', userName: '同步' } as const
  return ports.db.tx({ role: 'engine' }, query => queueCommand(ports, query, command))
}
const logged = async (kind: number): Promise<string> => {
  await platform.gateway.gate.settled()
  const { records } = await platform.ask('GET', `/api/device/log/page?deviceId=${credentials.id}&kind=${kind}&size=100`)
  return JSON.stringify(records)
}
const programme = (more: object): object => ({
  ...{
    name: '欢迎',
    priority: 5,
    state: 1,
    deviceIds: [credentials.id],
    lines: [{ text: '欢迎光临', color: 1, mode: 0 }],
  },
  ...more,
})
const documents = async (): Promise<any[]> =>
  platform.ask('GET', `/api/device/syncTask/documents?deviceId=${credentials.id}`)
const confirmed = () => until(async () => (await documents())[0]?.state === 'confirmed', 'confirmed')
const current = async (): Promise<string> =>
  (await platform.ask('GET', '/api/device/programme/boards')).find((one: any) => one.id === credentials.id).current
const dial = (text: string | Buffer, port = front.port): Promise<Socket> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
    socket.on('error', () => {})
    sockets.push(socket)
  })
const ends = (socket: Socket): Promise<void> =>
  new Promise(resolve => (socket.destroyed ? resolve() : void socket.once('close', () => resolve()).resume()))

describe('orders', () => {
  test('a text is spoken, shown for its seconds, and done on the word of the board', async () => {
    expect(await send('play', { text: '一路平安' })).toMatchObject({ state: 3 })
    expect(board.spoken.at(-1)).toBe('一路平安')
    expect(await send('show', { text: '请走 2 号门', color: 1, mode: 1, seconds: 1, voice: '请' })).toMatchObject({
      state: 3,
    })
    expect(board.shown).toEqual(['请走 2 号门'])
    await until(() => !board.shown.includes('请走 2 号门'), 'its second is over')
    expect(await send('syncSpace', { total: 100, remain: 37 })).toMatchObject({ state: 3 })
    expect(board.shown).toEqual(['余位 37'])
  })

  test('what the protocol cannot do is refused with a reason', async () => {
    expect(await send('showQr', { url: 'https://x.cn', seconds: 5 })).toMatchObject({
      state: 4,
      message: expect.stringContaining('此协议没有这个指令'),
    })
  })

  test('a board that does not answer is cut, dials in again, and a late answer belongs to no command', async () => {
    board.mute = true
    const order = send('play', { text: '听不见' })
    await until(() => !board.online, 'cut')
    board.mute = false
    await until(online, 'back')
    expect((await order).state).toBeGreaterThan(3)
    expect(await send('play', { text: '听见了' })).toMatchObject({ state: 3 })
  })
})

describe('programmes', () => {
  test('the programme of the hour is shown, and the lines for no connection come when the link is gone', async () => {
    await platform.ask('POST', '/api/device/programme', programme({}))
    await until(() => board.shown.join() === '欢迎光临', 'the programme is shown')
    await platform.ask(
      'POST',
      '/api/device/programme',
      programme({ name: '断网', use: 1, offlineAfterS: 10, lines: [{ text: '请联系岗亭' }] }),
    )
    await until(() => board.stored[0]?.text === '请联系岗亭', 'the lines for no connection are stored')
    await until(() => board.shown.join() === '欢迎光临', 'the programme passes')
    board.drop(60_000)
    await until(() => board.shown.join() === '请联系岗亭', 'its seconds without connection are over', 20_000)
    board.drop(10)
    await until(online, 'back')
    await until(() => board.shown.join() === '欢迎光临', 'shown again')
  }, 60_000)

  test('programmes that are removed leave the board, and are gone only on the word of the board', async () => {
    await confirmed()
    const { records } = await platform.ask('GET', '/api/device/programme/page')
    board.mute = true
    for (const { id } of records) await platform.ask('DELETE', `/api/device/programme/${id}`)
    await until(() => !board.online, 'it acknowledged nothing and is cut')
    expect((await documents())[0].state).not.toBe('confirmed')
    expect(await current()).toBe('欢迎光临')
    board.mute = false
    await until(() => board.shown.length === 0, 'nothing is shown')
    expect(board.stored.map(line => line.text.trim())).toEqual([''])
    await confirmed()
    await until(async () => (await current()) === '', 'reported')
  }, 60_000)

  test('a board that acknowledges nothing has confirmed nothing, also where nothing would change', async () => {
    const first = await deliver('setProgramme', { programmes: [], version: 'v1' })
    expect(await ended(first, 'the first')).toMatchObject({ state: 3, data: { version: 'v1' } })
    board.mute = true
    const again = await deliver('setProgramme', { programmes: [], version: 'v2' })
    await until(() => !board.online, 'cut')
    board.mute = false
    await until(online, 'back')
    const asked = await deliver('getProgramme', {})
    expect(await ended(asked, 'the question')).toMatchObject({ state: 3, data: { version: 'v1' } })
    expect((await platform.ask('GET', `/api/device/control/${again}`)).state).not.toBe(3)
  }, 60_000)
})

describe('what is wrong on the wire', () => {
  const line = (): string => `LED-7 ${credentials.secret}\n`

  test('unknown boards, wrong secrets and lines that are none are closed, and a named board has it on its log', async () => {
    for (const text of ['NOBODY secret\n', 'LED-7 wrong\n', "'; drop table x; --\n", '\n']) await ends(await dial(text))
    await until(async () => (await logged(10)).includes('badSecret'), 'on the log')
    await until(online, 'the board itself is still there')
  })

  test('a slow one, one that says nothing and one that begins with a frame are cut in time', async () => {
    const frame = Buffer.from(writeFrame({ packet: 0xffff, command: 0x30, data: Uint8Array.of(1) }))
    const tookMs = await quietly(() =>
      Promise.all(['LED', frame, Buffer.alloc(4000, 65), Buffer.from([0xbb, 0xb6])].map(one => dial(one).then(ends))),
    )
    expect(tookMs).toBeLessThan(5000)
  })

  test('a wrong CRC, a wrong charset and an answer nobody asked for are on the log of the board', async () => {
    await board.stop()
    const wrong = Buffer.from('0064FFFF300100FFFF', 'hex')
    const asked = Buffer.from(writeFrame({ packet: 0xffff, command: 0x44, data: Uint8Array.of(0) }))
    for (const bytes of [wrong, Buffer.from('欢迎\n'), asked]) {
      const socket = await dial(line())
      await until(online, 'registered')
      socket.write(bytes)
      if (bytes === asked) await until(async () => (await logged(13)).includes('notAsked'), 'not asked')
      else await ends(socket)
      socket.destroy()
    }
    await until(async () => {
      const text = await logged(13)
      return text.includes('crc') && text.includes('charset')
    }, 'both are on the log')
    board.start()
    await until(online, 'the board is back')
  })

  test('connections beyond the limits are closed, and strangers are no longer judged while the board passes', async () => {
    const many = await Promise.all(Array.from({ length: 16 }, () => dial('')))
    for (const socket of many) socket.resume()
    await until(() => many.filter(socket => socket.destroyed).length >= 4, 'the rest is closed')
    expect(many.filter(socket => !socket.destroyed).length).toBeGreaterThan(8)
    await Promise.all(many.map(ends))
    const few = await startLedTcp({
      ...{ host: '127.0.0.1', port: 0, gate: platform.gateway.gate, limits: { connections: 3, strangerMs: 60_000 } },
    })
    const open = await Promise.all(Array.from({ length: 5 }, () => dial('', few.port)))
    await until(() => open.filter(socket => socket.resume().destroyed).length === 2, 'two are closed')
    await few.close(50)
    for (let no = 0; no < 25; no += 1) await ends(await dial(`NOBODY-${no} x\n`))
    expect(await send('play', { text: '还在' })).toMatchObject({ state: 3 })
  })
})

test('a board of a new owner is never sent the text of the former one, and loses it', async () => {
  await platform.ask('POST', '/api/device/programme', programme({ lines: [{ text: '原业主' }] }))
  await until(() => board.shown.join() === '原业主', 'shown')
  await confirmed()
  await platform.ask('POST', `/api/device/bind/${credentials.id}/unbind`, {})
  await until(() => board.shown.length === 0, 'cleared as soon as it is bound no more')
  const { server } = platform
  const other = await makeApplication(server, '新业主')
  const answer = await server.call('POST', `/api/device/bind/bind?appId=${other.appId}`, { sn: 'LED-7' })
  expect(answer.body).toMatchObject({ code: 0 })
  board.drop(10)
  await until(() => board.online, 'dialled in again')
  await until(async () => {
    const { body } = await server.call<any>('GET', `/api/device/bind/${credentials.id}?appId=${other.appId}`)
    return body.data?.online
  }, 'online with the new owner')
  const play = { deviceId: credentials.id, identifier: 'play', params: { text: '新' } }
  const spoken = await until(
    async () => (await server.call<any>('POST', `/api/device/control/send?appId=${other.appId}`, play)).body.data?.id,
    'a command is taken',
  )
  await until(async () => {
    const { body } = await server.call<any>('GET', `/api/device/control/${spoken}?appId=${other.appId}`)
    return body.data?.state === 3
  }, 'it answered')
  expect(board.shown).toEqual([])
}, 60_000)
