/** Frames of SIA DC-09 as they are published, both encryptions of the keys, the table of codes, and bytes that are no frame. */
import { readFileSync } from 'node:fs'
import { createCipheriv } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { AlarmPanel } from '#simulators/AlarmPanel.ts'
import { alarmEquipmentClass } from '#devices/alarmEquipmentClass.ts'
import { keysOf, openSealed, seal } from './cipher.ts'
import { meaningOfCid, meaningOfSia } from './codes.ts'
import { crc16, readFrame, readStamp, stampOf, writeDuh, writeFrame, writeNak, type Frame } from './frame.ts'
import { FrameStream } from './FrameStream.ts'
import { readContent, type Content } from './readReports.ts'
import { random } from '../../../tests/faults/random.ts'

interface Golden {
  frame: string
  key?: string
  expected: [string, object][] | null
  time?: string
}
const { frames } = JSON.parse(readFileSync(new URL('./fixtures/frames.json', import.meta.url), 'utf8')) as {
  frames: Golden[]
}
/** From the table of remainders, unlike the bitwise one of the codec. */
const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest % 2 ? Math.floor(rest / 2) ^ 0xa001 : rest / 2
  return rest
})
const tableCrc = (bytes: Uint8Array): number => bytes.reduce((crc, byte) => (crc >> 8) ^ TABLE[(crc ^ byte) & 0xff]!, 0)

const contentOf = (text: string, key?: string): Content => {
  const frame = readFrame(Buffer.from(text)) as Frame
  const opened = key === undefined ? null : openSealed(frame.rest, [Buffer.from(key)])
  return readContent(frame, opened?.rest ?? frame.rest) as Content
}

describe('published frames', () => {
  test.each(frames)('$frame', ({ frame, key, expected, time }) => {
    const body = Buffer.from(frame.slice(8))
    expect(tableCrc(body)).toBe(Number.parseInt(frame.slice(0, 4), 16))
    expect(crc16(body)).toBe(tableCrc(body))
    expect(writeFrame(frame.slice(8)).toString()).toBe(`\n${frame}\r`)
    expect(readFrame(Buffer.from(frame))).not.toHaveProperty('why')
    if (!expected) return
    const content = contentOf(frame, key)
    expect(content.reports.map(({ identifier, params }) => [identifier, params])).toEqual(expected)
    if (time) expect(new Date(content.atMs!).toISOString()).toBe(time)
  })

  test('the check value of the polynomial', () => {
    expect(crc16(Buffer.from('123456789'))).toBe(0xbb3d)
  })
})

test('what a simulated host writes is read, with each length of key', () => {
  const secret = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString('base64url')
  for (const key of [undefined, ...keysOf(secret)]) {
    const panel = new AlarmPanel({ host: '', port: 0, account: '1234', ...(key ? { key } : {}) })
    const bytes = panel.frame('ADM-CID', '#1234|1130 01 005', { sequence: 7, at: 1_700_000_000_000 })
    const frame = readFrame(bytes.subarray(1, -1)) as Frame
    expect(frame).toMatchObject({ token: 'ADM-CID', seq: '0007', account: '1234', encrypted: key !== undefined })
    const opened = key ? openSealed(frame.rest, keysOf(secret)) : null
    expect(opened?.key).toEqual(key)
    expect(readContent(frame, opened?.rest ?? frame.rest)).toEqual({
      atMs: 1_700_000_000_000,
      reports: [
        {
          identifier: 'burglary',
          params: { on: true, zoneNo: 5, partition: 1, code: '1130' },
          values: { zones: [{ no: 5, zoneState: 1 }] },
        },
      ],
    })
  }
  expect(openSealed(seal(`]${stampOf(0)}`, Buffer.alloc(16)), [Buffer.alloc(16, 1)])).toBeNull()
})

