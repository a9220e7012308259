/** Golden frames of Alink, and properties that hold for every payload. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DeviceEvent } from '#model/message.ts'
import type { Input, Params } from '#model/row.ts'
import frames from './fixtures/uplinks.json' with { type: 'json' }
import { naming } from './reply.ts'
import { writeDownlink } from './writeDownlink.ts'
import { readUplink, type Uplink } from './uplink.ts'

const identity = {
  deviceId: '1',
  serial: 'SN1',
  productKey: 'pkDoor',
  deviceName: 'dn_1',
  deviceClass: 'accessControlDevice',
}
const now = 1_700_000_000_000
const read = (topic: string, payload: string | Buffer, asks?: (identifier: string) => boolean): Uplink => {
  const uplink = readUplink(identity, topic, Buffer.from(payload), asks ? { asks } : {}, now)
  if (!uplink) throw new Error('outside its rights')
  return uplink
}
const body = (uplink: Uplink): Input => JSON.parse(uplink.reply?.payload.toString() ?? 'null') as Params

test.each(frames)('$name', ({ topic, payload, messages, reply }) => {
  const uplink = read(topic, payload)
  const seen = uplink.messages.map(({ frame, ...message }) => {
    expect(frame).toEqual({ topic, payload: Buffer.from(payload) })
    if ('key' in message) expect(message.key).toMatch(/^[0-9a-f]{32}$/)
    return { ...message, key: undefined }
  })
  expect(seen).toEqual(messages.map(message => ({ ...message, key: undefined })))
  expect(uplink.reply && { topic: uplink.reply.topic, body: body(uplink) }).toEqual(reply)
})

test('a payload is read with NUL at its end, a mark at its beginning, and texts in GBK', () => {
  const topic = '/sys/pkDoor/dn_1/thing/event/alarm/post'
  const whole = Buffer.from('{"id":"1","params":{"value":{"text":"仓库"},"time":5}}')
  const [before, after] = whole
    .toString()
    .split('仓库')
    .map(part => Buffer.from(part)) as [Buffer, Buffer]
  const gbk = Buffer.concat([before, Buffer.from([0xb2, 0xd6, 0xbf, 0xe2]), after])
  const bom = Buffer.from([0xef, 0xbb, 0xbf])
  for (const payload of [Buffer.concat([whole, Buffer.alloc(3)]), Buffer.concat([bom, whole]), gbk])
    expect(read(topic, payload).messages[0]).toMatchObject({ identifier: 'alarm', params: { text: '仓库' } })
})

test('a guid makes an event the same under another message id; without one the payload does', () => {
  const topic = '/sys/pkDoor/dn_1/thing/event/pass/post'
  const key = (payload: string): string => (read(topic, payload).messages[0] as DeviceEvent).key
  const same = key('{"id":"1","params":{"guid":"a","time":5}}')
  expect(same).toBe(createHash('sha256').update('pass\0a').digest('hex').slice(0, 32))
  expect(key('{"id":"99","params":{"guid":"a","time":5}}')).toBe(same)
  expect(key('{"id":"1","params":{"guid":"b","time":5}}')).not.toBe(same)
  expect(key('{"id":"1","params":{"doorNo":1}}')).toBe(key('{"id":"1","params":{"doorNo":1}}'))
  expect(key('{"id":"1","params":{"doorNo":1}}')).not.toBe(key('{"id":"2","params":{"doorNo":1}}'))
})

test('an event declared as a request for a decision is one, and its reply waits for it', () => {
  const { messages, reply } = read(
    '/sys/pkDoor/dn_1/thing/event/askPass/post',
    '{"id":"8","params":{"plate":"粤A12345"}}',
    i => i === 'askPass',
  )
  expect(messages).toMatchObject([
    { kind: 'ask', identifier: 'askPass', questionId: 'askPass/"8"', params: { plate: '粤A12345' } },
  ])
  expect(reply).toBeUndefined()
})

test('the id of a question comes back whole, up to 256 characters', () => {
  const id = `req-${'x'.repeat(200)}`
  const { messages } = read('/sys/pkDoor/dn_1/thing/event/askPass/post', `{"id":"${id}","params":{}}`, () => true)
  expect(messages[0]).toMatchObject({ kind: 'ask', questionId: `askPass/"${id}"` })
  const downlink = writeDownlink(identity, { kind: 'answer', questionId: `askPass/"${id}"`, data: { allow: true } })
  expect(JSON.parse(downlink.payload.toString())).toMatchObject({ id, code: 200 })
})

test.each(['9007199254740993', '-18446744073709551615', '1.0', '1e3', '1'.repeat(256), '123'])(
  'an id that is the number %s comes back digit for digit',
  id => {
    const topic = '/sys/pkDoor/dn_1/thing/event/property/post'
    // A nested id is another one, before or after it.
    const payload = `{"params":{"a":1,"b":{"id":9007199254740995}}, "id" : ${id} ,"sys":{"id":1e3}}`
    const { reply } = read(topic, payload)
    expect(reply!.payload.toString()).toContain(`"id":${id},`)
    expect(naming(reply!, { misfits: ['a'], uploads: [] }).payload.toString()).toContain(`"id":${id},`)
    const asked = read('/sys/pkDoor/dn_1/thing/event/askPass/post', payload, () => true).messages[0]
    const questionId = `askPass/${id}`
    expect(asked).toMatchObject({ kind: 'ask', questionId })
    const answer = writeDownlink(identity, { kind: 'answer', questionId, data: {} })
    expect(answer.payload.toString()).toContain(`"id":${id},`)
  },
)
test('a number of 257 digits is too long for an id, and says so', () => {
  const { reply } = read('/sys/pkDoor/dn_1/thing/event/property/post', `{"id":${'1'.repeat(257)},"params":{}}`)
  expect(JSON.parse(reply!.payload.toString())).toMatchObject({ code: 460 })
  expect(reply!.payload.toString()).not.toContain('"id"')
})
test('our own id given back as a number is ours', () => {
  const commandId = '191567386307977216'
  const { messages } = read('/sys/pkDoor/dn_1/thing/service/open_reply', `{"id":${commandId},"code":200,"data":{}}`)
  expect(messages).toMatchObject([{ kind: 'reply', commandId, code: 200 }])
})

test('one bundle brings at most 1,000 items, and counts those left out', () => {
  const items = Array.from({ length: 1200 }, (_, at) => ({ value: { n: at }, time: now - at }))
  const uplink = read(
    '/sys/pkDoor/dn_1/thing/event/property/batch/post',
    JSON.stringify({ id: '1', params: { events: { pass: items } } }),
  )
  expect(uplink.messages).toHaveLength(1000)
  expect(body(uplink)).toMatchObject({ code: 200, data: { refused: ['200 items beyond the first 1000'] } })
})

test('nothing of a bundle taken is an error, and at most 20 items are named', () => {
  const items = Array.from({ length: 30 }, () => ({ value: 1, time: now - 31 * 86_400_000 }))
  const uplink = read(
    '/sys/pkDoor/dn_1/thing/event/property/batch/post',
    JSON.stringify({ id: '1', params: { properties: { a: items } } }),
  )
  expect(uplink.messages).toEqual([])
  expect(body(uplink)).toMatchObject({ code: 460, message: expect.stringMatching(/^30 refused: /) })
  expect((body(uplink).data as { refused: string[] }).refused).toHaveLength(20)
})

test('a passage that is sent in two bundles is the same', () => {
  const keyOf = (id: number): string => {
    const payload = JSON.stringify({ id, params: { events: { pass: [{ value: { cardNo: '1' }, time: now - 5 }] } } })
    return (read('/sys/pkDoor/dn_1/thing/event/property/batch/post', payload).messages[0] as DeviceEvent).key
  }
  expect(keyOf(1)).toBe(keyOf(2))
})

test('frames for a script are stored raw and acknowledged', () => {
  const uplink = read('/sys/pkDoor/dn_1/thing/model/up_raw', Buffer.from([0, 255, 1]))
  expect(uplink.messages[0]).toMatchObject({ identifier: '$raw', params: { base64: 'AP8B' } })
  expect(body(uplink)).toMatchObject({ code: 6203 })
})

test('nesting is parsed to a depth of 32 and stored raw beyond', () => {
  const deep = (n: number): string => `{"id":"1","params":{"a":${'['.repeat(n)}${']'.repeat(n)}}}`
  const topic = '/sys/pkDoor/dn_1/thing/event/property/post'
  expect(read(topic, deep(30)).messages[0]?.kind).toBe('report')
  expect(read(topic, deep(31)).messages[0]).toMatchObject({ kind: 'event', identifier: '$raw' })
  expect(read(topic, deep(100_000)).messages[0]).toMatchObject({ kind: 'event', identifier: '$raw' })
})

test.each([
  ['a code beyond 32 bits', '{"id":"77","code":9007199254740991,"data":{}}'],
  ['a code that is no whole number', '{"id":"77","code":0.5,"data":{}}'],
  ['an id beyond 63 bits', '{"id":"9999999999999999999","code":200,"data":{}}'],
])('a reply with %s proves nothing and is kept raw', (_what, payload) => {
  const { messages } = read('/sys/pkDoor/dn_1/thing/service/openDoor_reply', payload)
  expect(messages).toMatchObject([{ kind: 'event', identifier: '$raw' }])
})

test('bytes that are not text are stored in base64', () => {
  const { messages, reply } = read('/sys/pkDoor/dn_1/thing/event/property/post', Buffer.from([0xff, 0x00, 0xd8]))
  expect(messages[0]).toMatchObject({ identifier: '$raw', params: { base64: '/wDY' } })
  expect(JSON.parse(reply?.payload.toString() ?? '')).toMatchObject({ code: 460 })
})

test('a `__proto__` pollutes neither values nor objects', () => {
  const { messages } = read(
    '/sys/pkDoor/dn_1/thing/event/x/post',
    '{"id":"1","params":{"__proto__":{"a":1},"b":{"__proto__":{"c":1}}}}',
  )
  const { params } = messages[0] as DeviceEvent
  expect(Object.keys(params)).toEqual(['b'])
  expect((params as { a?: number }).a).toBeUndefined()
  expect(({} as { a?: number }).a).toBeUndefined()
})

test('times that are no instants are no times', () => {
  for (const time of ['1e300', '"yesterday"', 'null', '{}']) {
    expect(
      read('/sys/pkDoor/dn_1/thing/event/x/post', `{"id":"1","params":{"time":${time}}}`).messages[0],
    ).not.toHaveProperty('at')
  }
})

test('the time is sent immediately and stores nothing', () => {
  const uplink = read('/ext/ntp/pkDoor/dn_1/request', '{"deviceSendTime":"1571724098000"}')
  expect(uplink.messages).toEqual([])
  expect(uplink.reply?.topic).toBe('/ext/ntp/pkDoor/dn_1/response')
  expect(body(uplink)).toEqual({
    deviceSendTime: '1571724098000',
    serverRecvTime: String(now),
    serverSendTime: String(now),
  })
})

test.each([
  '/sys/pkDoor/dn_1/thing/service/openDoor',
  '/sys/pkDoor/dn_1/thing/event//post',
  '/sys/pkDoor/dn_1/thing/event/$raw/post',
  '/sys/pkDoor/dn_1/thing/event/__proto__/post',
  '/sys/pkDoor/dn_1/thing/event/a/b/post',
  '/sys/pkDoor/dn_1/thing/event/property/post/',
  '/sys/pkDoor/dn_1/thing/config/push_reply',
  '/sys/pkDoor/dn_1/thing/constructor',
  '/sys/pkDoor/dn_1/rrpc/response/1',
  '/ext/ntp/pkDoor/dn_1/response',
  '/ext/session/pkDoor/dn_1/combine/login_reply',
  '/shadow/get/pkDoor/dn_1',
  '/ota/device/request/pkDoor/dn_1',
  '/pkDoor/dn_1/user/update/error',
  '/broadcast/pkDoor/x',
  'sys/pkDoor/dn_1/thing/event/a/post',
  'a/b',
])('%s is of no use and no offence', topic => {
  expect(readUplink(identity, topic, Buffer.from('{}'), {}, now)).toEqual({ messages: [], unused: true })
})

test.each([
  '/sys/pkDoor/dn_2/thing/event/property/post',
  '/sys/pkDoor/dn_12/thing/event/property/post',
  '/sys/other/dn_1/thing/event/property/post',
  '/ota/device/inform/pkDoor/dn_2',
  '/ext/session/pkDoor/dn_2/combine/login',
  '/ext/rrpc/1/sys/pkDoor/dn_2/thing/service/x',
  '/shadow/update/pkDoor/dn_2',
  '/pkDoor/dn_2/user/update',
  '/broadcast/other/x',
  '/a/b',
  '$SYS/x',
  '$share/a/b',
])('%s is outside its rights', topic => {
  expect(readUplink(identity, topic, Buffer.from('{}'), {}, now)).toBeUndefined()
})
