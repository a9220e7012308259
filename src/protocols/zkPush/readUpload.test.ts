/** Uploads of terminals as their documents print them, in both charsets, and everything that may be wrong with them. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toGbk } from '#base/gbk.ts'
import type { DeviceRequest } from '#model/deviceHttp.ts'
import type { DeviceMessage } from '#model/message.ts'
import { random } from '../../../tests/faults/random.ts'
import { readCall, type ZkCall } from './readCall.ts'
import { readUpload } from './readUpload.ts'
import { readReturns } from './returns.ts'

interface Golden {
  name: string
  target: string
  type: string
  body: string
  answer: string
  expected: [string, string | null, object][]
}
const { uploads } = JSON.parse(readFileSync(new URL('./fixtures/frames.json', import.meta.url), 'utf8')) as {
  uploads: Golden[]
}
const requestOf = (target: string, body: string | Uint8Array, type = 'text/plain'): DeviceRequest => ({
  ...{ method: 'POST', target, address: '', body: Buffer.from(body) },
  header: name => (name === 'content-type' ? type : undefined),
})
const callOf = (request: DeviceRequest): ZkCall => {
  const call = readCall(request)
  if ('why' in call) throw new Error(call.why)
  return call
}
const FROM = { serial: 'SN1', zone: 'Asia/Shanghai' }
const shown = (message: DeviceMessage): unknown => [
  message.kind === 'event' ? message.identifier : message.kind,
  message.at === undefined ? null : new Date(message.at).toISOString(),
  message.kind === 'event' ? message.params : message.kind === 'report' ? message.values : {},
]

describe.each(uploads)('$name', ({ target, type, body, answer, expected }) => {
  test('is read in both charsets, and the same again is the same', () => {
    const [one, two] = [body, toGbk(body)].map(bytes => readUpload(callOf(requestOf(target, bytes, type)), FROM))
    expect([one!.messages.map(shown), one!.answer, [...one!.wrong]]).toEqual([expected, answer, []])
    expect([two!.messages, two!.answer]).toEqual([one!.messages, one!.answer])
  })
  test('cut at any byte it says nothing that was not said', () => {
    const bytes = Buffer.from(body)
    const whole = new Set(readUpload(callOf(requestOf(target, bytes, type)), FROM).messages.map(personOf))
    for (let length = 0; length < bytes.length; length += 1) {
      const call = readCall(requestOf(target, bytes.subarray(0, length), type))
      if ('why' in call) continue
      // Whom it names is whom the whole names: no number was cut.
      for (const message of readUpload(call, FROM).messages)
        expect(whole, `${length} bytes`).toContain(personOf(message))
    }
  })
})
const personOf = (message: DeviceMessage): string =>
  message.kind === 'event' ? `${message.at} ${String(message.params.personId)} ${String(message.params.cardNo)}` : ''

test('a clock that never shows such a time, an event that means nothing, and a table that nobody knows', () => {
  const wrongOf = (table: string, body: string): unknown => [
    ...readUpload(callOf(requestOf(`/iclock/cdata?SN=A&table=${table}`, body)), FROM).wrong,
  ]
  expect(wrongOf('ATTLOG', '1\t2026-02-31 08:00:00\t0\t15')).toEqual(['time'])
  expect(wrongOf('ATTLOG', '1\t2026-11-27 25:00:00\t0\t15')).toEqual(['time'])
  const record = 'time=2026-11-27 12:00:00\tpin=7\tcardno=0\teventaddr=1'
  expect(wrongOf('rtlog', `${record}\tevent=999\tinoutstatus=0\tverifytype=15`)).toEqual(['event'])
  expect(wrongOf('rtlog', `${record}\tevent=8\tinoutstatus=0\tverifytype=15`)).toEqual([])
  expect(wrongOf('rtlog', `${record}\tevent=0`)).toEqual(['form'])
  expect(wrongOf('NONE', 'x')).toEqual(['table'])
})

test('neither charset, another path, no serial number, and two of them', () => {
  const target = '/iclock/cdata?SN=SN1&table=ATTLOG'
  expect(readCall(requestOf(target, Buffer.from([0x31, 0xff, 0xff])))).toEqual({ why: 'charset', serial: 'SN1' })
  expect(readCall(requestOf('/iclock/elsewhere?SN=SN1', ''))).toEqual({ why: 'path', serial: 'SN1' })
  expect(readCall(requestOf('/iclock/cdata?table=ATTLOG', ''))).toEqual({ why: 'noSerial' })
  expect(readCall(requestOf('/iclock/cdata?SN=..%2f', ''))).toEqual({ why: 'noSerial' })
  expect(readCall(requestOf('/iclock/cdata?SN=SN1&SN=SN2', ''))).toEqual({ why: 'form', serial: 'SN1' })
  const form = 'SN=SN2&table=ATTLOG&data=1'
  expect(readCall(requestOf(target, form, 'application/x-www-form-urlencoded'))).toEqual({ why: 'form', serial: 'SN1' })
})

test('what commands returned: several lines, contents between them, and numbers that are none', () => {
  expect(
    readReturns('ID=1&Return=0&CMD=DATA\nID=2&return=-18&CMD=DATA\r\nContent=x\nID=3&Return=x&CMD=DATA\nID=&Return=0'),
  ).toEqual([
    { id: '1', returned: 0, result: { code: 0, msg: '' } },
    { id: '2', returned: -18, result: { code: 4130, msg: '设备没有空间（-18）' } },
  ])
})

test('20,000 mutated uploads are read as something bounded, or as nothing', () => {
  const next = random(33)
  const below = (most: number): number => Math.floor(next() * most)
  for (let n = 0; n < 20_000; n += 1) {
    const { target, body, type } = uploads[below(uploads.length)]!
    const bytes = Buffer.from(body)
    for (let change = below(6); change >= 0; change -= 1) {
      const at = below(bytes.length)
      if (next() < 0.3) bytes.copyWithin(at, below(bytes.length))
      else bytes[at] = below(256)
    }
    const call = readCall(requestOf(target, bytes.subarray(0, bytes.length - below(20)), type))
    if (call.serial !== undefined) expect(call.serial).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    if ('why' in call) continue
    for (const message of readUpload(call, FROM).messages) {
      if (message.kind !== 'event') continue
      expect(message.key).toMatch(/^[0-9a-f]{32}$/)
      expect(JSON.stringify(message.params).length).toBeLessThan(400)
    }
    readReturns(call.text)
  }
})