describe('codes', () => {
  test.each([
    ['1', '130', 'burglary', true],
    ['3', '130', 'burglary', false],
    ['1', '110', 'fire', true],
    ['1', '120', 'panic', true],
    ['1', '301', 'powerLoss', true],
    ['3', '302', 'lowBattery', false],
    ['1', '401', 'disarmed', undefined],
    ['3', '401', 'armed', undefined],
    ['3', '570', 'bypassed', false],
    ['1', '602', 'testReport', undefined],
    ['1', '999', 'otherReport', undefined],
  ])('Contact ID %s%s', (qualifier, code, event, on) => {
    const read = meaningOfCid(qualifier, code)
    expect([read.event, read.on]).toEqual([event, on])
  })

  test('3441 is armed with people inside', () => expect(meaningOfCid('3', '441').params).toEqual({ mode: 2 }))

  test.each([
    ['BA', 'burglary', true],
    ['BR', 'burglary', false],
    ['FA', 'fire', true],
    ['PA', 'panic', true],
    ['TA', 'zoneTamper', true],
    ['AT', 'powerLoss', true],
    ['AR', 'powerLoss', false],
    ['YT', 'lowBattery', true],
    ['YR', 'lowBattery', false],
    ['OP', 'disarmed', undefined],
    ['CL', 'armed', undefined],
    ['BB', 'bypassed', true],
    ['BU', 'bypassed', false],
    ['RP', 'testReport', undefined],
    ['ZX', 'otherReport', undefined],
  ])('SIA %s', (code, event, on) => {
    const read = meaningOfSia(code)
    expect([read.event, read.on]).toEqual([event, on])
  })

  test('every meaning is an event of the class, and one that ends says so', () => {
    for (const qualifier of ['1', '3', '6'])
      for (let no = 0; no < 1000; no += 1) {
        const { event, on } = meaningOfCid(qualifier, String(no).padStart(3, '0'))
        const spec = alarmEquipmentClass.events[event]
        expect(spec, event).toBeDefined()
        expect(on !== undefined, event).toBe(spec!.fields.on !== undefined)
      }
  })

  test('several events, texts and users of one message', () => {
    const read = (data: string): unknown =>
      contentOf(writeFrame(`"SIA-DCS"0001L0#1234[#1234|${data}]`).toString().slice(1, -1)).reports.map(
        ({ identifier, params }) => [identifier, params],
      )
    expect(read('Nri1/BA01/BA02')).toEqual([
      ['burglary', { on: true, zoneNo: 1, partition: 1, code: 'BA' }],
      ['burglary', { on: true, zoneNo: 2, partition: 1, code: 'BA' }],
    ])
    expect(read('NNL2')).toEqual([['armed', { mode: 2, userNo: 2, code: 'NL' }]])
    expect(read('Nti19:44/id3/ri4/OP4')).toEqual([['disarmed', { userNo: 3, partition: 4, code: 'OP' }]])
    expect(read('NBA5^仓库后门^')).toEqual([['burglary', { on: true, zoneNo: 5, code: 'BA', text: '仓库后门' }]])
  })
})

