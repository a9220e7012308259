/** Reports of cameras: golden ones in each form, what is wrong with others, and 20,000 mutated ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { random } from '../../../tests/faults/random.ts'
import { isapiParts, JPEG } from '../../../tests/harness/isapiParts.ts'
import { readCaptures, type Content } from './readCaptures.ts'
import { readReport, type Report } from './readReport.ts'
import { SerialGaps } from './SerialGaps.ts'

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', name))
const typeOf = (name: string): string =>
  name.endsWith('json') ? 'application/json' : 'application/xml; charset="UTF-8"'
const pictureOf = (no: number): Buffer => Buffer.concat([JPEG, Buffer.from([no])])
const base64 = (no: number): string => pictureOf(no).toString('base64')
/** With the pictures of these names, or alone. */
function contentOf(name: string, pictures: readonly string[] = []): Content {
  const whole = isapiParts([
    { name: 'report', type: typeOf(name), body: fixture(name) },
    ...pictures.map((picture, no) => ({ name: picture, type: 'image/jpeg', body: pictureOf(no) })),
  ])
  const report = pictures.length ? readReport(whole.type, whole.body) : readReport(typeOf(name), fixture(name))
  expect(report).toBeTypeOf('object')
  return readCaptures(report as Report) as Content
}

describe('golden reports', () => {
  test('a face in JSON with its picture and the scene, which are found by name', () => {
    expect(contentOf('face.json', ['backgroundImage', 'faceImage'])).toEqual({
      ...{ eventType: 'faceCapture', at: Date.UTC(2026, 10, 27, 2, 30, 46), serialNo: 20417 },
      happened: [
        {
          identifier: 'faceSnap',
          params: {
            ...{ no: 1, trackId: '8812', quality: 86, sex: 2, age: 3, mask: false, glasses: true },
            ...{ photo: base64(1), scene: base64(0) },
          },
        },
      ],
    })
  })
  test('a plate in XML, with the time in the offset of the camera', () => {
    expect(contentOf('plate.xml', ['detectionPicture.jpg', 'licensePlatePicture.jpg'])).toEqual({
      ...{ eventType: 'ANPR', at: Date.UTC(2026, 4, 13, 8, 30, 46) },
      happened: [
        {
          identifier: 'plateSnap',
          params: { no: 1, plate: '浙A12345', colour: 1, confidence: '97', photo: base64(1), scene: base64(0) },
        },
      ],
    })
  })
  test('a target that was seen as a body and as a face', () => {
    expect(contentOf('body.json').happened).toEqual([
      { identifier: 'bodySnap', params: { no: 1, trackId: '77', sex: 1, age: 4, colour: 5 } },
      { identifier: 'faceSnap', params: { no: 1, trackId: '77', sex: 1, glasses: false } },
    ])
  })
  test('a heartbeat says nothing but that the camera is there; a covered lens begins and ends', () => {
    expect(contentOf('heartbeat.xml').happened).toEqual([])
    expect(contentOf('covered.xml').happened).toEqual([{ identifier: 'covered', params: { no: 1, on: true } }])
    const ended = fixture('covered.xml').toString().replace('>active<', '>inactive<')
    const report = readReport('application/xml', Buffer.from(ended)) as Report
    expect(readCaptures(report)).toMatchObject({ happened: [{ identifier: 'covered', params: { on: false } }] })
  })
  test('another kind of report is none of ours', () => {
    const other = fixture('covered.xml').toString().replaceAll('shelteralarm', 'VMD')
    expect(readCaptures(readReport('', Buffer.from(other)) as Report)).toMatchObject({ happened: null })
  })
})

