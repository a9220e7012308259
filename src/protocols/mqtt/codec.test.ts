/** Packets written by hand after the standards, and mqtt-packet as an independent encoder of valid ones. */
import mqttPacket, { type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { decode, encode } from './codec.ts'
import fixtures from './fixtures/packets.json' with { type: 'json' }
import { type Frame, Inbox } from './inbox.ts'
import type { Version } from './packet.ts'
import { Malformed } from './wire.ts'

const frameOf = (bytes: Buffer): Frame => {
  const inbox = new Inbox()
  inbox.push(bytes)
  const frame = inbox.next(1 << 20)
  if (typeof frame === 'string') throw new Error(`the fixture is ${frame}`)
  expect(inbox.size).toBe(0)
  return frame
}
const plain = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('hex')
    : Array.isArray(value)
      ? value.map(plain)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]))
        : value

test.each(fixtures)('$name', ({ hex, version, packet, code }) => {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  const frame = frameOf(bytes)
  const read = (): unknown => plain(decode(frame, (version ?? undefined) as Version | undefined))
  if (packet) return expect(read()).toMatchObject(packet)
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(Malformed)
    return expect((error as Malformed).code).toBe(code)
  }
  throw new Error('was accepted')
})

test.each<[Version, Packet, unknown]>([
  [
    4,
    {
      cmd: 'connect',
      clientId: 'x'.repeat(256),
      clean: false,
      keepalive: 65535,
      username: '中文',
      password: Buffer.from('p'),
      will: { topic: '/w', payload: Buffer.from('z'), qos: 2, retain: true },
    },
    { cmd: 'connect', clean: false, keepAliveS: 65535, username: '中文', will: { qos: 2, retain: true } },
  ],
  [
    5,
    {
      cmd: 'connect',
      protocolVersion: 5,
      clientId: 'c',
      properties: {
        sessionExpiryInterval: 1,
        receiveMaximum: 2,
        maximumPacketSize: 3,
        topicAliasMaximum: 4,
        requestResponseInformation: true,
        requestProblemInformation: true,
        userProperties: { a: ['b', 'c'] },
        authenticationMethod: 'm',
        authenticationData: Buffer.from('d'),
      },
      will: {
        topic: '/w',
        payload: Buffer.from('z'),
        qos: 1,
        properties: {
          willDelayInterval: 9,
          payloadFormatIndicator: true,
          messageExpiryInterval: 1,
          contentType: 'json',
          responseTopic: 'r',
          correlationData: Buffer.from('q'),
        },
      },
    },
    { cmd: 'connect', properties: { authenticationMethod: 'm', receiveMaximum: 2 } },
  ],
  [
    5,
    {
      cmd: 'publish',
      topic: '/t',
      payload: Buffer.from('{}'),
      qos: 2,
      messageId: 65535,
      dup: true,
      retain: true,
      properties: {
        payloadFormatIndicator: true,
        messageExpiryInterval: 4,
        responseTopic: 'r',
        contentType: 'c',
        correlationData: Buffer.from('x'),
        userProperties: { k: 'v' },
      },
    },
    { cmd: 'publish', qos: 2, retain: true, dup: true, messageId: 65535 },
  ],
  [
    5,
    {
      cmd: 'subscribe',
      messageId: 3,
      subscriptions: [{ topic: '$share/g/+/#', qos: 1, nl: false, rap: true, rh: 2 }],
      properties: { subscriptionIdentifier: 268435455 },
    },
    {
      cmd: 'subscribe',
      subscriptions: [{ filter: '$share/g/+/#', qos: 1 }],
      properties: { subscriptionIdentifier: 268435455 },
    },
  ],
  [
    5,
    { cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['a', 'b/#'] },
    { cmd: 'unsubscribe', filters: ['a', 'b/#'] },
  ],
  [
    5,
    { cmd: 'puback', messageId: 3, reasonCode: 0x10, properties: { reasonString: 'r', userProperties: { a: 'b' } } },
    { cmd: 'puback', code: 0x10 },
  ],
  [
    5,
    { cmd: 'disconnect', reasonCode: 4, properties: { sessionExpiryInterval: 1, reasonString: 'bye' } },
    { cmd: 'disconnect', code: 4, sessionExpiryInterval: 1 },
  ],
])('mqtt-packet writes version %s %o', (version, packet, expected) => {
  const bytes = mqttPacket.generate(packet, { protocolVersion: version })
  expect(decode(frameOf(bytes), packet.cmd === 'connect' ? undefined : version)).toMatchObject(expected as object)
})

test.each([4, 5] as const)('what is written here is what mqtt-packet writes for version %s', version => {
  const shared = { topic: '/sys/pk/门/thing', dup: false, retain: false } as const
  const packets: Packet[] = [
    { cmd: 'puback', messageId: 1, reasonCode: 0 },
    { cmd: 'puback', messageId: 65_535, reasonCode: 0x87 },
    ...[0, 1, 99, 100, 101, 102, 103, 104, 105, 106, 127, 128, 16_350, 16_384, 2_097_140, 2_097_152].flatMap(size => [
      { cmd: 'publish', ...shared, qos: 0, payload: Buffer.alloc(size, 7) } as const,
      { cmd: 'publish', ...shared, qos: 1, messageId: 0x1234, payload: Buffer.alloc(size, 7) } as const,
    ]),
  ]
  for (const packet of packets)
    expect(encode(packet, version).equals(mqttPacket.generate(packet, { protocolVersion: version }))).toBe(true)
})

test('the inbox gives the same packets however the bytes are cut', () => {
  const sizes = [0, 1, 127, 128, 16_383, 16_384, 70_000]
  const stream = Buffer.concat(
    sizes.map((n, i) =>
      mqttPacket.generate({
        cmd: 'publish',
        topic: `/t${i}`,
        payload: Buffer.alloc(n, i),
        qos: 0,
        dup: false,
        retain: false,
      }),
    ),
  )
  for (const cut of [1, 2, 3, 7, 1000, 65_536, stream.length]) {
    const inbox = new Inbox()
    const seen: number[] = []
    for (let i = 0; i < stream.length; i += cut) {
      // A separate buffer, overwritten afterwards, because the result must be a copy.
      const chunk = Buffer.from(stream.subarray(i, i + cut))
      inbox.push(chunk)
      for (let frame = inbox.next(100_000); frame !== 'partial'; frame = inbox.next(100_000)) {
        if (typeof frame === 'string') throw new Error(frame)
        const packet = decode(frame, 4)
        if (packet.cmd === 'publish') {
          expect(packet.payload.every(byte => byte === seen.length)).toBe(true)
          seen.push(packet.payload.length)
        }
      }
      inbox.settle()
      chunk.fill(0xee)
    }
    expect(seen).toEqual(sizes)
    expect(inbox.size).toBe(0)
  }
})

test('the inbox refuses a size before its bytes are there', () => {
  const inbox = new Inbox()
  inbox.push(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]))
  expect(inbox.next(256 * 1024)).toBe('tooLarge')
  const overlong = new Inbox()
  overlong.push(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]))
  expect(overlong.next(1 << 30)).toBe('malformed')
  const padded = new Inbox()
  padded.push(Buffer.from([0xc0, 0x80, 0x00]))
  expect(padded.next(1 << 30)).toBe('malformed')
})
