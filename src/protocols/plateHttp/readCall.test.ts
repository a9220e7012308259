/** Calls of plate cameras as their makers print them, in both charsets, and everything that may be wrong with them. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toGbk } from '#base/gbk.ts'
import type { DeviceRequest } from '#model/deviceHttp.ts'
import { readFrame } from '#protocols/ledTcp/frame.ts'
import { readCall, type PlateRead } from './readCall.ts'
import { writeDecision, writeTaken, writeUnread } from './writeAnswer.ts'
import { random } from '../../../tests/faults/random.ts'

interface Golden {
  name: string
  type: string
  body: string
  expected: object
}
const { calls } = JSON.parse(readFileSync(new URL('./fixtures/calls.json', import.meta.url), 'utf8')) as {
  calls: Golden[]
}
const requestOf = (body: string | Uint8Array, type = 'application/json'): DeviceRequest => ({
  ...{ method: 'POST', target: '/plate', address: '', body: Buffer.from(body) },
  header: name => (name === 'content-type' ? type : undefined),
})

describe.each(calls)('$name', ({ type, body, expected }) => {
  test('is read', () => {
    expect(readCall(requestOf(body, type))).toEqual(expected)
    expect(readCall(requestOf(toGbk(body), type))).toEqual(expected)
  })
  test('cut at any byte it is nothing else', () => {
    const bytes = Buffer.from(body)
    for (let length = 0; length < bytes.length; length += 1) {
      const call = readCall(requestOf(bytes.subarray(0, length), type))
      // A sign of life says all by its serial number; line breaks after it say nothing.
      if (!('why' in call)) expect(call.kind, `${length} bytes`).toBe('alive')
    }
  })
})

test('neither charset, and another method', () => {
  expect(readCall(requestOf(Buffer.from([0x7b, 0xff, 0xff, 0x7d])))).toEqual({ why: 'charset' })
  expect(readCall({ ...requestOf('{}'), method: 'GET' })).toEqual({ why: 'form' })
})

test('20,000 mutated calls are read as something bounded, or as nothing', () => {
  const next = random(33)
  const below = (most: number): number => Math.floor(next() * most)
  for (let n = 0; n < 20_000; n += 1) {
    const { body, type } = calls[below(calls.length)]!
    const bytes = Buffer.from(body)
    for (let change = below(6); change >= 0; change -= 1) {
      const at = below(bytes.length)
      if (next() < 0.3) bytes.copyWithin(at, below(bytes.length))
      else bytes[at] = below(256)
    }
    const call = readCall(requestOf(bytes.subarray(0, bytes.length - below(20)), type))
    if (call.serial !== undefined) expect(call.serial).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    if ('kind' in call && call.kind === 'plate') expect(call.plateNo.length).toBeLessThanOrEqual(32)
  }
})

describe('answers', () => {
  const read: PlateRead = { kind: 'plate', serial: 'SN1', plateNo: '粤B10234', plateId: 7 }
  test('a plate that may not pass, as the public notes have it', () => {
    expect(writeUnread()).toBe(
      '{"Response_AlarmInfoPlate":{"info":"no","content":"retransfer_stop","is_pay":"false","serialData":[]}}',
    )
  })
  test('only what is allowed opens, and nothing that was decided before', () => {
    for (const data of [{}, { allow: false }, { allow: 'true' }, { allow: 1 }, { display: '张三' }])
      expect(writeDecision(read, data)).toContain('"info":"no"')
    expect(writeDecision(read, { allow: true, display: '' })).toContain('"info":"ok"')
    expect(writeTaken({ ...read, local: { ok: true } })).toContain('"info":"no"')
  })
  test('the board shows the plate and what there is to say, in the frame of boards; without such characters nothing', () => {
    const boardOf = (display: string): { data: string; dataLen: number }[] =>
      JSON.parse(writeDecision(read, { allow: true, display })).Response_AlarmInfoPlate.serialData
    const [sent] = boardOf('张三')
    const bytes = Buffer.from(sent!.data, 'base64')
    expect([bytes.length, readFrame(bytes)]).toEqual([
      sent!.dataLen,
      { length: bytes.length, frame: expect.objectContaining({ command: 0x6e }) },
    ])
    expect(new TextDecoder('gbk').decode(bytes)).toContain('张三')
    expect([boardOf('😀'), boardOf('长'.repeat(200))]).toEqual([[], []])
  })
})