describe('pictures', () => {
  const facesOf = (faces: readonly object[], names: readonly string[]): unknown => {
    const body = Buffer.from(JSON.stringify({ eventType: 'faceCapture', faceCapture: [{ faces }] }))
    const whole = isapiParts([
      { name: '', type: 'application/json', body },
      ...names.map((name, no) => ({ name, type: 'image/jpeg', body: pictureOf(no) })),
    ])
    const { happened } = readCaptures(readReport(whole.type, whole.body) as Report) as Content
    return happened!.map(({ params }) => params.photo)
  }
  test('are those that a report names, never those of somebody else', () => {
    expect(facesOf([{ contentID: 'b' }, { contentID: 'a' }], ['a', 'b.jpg'])).toEqual([base64(1), base64(0)])
    expect(facesOf([{ contentID: 'c' }], ['a', 'b'])).toEqual([undefined])
    expect(facesOf([{}], ['a'])).toEqual([base64(0)])
    expect(facesOf([{ contentID: 'a' }], [''])).toEqual([base64(0)])
    expect(facesOf([{}, {}], ['', ''])).toEqual([undefined, undefined])
  })
  test('of a plate are told apart by their own names where the report lists none', () => {
    const body = fixture('plate.xml')
      .toString()
      .replace(/<pictureInfoList>[^]*<\/pictureInfoList>/, '')
    const whole = isapiParts([
      { name: 'anpr.xml', type: 'application/xml', body: Buffer.from(body) },
      { name: 'detectionPicture.jpg', type: 'image/jpeg', body: pictureOf(0) },
      { name: 'licensePlatePicture.jpg', type: 'image/jpeg', body: pictureOf(1) },
    ])
    const { happened } = readCaptures(readReport(whole.type, whole.body) as Report) as Content
    expect(happened![0]!.params).toMatchObject({ photo: base64(1), scene: base64(0) })
  })
})