describe('bytes that are no frame', () => {
  const whole = writeFrame('"ADM-CID"0001L0#1234[#1234|1130 01 001]').subarray(1, -1)
  const why = (bytes: Buffer): unknown => (readFrame(bytes) as { why?: string }).why
  const of = (body: string | Buffer): Buffer => {
    const bytes = Buffer.from(body)
    const head = tableCrc(bytes).toString(16).padStart(4, '0') + bytes.length.toString(16).padStart(4, '0')
    return Buffer.concat([Buffer.from(head), bytes])
  }
  test('each is named', () => {
    expect(why(whole.subarray(0, -4))).toBe('length')
    expect(why(Buffer.concat([Buffer.from('0000'), whole.subarray(4)]))).toBe('crc')
    expect(why(Buffer.from('GET / HTTP/1.1'))).toBe('framing')
    expect(why(Buffer.alloc(5000, 65))).toBe('tooLong')
    expect(why(of('"SIA-DCS"0001L0[]'))).toBe('account')
    expect(why(of('"ADM-ZZZ"0001L0#1234[]'))).toBe('token')
    expect(why(of('"ADM-CID"1L0#1234[]'))).toBe('form')
  })

  test.each([
    ['#1234|1130 01 -01]', 'data'],
    ['#1234|1130 01 ]', 'data'],
    ['#9999|1130 01 001]', 'account'],
    ['#1234|1130 01 001', 'form'],
  ])('%s', (rest, expected) => {
    expect(readContent(readFrame(of(`"ADM-CID"0001L0#1234[${rest}`)) as Frame, rest)).toMatchObject({ why: expected })
  })

  test.each(['25:00:00,01-01-2026', '10:00:00,02-30-2026', '00:00:00,00-00-0000', ''])(
    'no alarm is lost with %s',
    stamp => {
      const content = contentOf(of(`"ADM-CID"0001L0#1234[#1234|1130 01 001]_${stamp}`).toString())
      expect(content).toMatchObject({ atMs: null, reports: [{ identifier: 'burglary' }] })
    },
  )

  test('decoration refuses nothing: texts in GBK or with controls, a line without digits, blanks and NUL after the frame', () => {
    const gbk = Buffer.from([0xb2, 0xd6, 0xbf, 0xe2])
    const named = of(Buffer.concat([Buffer.from('"SIA-DCS"0001L0#1234[#1234|NBA5^'), gbk, Buffer.from('^]')]))
    const read = (bytes: Buffer, key?: Buffer): Content => {
      const frame = readFrame(bytes) as Frame
      return readContent(frame, key ? openSealed(frame.rest, [key])!.rest : frame.rest) as Content
    }
    expect(read(named).reports[0]!.params).toMatchObject({ zoneNo: 5, text: '仓库' })
    const controls = of('"SIA-DCS"0001L0#1234[#1234|NBA5^A\tB\0^]')
    expect(read(controls).reports[0]!.params.text).toBe('A B')
    for (const head of ['L', 'RL', 'R1L', '']) {
      const bare = readFrame(of(`"ADM-CID"0001${head}#1234[#1234|1130 01 001]`)) as Frame
      expect(readContent(bare, bare.rest)).toMatchObject({ reports: [{ identifier: 'burglary' }] })
      expect(String(writeDuh(bare))).toContain(`0001${head}#1234`)
    }
    for (const after of [' ', '\0', '\0\0 \t'])
      expect(read(Buffer.concat([named, Buffer.from(after)])).reports).toHaveLength(1)
    // Padding of any bytes, the last of which would take the bar with it if it were GBK.
    const key = Buffer.alloc(16, 3)
    const plain = Buffer.concat([
      Buffer.from([0xff, 0x81]),
      Buffer.from('|#1234|NBA5^'),
      gbk,
      Buffer.from('^]_10:00:00,01-02-2026'),
    ])
    const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16)).setAutoPadding(false)
    const whole = Buffer.concat([Buffer.alloc(-plain.length & 15, 0x90), plain])
    const sealed = Buffer.concat([cipher.update(whole), cipher.final()]).toString('hex')
    expect(read(of(`"*SIA-DCS"0001L0#1234[${sealed}`), key).reports[0]!.params).toMatchObject({
      zoneNo: 5,
      text: '仓库',
    })
  })

  test('zone 000 is the host as a whole', () => {
    const { reports } = contentOf(of('"ADM-CID"0001L0#1234[#1234|1130 00 000]').toString())
    expect(reports).toEqual([{ identifier: 'burglary', params: { on: true, code: '1130' }, values: {} }])
  })

  test('20,000 mutated bodies with a right checksum are read or named, and never throw', () => {
    const bodies = frames.map(({ frame }) => Buffer.from(frame.slice(8)))
    const key = Buffer.from('AAAAAAAAAAAAAAAA')
    const next = random(1)
    let read = 0
    for (let no = 0; no < 20_000; no += 1) {
      const bytes = Buffer.from(bodies[no % bodies.length]!)
      for (let times = no % 5; times >= 0; times -= 1)
        bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256)
      const frame = readFrame(of(no % 3 ? bytes : bytes.subarray(0, Math.floor(next() * bytes.length))))
      if ('why' in frame) continue
      const content = readContent(frame, openSealed(frame.rest, [key])?.rest ?? frame.rest)
      if ('reports' in content) read += 1
    }
    expect(read).toBeGreaterThan(20)
  })

  test('answers can be read by others', () => {
    expect(writeNak(Date.UTC(2026, 10, 25, 8, 5, 9)).toString()).toMatch(
      /^\n[0-9A-F]{4}0025"NAK"0000R0L0A0\[\]_08:05:09,11-25-2026\r$/,
    )
    const frame = readFrame(whole) as Frame
    expect(writeDuh(frame).toString()).toMatch(/^\n[0-9A-F]{8}"DUH"0001L0#1234\[\]\r$/)
    expect(readStamp('08:05:09,11-25-2026')).toBe(Date.UTC(2026, 10, 25, 8, 5, 9))
  })
})

describe('a stream', () => {
  test('frames that are cut anywhere, and those that come together', () => {
    const one = writeFrame('"NULL"0001L0#1234[]')
    for (let at = 1; at < one.length; at += 1) {
      const stream = new FrameStream()
      expect(stream.push(one.subarray(0, at)).frames).toEqual([])
      expect(stream.push(Buffer.concat([one.subarray(at), one])).frames).toEqual([
        one.subarray(1, -1),
        one.subarray(1, -1),
      ])
      expect(stream.begun).toBe(false)
    }
  })
  test('NUL, blanks and line breaks around frames are none of them, and begin none', () => {
    const one = writeFrame('"NULL"0001L0#1234[]')
    const frame = one.subarray(1, -1)
    for (const between of ['\0', ' ', '\r\n', '\n', '\t\0\n', '\xff\xff', '\n \n\0'])
      for (const cut of [false, true]) {
        const stream = new FrameStream()
        const bytes = Buffer.concat([Buffer.from(between, 'latin1'), one, Buffer.from(between, 'latin1'), one])
        const parts = cut ? [...bytes].map(byte => Buffer.from([byte])) : [bytes]
        expect(parts.flatMap(part => stream.push(part).frames)).toEqual([frame, frame])
        stream.push(Buffer.from(between, 'latin1'))
        expect(stream.begun).toBe(false)
      }
  })
  test('what can be no frame is broken, and holds no memory', () => {
    expect(new FrameStream().push(Buffer.from('GET /')).broken).toBe(true)
    const stream = new FrameStream()
    expect(stream.push(Buffer.from(`\n${'A'.repeat(4000)}`)).broken).toBe(false)
    expect(stream.push(Buffer.from('A'.repeat(200))).broken).toBe(true)
    expect(stream.begun).toBe(false)
  })
})
