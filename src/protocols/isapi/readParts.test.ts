/** Bodies in parts: read at every length, and bounded. */
import { expect, test } from 'vitest'
import { isapiParts, JPEG } from '../../../tests/harness/isapiParts.ts'
import { readParts } from './readParts.ts'

const two = isapiParts([
  { name: 'event_log', type: 'application/json', body: Buffer.from('{"a":1}') },
  { name: 'Picture', type: 'image/jpeg', body: JPEG },
])

test('parts are as they were sent, with or without a text before them', () => {
  const read = [
    { name: 'event_log', fileName: '', contentId: '', type: 'application/json', body: Buffer.from('{"a":1}') },
    { name: 'Picture', fileName: '', contentId: '', type: 'image/jpeg', body: JPEG },
  ]
  expect(readParts(two.type, two.body)).toEqual(read)
  expect(readParts(two.type, Buffer.concat([Buffer.from('to whom it may concern\r\n'), two.body]))).toEqual(read)
  const bare = Buffer.from('--b\r\n\r\nx\r\n--b--')
  expect(readParts('multipart/mixed; boundary="b"', bare)).toEqual([
    { name: '', fileName: '', contentId: '', type: '', body: Buffer.from('x') },
  ])
})

test('a part has the id by which a report names its picture, with or without angle brackets', () => {
  for (const id of ['<face 1>', 'face 1']) {
    const body = Buffer.from(`--b\r\nContent-ID: ${id}\r\n\r\nx\r\n--b--`)
    expect(readParts('multipart/mixed; boundary=b', body)).toMatchObject([{ contentId: 'face 1' }])
  }
})

test('what is cut at any byte before its end is not read', () => {
  const last = two.body.lastIndexOf('--') + 2
  for (let length = 0; length < last; length += 1)
    expect([length, readParts(two.type, two.body.subarray(0, length))]).toEqual([length, 'cut'])
  expect(readParts(two.type, two.body.subarray(0, last))).toHaveLength(2)
})

test('no boundary, parts without number, headers without end', () => {
  expect(readParts('multipart/form-data', two.body)).toBe('boundary')
  expect(readParts(`multipart/form-data; boundary=${'x'.repeat(100)}`, two.body)).toBe('cut')
  const many = Array.from({ length: 17 }, () => ({ name: 'a', type: 'text/plain', body: Buffer.from('x') }))
  expect(readParts(...both(isapiParts(many)))).toBe('tooMany')
  expect(readParts('multipart/mixed; boundary=b', Buffer.from(`--b\r\na: ${'x'.repeat(3000)}\r\n\r\nx\r\n--b--`))).toBe(
    'headers',
  )
  expect(readParts('multipart/mixed; boundary=b', Buffer.from('--b\r\nno header\r\n\r\nx\r\n--b--'))).toBe('headers')
})

const both = ({ type, body }: { type: string; body: Buffer }): [string, Buffer] => [type, body]
