/** Frames of boards against the document's own bytes and the catalogue's check value, and everything that may be wrong. */
import { expect, test } from 'vitest'
import { BoardStream, type StreamPart } from './BoardStream.ts'
import { crc16 } from './crc16.ts'
import { readFrame, writeFrame, type BoardFrame } from './frame.ts'
import { isImpossible, writeClock, writeLines, writeVoice } from './writeOrder.ts'

/** 欢迎光临, as the manufacturer prints it. */
const GOLDEN = Buffer.from('0064FFFF300901BBB6D3ADB9E2C1D93258', 'hex')
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
const framed = (of: ReturnType<typeof writeVoice>): BoardFrame => {
  if (isImpossible(of)) throw new Error(of.text[1])
  return of
}

test('the CRC has the check value of the catalogue, and a message with its CRC leaves no remainder', () => {
  expect(crc16(Buffer.from('123456789'))).toBe(0x4b37)
  expect(crc16(GOLDEN)).toBe(0)
  // By polynomial division of the whole message, bit by bit, without the register of the other way.
  const divided = (bytes: Uint8Array): number => {
    let rest = 0n
    const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0').split('').reverse().join('')).join('')
    const begun = BigInt(`0b${bits}`) << 16n
    rest = begun ^ (0xffffn << BigInt(bits.length))
    for (let at = bits.length - 1; at >= 0; at -= 1) if ((rest >> BigInt(at + 16)) & 1n) rest ^= 0x18005n << BigInt(at)
    return parseInt(rest.toString(2).padStart(16, '0').split('').reverse().join(''), 2)
  }
  for (const bytes of [GOLDEN.subarray(0, -2), Buffer.from('123456789'), Buffer.from('0064FFFF050000', 'hex')])
    expect(divided(bytes)).toBe(crc16(bytes))
})

test('a voice is the frame of the document, and is read back', () => {
  expect(hexOf(writeFrame(framed(writeVoice('欢迎光临'))))).toBe(hexOf(GOLDEN))
  expect(readFrame(GOLDEN)).toMatchObject({ length: 17, frame: { packet: 0xffff, command: 0x30 } })
})

test('lines, colours, motions and a voice are in their places', () => {
  const frame = framed(
    writeLines(
      [
        { text: '粤B', color: 2, mode: 1, seconds: 10 },
        { text: 'A1', color: 3, mode: 0, seconds: 10 },
      ],
      { stay: false, voice: '好' },
    ),
  )
  expect(hexOf(writeFrame(frame))).toMatch(
    /^0064FFFF6E220002(0015010A0000FF000003D4C1420D)(0100010A00FFFF0000024131)000A02BAC300[0-9A-F]{4}$/,
  )
  expect(hexOf(writeClock(new Date('2026-11-25T05:06:07Z'), 'Asia/Shanghai').data)).toBe('EA070B19030D0607')
})

test('a character outside GBK is named, and what is longer than a frame is refused', () => {
  expect(writeVoice('你好😀')).toMatchObject({ text: ['显示屏没有“😀”这个字', expect.any(String)] })
  expect(
    writeLines(
      Array.from({ length: 10_000 }, () => ({ text: '行' })),
      { stay: true },
    ),
  ).toMatchObject({ code: 4130 })
})

test.each([
  ['cut', GOLDEN.subarray(0, 10), []],
  ['a wrong CRC', Buffer.concat([GOLDEN.subarray(0, 16), Buffer.from([0])]), ['crc']],
  ['another version', Buffer.from([0, 1]), ['version']],
  ['text that is no ASCII', Buffer.from('欢迎\n'), ['charset']],
  ['a line that never ends', Buffer.alloc(200, 65), ['tooLong']],
  ['SQL', Buffer.from("'; drop table devices.device; --\n"), ['line']],
])('%s is recognised', (_what, bytes, kinds) => {
  const parts = new BoardStream(160).take(bytes)
  expect(parts.map(one => (one.kind === 'wrong' ? one.why : one.kind))).toEqual(kinds)
})

test('frames that come byte by byte are the same', () => {
  const stream = new BoardStream(160)
  const bytes = Buffer.concat([Buffer.from('HB\r\n'), GOLDEN, GOLDEN])
  const parts: StreamPart[] = []
  for (const byte of bytes) parts.push(...stream.take(Uint8Array.of(byte)))
  expect(parts.map(one => one.kind)).toEqual(['line', 'frame', 'frame'])
})

test.each(['\0', ' ', '\t', '\r\n', '\0\0\n'])('%j around lines and frames is no part of them', between => {
  const bytes = Buffer.concat(
    ['LED-7 x', '\n', GOLDEN, 'HB', '\r\n'].flatMap(one => [Buffer.from(between), Buffer.from(one)]),
  )
  const parts = new BoardStream(160).take(bytes).filter(one => one.kind !== 'line' || one.text)
  expect(parts.map(one => (one.kind === 'line' ? one.text : one.kind))).toEqual(['LED-7 x', 'frame', 'HB'])
})

test('20,000 mutated frames are read or refused by name, and never hold more than a frame', () => {
  let seed = 12345
  const next = (most: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * most)
  }
  const tally: Record<string, number> = {}
  for (let round = 0; round < 20_000; round += 1) {
    const bytes = Buffer.from(GOLDEN)
    for (let count = 1 + next(3); count > 0; count -= 1) bytes[next(bytes.length)] = next(256)
    const given = next(4) === 0 ? bytes.subarray(0, next(bytes.length)) : bytes
    const [first] = new BoardStream(160).take(given)
    const what = !first ? 'more' : first.kind === 'wrong' ? first.why : first.kind
    tally[what] = (tally[what] ?? 0) + 1
    if (first?.kind === 'frame') expect(first.frame.data.length).toBeLessThanOrEqual(255)
  }
  expect(Object.keys(tally).sort()).toEqual(expect.arrayContaining(['charset', 'crc', 'more', 'version']))
  expect(tally.crc).toBeGreaterThan(5000)
})