describe('what is wrong', () => {
  test.each(['face.json', 'body.json', 'plate.xml', 'covered.xml', 'heartbeat.xml'])('%s, cut at every byte', name => {
    const body = fixture(name)
    const whole = body.toString().trimEnd().length
    const end = Buffer.byteLength(body.toString().slice(0, whole))
    for (let length = 0; length < end; length += 1)
      expect([length, readReport(typeOf(name), body.subarray(0, length))]).toEqual([length, expect.any(String)])
    expect(readReport(typeOf(name), body.subarray(0, end))).toBeTypeOf('object')
  })
  test('more than a picture shows is refused before any of it is made', () => {
    const faces = (count: number): unknown => {
      const faceCapture = [{ faces: Array.from({ length: count }, () => ({ contentID: 'a' })) }]
      const body = Buffer.from(JSON.stringify({ eventType: 'faceCapture', faceCapture }))
      return readCaptures(readReport('application/json', body) as Report)
    }
    expect(faces(33)).toBe('tooMany')
    expect((faces(32) as Content).happened).toHaveLength(32)
  })
  const why = (type: string, body: Buffer | string): unknown => readReport(type, Buffer.from(body))
  const plate = (text: string): unknown => {
    const body = fixture('plate.xml').toString().replace('浙A12345', text)
    const { happened } = readCaptures(readReport('application/xml', Buffer.from(body)) as Report) as Content
    return happened![0]!.params.plate
  }
  test('a plate that is none, or has 500 characters, is no plate', () => {
    for (const text of ['_无_', '无车牌', 'unknown', '', 'A'.repeat(500)]) expect(plate(text)).toBeUndefined()
    expect(plate('粤Z9065澳')).toBe('粤Z9065澳')
  })
  test('types and entities that are declared, or used, are refused', () => {
    const doctype = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    expect(why('application/xml', doctype)).toBe('entity')
    for (const text of ['&b;', '&', '&amp', '&#0x;']) expect(why('text/xml', `<a><b>${text}</b></a>`)).toBe('entity')
    const report = why('text/xml', '<a><b>&lt;&#28023;&#x5eb7;&gt;</b><c><![CDATA[<&>]]></c></a>')
    expect(report).toMatchObject({ fields: { b: '<海康>', c: '<&>' } })
  })
  test('XML that is not whole, too deep, or has too many elements', () => {
    for (const text of ['<a>', '<a></b>', '<a/><b/>', 'x<a/>', '<a b=c/>', '<a', '<!-- -- --><a/>', '<?php ?><a/>'])
      expect([text, why('application/xml', text)]).toEqual([text, text.startsWith('x') ? 'json' : 'xml'])
    expect(why('application/xml', '<a>'.repeat(40) + '</a>'.repeat(40))).toBe('xml')
    expect(why('application/xml', `<a>${'<b/>'.repeat(3000)}</a>`)).toBe('xml')
  })
  test('charset, JSON, type, nothing, and too much', () => {
    const gbk = Buffer.concat([
      Buffer.from('<a><eventType>'),
      Buffer.from([0xb1, 0xb1]),
      Buffer.from('</eventType></a>'),
    ])
    expect(why('application/xml', gbk)).toBe('charset')
    const declared = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="GB2312"?>'), gbk])
    expect(why('application/xml', declared)).toMatchObject({ fields: { eventType: '北' } })
    for (const text of ['{"a":1', '[]', '1', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`])
      expect(why('application/json', text)).toBe('json')
    expect(why('image/jpeg', JPEG)).toBe('type')
    expect([why('application/json', ''), why('application/xml', '<a/>')]).toEqual(['empty', 'empty'])
    expect(why('application/json', `{"a":"${'x'.repeat(300_000)}"}`)).toBe('tooLong')
    // Names that objects have by themselves are names of fields.
    expect(why('application/json', '{"__proto__":{"eventType":"ANPR"}}')).toMatchObject({ notPictures: 0 })
    expect(contentOf('body.json')).toBeDefined()
  })
  test('a picture that is none is left out', () => {
    const { type, body } = isapiParts([
      { name: 'report', type: 'application/json', body: fixture('face.json') },
      { name: 'faceImage', type: 'image/jpeg', body: Buffer.from('no picture') },
    ])
    expect(readReport(type, body)).toMatchObject({ pictures: [], notPictures: 1 })
  })
})

test('20,000 mutated reports are read or named, and never throw', () => {
  const whole = isapiParts([
    { name: 'report', type: 'application/json', body: fixture('face.json') },
    { name: 'faceImage', type: 'image/jpeg', body: JPEG },
  ])
  const frames = ['face.json', 'plate.xml', 'body.json', 'heartbeat.xml', 'covered.xml'].map(name => ({
    ...{ type: typeOf(name), body: fixture(name) },
  }))
  frames.push(whole)
  const next = random(1)
  const counts = { read: 0, named: 0 }
  for (let no = 0; no < 20_000; no += 1) {
    const { type, body } = frames[no % frames.length]!
    const bytes = Buffer.from(body)
    for (let times = no % 5; times >= 0; times -= 1)
      bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * (no % 2 ? 256 : 128))
    const report = readReport(type, no % 3 ? bytes : bytes.subarray(0, Math.floor(next() * bytes.length)))
    if (typeof report !== 'string') readCaptures(report)
    counts[typeof report === 'string' ? 'named' : 'read'] += 1
  }
  expect(counts.read).toBeGreaterThan(1000)
  expect(counts.named).toBeGreaterThan(1000)
})

test('numbers that did not come, those that come again, and a restart', () => {
  const gaps = new SerialGaps()
  const seen = [5, 6, 9, 9, 7, 10, 1, 2, 4].map(serialNo => gaps.skipped('a', serialNo))
  expect(seen).toEqual([null, null, { from: 7, to: 8 }, null, null, null, null, null, { from: 3, to: 3 }])
  expect(gaps.skipped('b', 20)).toBeNull()
  expect([gaps.skipped('b', 5000), gaps.skipped('b', 30), gaps.skipped('b', 32)]).toEqual([
    { from: 21, to: 4999 },
    null,
    { from: 31, to: 31 },
  ])
})
