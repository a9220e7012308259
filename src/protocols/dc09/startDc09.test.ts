/** Alarm hosts over real sockets: reports that are stored once, each fault that is refused by name, and nobody else harmed. */
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT, startAlarmWorld, type AlarmWorld } from '../../../tests/harness/alarmWorld.ts'
import { until } from '../../../tests/harness/platform.ts'
import { crc16 } from './frame.ts'
import { Receiver } from './Receiver.ts'
import { quietly } from '../../../tests/harness/quietly.ts'

const [REFUSED, UNUSED] = [10, 13]
let world: AlarmWorld
beforeAll(async () => {
  world = await startAlarmWorld({ frameMs: 700, refusalsPerMin: 1000, sweepMs: 100 })
})
afterAll(() => world.close())

/** Sends bytes as they are; what was answered before the connection closed, or within `ms`. */
const raw = (bytes: Buffer, ms = 1500): Promise<string> =>
  new Promise(resolve => {
    let text = ''
    const socket = connect(world.front.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      if (text.includes('\r')) socket.destroy()
    })
    socket.on('error', () => {})
    const timer = setTimeout(() => socket.destroy(), ms)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })
const reasons = async (kind: number): Promise<string> => JSON.stringify(await world.log(world.credentials.id, kind))

describe('a host with a key', () => {
  test('an alarm opens one, its restoral ends it, and the zone says so; keypads are operations', async () => {
    const { panel, credentials, platform } = world
    expect((await panel.link()).kind).toBe('ACK')
    expect((await panel.arm(3)).kind).toBe('ACK')
    expect((await panel.alarm(2)).kind).toBe('ACK')
    const [alarm] = await world.alarms()
    expect(alarm).toMatchObject({ kind: 'burglary', component: 'zone:2', state: 0, clearedAt: null, level: 3 })
    const row = (): Promise<any> => platform.ask('GET', `/api/device/bind/${credentials.id}`)
    expect((await row()).shadow).toMatchObject({ '': { armState: 1 }, 'zone:2': { zoneState: 1 } })
    await panel.alarm(2, '130', false)
    expect((await world.alarms())[0]).toMatchObject({ id: alarm.id, state: 0, clearedAt: expect.any(String) })
    await panel.disarm(3)
    await panel.bypass(5)
    const { records } = await platform.ask('GET', '/api/device/operate/page?deviceClass=alarmEquipmentClass')
    expect(
      records.map(({ name, who, source, result, component }: any) => [name, who, source, result, component]),
    ).toEqual([
      ['旁路', null, 'device', 1, 'zone:5'],
      ['撤防', '用户 3', 'device', 1, ''],
      ['布防', '用户 3', 'device', 1, ''],
    ])
    expect((await world.events()).map(one => one.identifier)).not.toContain('disarmed')
    expect(await row()).toMatchObject({ online: true, protocol: 'dc09' })
  })

  test.each([16, 24, 32])('AES with a key of %i bytes, by TCP and by UDP', async bytes => {
    for (const transport of ['tcp', 'udp'] as const) {
      const panel = world.panelOf(ACCOUNT, { key: world.keyOf(world.credentials, bytes), transport })
      expect((await panel.test()).kind).toBe('ACK')
    }
  })

  test('a code without a meaning is an event with its code', async () => {
    await world.panel.cid('1999', 12)
    await world.panel.sia('Nri1/ZX7^泵房^')
    await until(async () => {
      const found = (await world.events()).filter(one => one.identifier === 'otherReport')
      return found.length === 2 && found.some(one => one.params.code === '1999' && one.params.text === '12')
    }, 'both are events')
  })

  test('sent again it is acknowledged again and stored once, with the same bytes and with a new time', async () => {
    const key = world.keyOf(world.credentials)
    const panel = world.panelOf(ACCOUNT, { key })
    const now = Date.now()
    const one = panel.frame('ADM-CID', `#${ACCOUNT}|1120 01 004`, { sequence: 77, at: now })
    const other = panel.frame('ADM-CID', `#${ACCOUNT}|1120 01 004`, { sequence: 77, at: now + 1500 })
    for (const bytes of [one, one, other, one]) expect(await raw(bytes)).toContain('"*ACK"0077')
    const found = (await world.events()).filter(event => event.identifier === 'panic')
    expect(found).toHaveLength(1)
    expect((await world.alarms()).find(alarm => alarm.kind === 'panic')).toMatchObject({ repeats: 1 })
    // Another number with another time is another report; the number alone is outside of what the key covers.
    expect(await raw(panel.frame('ADM-CID', `#${ACCOUNT}|1120 01 004`, { sequence: 78, at: now + 3000 }))).toContain(
      'ACK',
    )
    expect((await world.alarms()).find(alarm => alarm.kind === 'panic')).toMatchObject({ repeats: 2 })
  })

  test('a time outside the window gets ours, and a host sets its clock by it', async () => {
    const panel = world.panelOf(ACCOUNT, { key: world.keyOf(world.credentials) })
    const data = `#${ACCOUNT}|1602 00 000`
    const yesterday = panel.frame('ADM-CID', data, { sequence: 5, at: Date.now() - 86_400_000 })
    expect(await raw(yesterday)).toMatch(/"NAK"0000R0L0A0\[\]_\d\d:\d\d:\d\d,/)
    expect(await raw(panel.frame('ADM-CID', data, { sequence: 6, at: Date.now() + 25_000 }))).toContain('NAK')
    expect(await raw(panel.frame('ADM-CID', data, { sequence: 7, at: Date.now() - 38_000 }))).toContain('ACK')
    expect(await reasons(REFUSED)).toContain('refused:stale')
    panel.skewMs = -3_600_000
    expect((await panel.test()).kind).toBe('ACK')
    expect(panel.skewMs).toBe(0)
  })

  test('a frame that somebody else repeats is refused', async () => {
    const { panel, platform } = world
    const bytes = panel.frame('ADM-CID', `#${ACCOUNT}|1120 01 008`, { sequence: 90 })
    expect(await raw(bytes)).toContain('ACK')
    // Heard by another machine: 127.0.0.2 is another address.
    const other = new Receiver(platform.gateway.gate, { refusalsPerMin: 10, keptAnswers: 10 })
    expect(String(await other.take(bytes.subarray(1, -1), '127.0.0.2'))).toContain('"DUH"0090')
    expect(await reasons(REFUSED)).toContain('refused:replayed')
  })

  test('a captured frame rings once, whatever is changed around what the key covers', async () => {
    const { panel, platform } = world
    const bytes = panel.frame('ADM-CID', `#${ACCOUNT}|1121 01 009`, { sequence: 95 })
    expect(await raw(bytes)).toContain('ACK')
    const captured = bytes.toString('latin1').slice(9, -1)
    const found = (await world.events()).filter(one => one.params.zoneNo === 9).length
    const receiver = new Receiver(platform.gateway.gate, { refusalsPerMin: 10, keptAnswers: 10 })
    const blocks = /\[([0-9A-F]+)/.exec(captured)![1]!
    const flipped = `${(Number.parseInt(blocks[0]!, 16) ^ 1).toString(16)}${blocks.slice(1)}`
    for (const [from, to] of [
      ['"0095', '"0096'],
      ['R1L1#', 'R7L1#'],
      ['R1L1#', 'R1L2#'],
      [blocks, blocks.toLowerCase()],
      // The first block is not covered: a change in it garbles the padding at most.
      [blocks, flipped],
    ] as const) {
      const changed = framed(Buffer.from(captured.replace(from, to), 'latin1')).subarray(1, -1)
      expect(changed.toString('latin1')).toContain(to)
      for (const address of ['127.0.0.1', '127.0.0.2'])
        expect(String(await receiver.take(changed, address))).toContain('"DUH"')
    }
    expect((await world.events()).filter(one => one.params.zoneNo === 9)).toHaveLength(found)
  })

  test('it takes no commands: refused with the reason, and so are properties', async () => {
    const { server, appId } = world.platform
    const body = { deviceId: world.credentials.id, identifier: 'arm', params: {} }
    const answer = await server.call('POST', `/api/device/control/send?appId=${appId}`, body)
    expect(answer.body.msg).toContain('SIA DC-09')
    expect(answer.body.code).not.toBe(0)
  })

  test('a report that could not be stored is not acknowledged; sent again as it was, it is stored', async () => {
    const { gate } = world.platform.gateway
    let fails = 1
    const receiver = new Receiver(
      {
        accepting: true,
        open: gate.open.bind(gate),
        async call(claim, info) {
          const session = await gate.call(claim, info)
          if ('refused' in session) return session
          return {
            ...session,
            store: async (...given) => {
              if (fails-- > 0) throw new Error('the database is away')
              return session.store(...given)
            },
          }
        },
      },
      { refusalsPerMin: 10, keptAnswers: 10 },
    )
    const bytes = world.panel.frame('ADM-CID', `#${ACCOUNT}|1100 01 006`, { sequence: 120 }).subarray(1, -1)
    await expect(receiver.take(bytes, '127.0.0.1')).rejects.toThrow('away')
    expect(String(await receiver.take(bytes, '127.0.0.1'))).toContain('"*ACK"0120')
    expect((await world.events()).filter(one => one.identifier === 'medical')).toHaveLength(1)
  })
})

describe('a host without a key', () => {
  test('waits until its address is approved; what it reports is marked', async () => {
    const made = await world.connect('77E1', '门卫室主机')
    const panel = world.panelOf('77E1')
    expect((await panel.alarm(1)).kind).toBe('DUH')
    const { ask } = world.platform
    const [waiting] = (await ask('GET', '/api/device/approval/page')).records.filter(
      (one: any) => one.deviceId === made.id,
    )
    expect(waiting).toMatchObject({ address: '127.0.0.1', protocol: 'dc09', state: 0 })
    await ask('POST', `/api/device/approval/${waiting.id}/approve`, {})
    expect((await panel.alarm(1)).kind).toBe('ACK')
    const [event] = (await world.events()).filter(one => one.deviceId === made.id)
    expect(event.params).toMatchObject({ unproven: true, code: '1130' })
  })
})

describe('what is wrong on the wire', () => {
  const good = (): Buffer => world.panel.frame('ADM-CID', `#${ACCOUNT}|1602 00 000`, { sequence: 100 })
  const damaged = (change: (text: string) => string): Buffer => Buffer.from(change(good().toString('latin1')), 'latin1')

  test('a wrong checksum, length and form are answered and on the log of the host', async () => {
    await world.panel.link()
    expect(await raw(damaged(text => `\n0000${text.slice(5)}`))).toContain('NAK')
    expect(await raw(damaged(text => text.replace('[', '[0')))).toContain('NAK')
    expect(await raw(framed(Buffer.from(`"ADM-ZZZ"0001L0#${ACCOUNT}[]`)))).toContain('NAK')
    await until(async () => {
      const text = await reasons(UNUSED)
      return ['crc', 'length', 'token'].every(why => text.includes(`DC-09: ${why}`))
    }, 'each is on the log')
  })

  test('an unknown account, another key, a zone of −1 and an account inside that is not its own', async () => {
    expect((await world.panelOf('BAD1', { key: Buffer.alloc(32) }).link()).kind).toBe('DUH')
    expect((await world.panelOf(ACCOUNT, { key: Buffer.alloc(32, 9) }).link()).kind).toBe('DUH')
    expect(await reasons(REFUSED)).toContain('refused:badSecret')
    const { panel } = world
    expect((await panel.report('ADM-CID', `#${ACCOUNT}|1130 01 -01`)).kind).toBe('DUH')
    expect((await panel.report('ADM-CID', '#77E1|1130 01 001')).kind).toBe('DUH')
    await until(async () => {
      const text = await reasons(UNUSED)
      return text.includes('ADM-CID: data') && text.includes('ADM-CID: account')
    }, 'both are on the log')
    expect((await panel.alarm(0)).kind).toBe('ACK')
    expect((await world.alarms()).find(one => one.kind === 'burglary' && one.component === '')).toBeDefined()
  })

  test('cut, too long, something else, and slow: closed, and the host goes on reporting', async () => {
    const whole = good()
    const tookMs = await quietly(async () => {
      const slow = raw(whole.subarray(0, 20), 5000)
      expect(await raw(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toBe('')
      expect(await raw(Buffer.concat([Buffer.from('\n'), Buffer.alloc(9000, 65)]))).toBe('')
      expect((await world.panel.test()).kind).toBe('ACK')
      expect(await slow).toBe('')
    })
    expect(tookMs).toBeLessThan(4000)
  })

  test('20,000 mutated datagrams leave nothing behind', async () => {
    const socket = createSocket('udp4')
    const before = (await world.events()).length
    const whole = good()
    globalThis.gc?.()
    const heap = process.memoryUsage().heapUsed
    for (let no = 0; no < 20_000; no += 1) {
      const bytes = Buffer.from(whole)
      for (let times = 1 + (no % 4); times > 0; times -= 1)
        bytes[Math.floor(Math.random() * bytes.length)] = Math.random() * 256
      await new Promise(resolve =>
        socket.send(
          no % 7 ? bytes : bytes.subarray(0, Math.random() * bytes.length),
          world.front.port,
          '127.0.0.1',
          resolve,
        ),
      )
    }
    socket.close()
    // Beyond the budget of its address nothing is judged, but a host that was admitted from there is.
    await until(async () => (await world.panel.test()).kind === 'ACK', 'the host reports')
    globalThis.gc?.()
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(30e6)
    expect((await world.events()).length).toBeLessThanOrEqual(before + 4)
  })
})

/** A frame around bytes that may be no text. */
function framed(body: Buffer): Buffer {
  const [crc, length] = [crc16(body), body.length].map(value => value.toString(16).padStart(4, '0'))
  return Buffer.concat([Buffer.from(`\n${crc}${length}`), body, Buffer.from('\r')])
}
