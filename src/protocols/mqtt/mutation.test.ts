/** Twenty thousand damaged packets from a seeded generator: the process survives, and another connection is not affected. */
import { createHmac } from 'node:crypto'
import mqttPacket, { type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { startMqtt } from './adapter.ts'
import { decode } from './codec.ts'
import { Inbox } from './inbox.ts'
import { MemoryGate, until } from '../../../tests/harness/memoryGate.ts'
import type { Version } from './packet.ts'
import { RawClient } from '../../../tests/harness/RawClient.ts'
import { Malformed } from './wire.ts'

/** mulberry32 */
const random = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const TOPIC = '/sys/pk/dn-SN1/thing/event/property/post'
const SESSION = '/ext/session/pk/dn-SN1/combine'
const TOPOLOGY = '/sys/pk/dn-SN1/thing/topo'
const CHILD = { productKey: 'pk', deviceName: 'dn-SN2' }
const signed = {
  ...CHILD,
  clientId: 'c',
  signMethod: 'hmacSha256',
  sign: createHmac('sha256', MemoryGate.secretOf('SN2')).update('clientIdcdeviceNamedn-SN2productKeypk').digest('hex'),
}
const seeds = (v: Version): Packet[] => [
  {
    cmd: 'connect',
    protocolVersion: v,
    clientId: 'c',
    clean: true,
    keepalive: 60,
    username: 'SN1',
    password: Buffer.from(MemoryGate.secretOf('SN1')),
    will: {
      topic: TOPIC,
      payload: Buffer.from('{}'),
      qos: 1,
      ...(v === 5 && { properties: { willDelayInterval: 3, contentType: 'x' } }),
    },
    ...(v === 5 && { properties: { receiveMaximum: 3, userProperties: { a: 'b' } } }),
  },
  {
    cmd: 'publish',
    topic: TOPIC,
    payload: '{"id":"1","params":{"a":1}}',
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
    ...(v === 5 && { properties: { messageExpiryInterval: 1, responseTopic: 'r', correlationData: Buffer.from('q') } }),
  },
  {
    cmd: 'publish',
    topic: TOPIC,
    payload: '{"params":{"b":[1,{"c":"\ud83d\ude00"}]}}',
    qos: 0,
    dup: false,
    retain: false,
  },
  { cmd: 'publish', topic: TOPIC, payload: '{}', qos: 2, messageId: 4, dup: false, retain: false },
  {
    cmd: 'subscribe',
    messageId: 2,
    subscriptions: [{ topic: '/sys/pk/dn-SN1/thing/#', qos: 1, nl: false, rap: false, rh: 0 }],
  },
  { cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['/sys/pk/dn-SN1/thing/#'] },
  { cmd: 'puback', messageId: 1, reasonCode: 0 },
  { cmd: 'pubrel', messageId: 4, reasonCode: 0 },
  ...[
    [`${SESSION}/login`, { id: '1', params: signed }],
    ['/sys/pk/dn-SN2/thing/event/property/post', { id: '2', params: { a: 1 } }],
    [`${SESSION}/logout`, { id: '3', params: CHILD }],
    [`${TOPOLOGY}/add`, { id: '4', params: [signed, { ...signed, deviceName: 'dn-SN3' }] }],
    [`${TOPOLOGY}/delete`, { id: '5', params: [CHILD] }],
    [`${TOPOLOGY}/get`, { id: '6', params: {} }],
  ].map(([topic, body], index): Packet => ({
    cmd: 'publish',
    topic: topic as string,
    payload: JSON.stringify(body),
    qos: 1,
    messageId: 20 + index,
    dup: false,
    retain: false,
  })),
  { cmd: 'pingreq' },
  { cmd: 'disconnect', reasonCode: 4 },
]

function mutate(bytes: Buffer, next: () => number): Buffer {
  const at = (n: number): number => Math.floor(next() * n)
  let out = Buffer.from(bytes)
  for (let i = 1 + at(3); i > 0; i--) {
    const kind = at(6)
    const pos = at(out.length)
    if (kind === 0) out[pos] = at(256)
    else if (kind === 1) out[pos] = (out[pos] ?? 0) ^ (1 << at(8))
    else if (kind === 2) out = out.subarray(0, pos + 1)
    else if (kind === 3)
      out = Buffer.concat([
        out.subarray(0, pos),
        Buffer.from(Array.from({ length: 1 + at(8) }, () => at(256))),
        out.subarray(pos),
      ])
    else if (kind === 4) out = Buffer.concat([out.subarray(0, pos), out.subarray(pos + 1 + at(4))])
    else if (out.length > pos + 2) out.writeUInt16BE([0, 1, 0xffff, 0x7fff, 0x0100][at(5)] as number, pos)
    if (!out.length) out = Buffer.from([at(256)])
  }
  return out
}

test('20,000 mutated packets', async () => {
  const gate = new MemoryGate()
  const front = await startMqtt({ host: '127.0.0.1', port: 0, gate, limits: { connectsPerS: 1e6 } })
  const neighbour = new RawClient(front.port)
  await neighbour.login('SN0')
  const next = random(20_260_101)
  const rssBefore = process.memoryUsage().rss
  let sent = 0
  const attack = async (v: Version, count: number): Promise<void> => {
    const packets = seeds(v).map(p => mqttPacket.generate(p, { protocolVersion: v }))
    while (sent < count) {
      const device = new RawClient(front.port, v)
      // Half of the connections first connect correctly; the others attack the CONNECT.
      const known = next() < 0.5
      const script = Array.from({ length: known ? 4 : 2 }, () =>
        mutate(packets[known ? Math.floor(next() * packets.length) : 0] as Buffer, next),
      )
      sent += script.length
      // Half of those announce and log in another device, so that its session is attacked too.
      const behind = packets.filter(bytes => bytes.includes('topo/add') || bytes.includes('combine/login'))
      device.bytes(...(known ? [packets[0] as Buffer] : []), ...(known && next() < 0.5 ? behind : []), ...script)
      device.socket.end()
      await until(() => device.closed)
    }
  }
  for (const [v, count] of [
    [4, 8000],
    [5, 16_000],
  ] as const)
    await Promise.all(Array.from({ length: 8 }, () => attack(v, count)))

  // The rest goes through the codec alone, where any error other than Malformed would be a fault.
  for (; sent < 20_000; sent++) {
    const v = sent % 2 ? 4 : 5
    const all = seeds(v)
    const inbox = new Inbox()
    inbox.push(mutate(mqttPacket.generate(all[sent % all.length] as Packet, { protocolVersion: v }), next))
    const frame = inbox.next(262_144)
    if (typeof frame === 'string') continue
    try {
      decode(frame, next() < 0.3 ? undefined : v)
    } catch (error) {
      expect(error).toBeInstanceOf(Malformed)
    }
  }

  neighbour.send(neighbour.post(7, 1, { serial: 'SN0' }))
  expect((await neighbour.next('puback')).messageId).toBe(7)
  await until(() => front.stats().connections === 1)
  expect(gate.of('SN0').closed).toEqual([])
  for (const session of gate.sessions) if (session.identity.serial !== 'SN0') expect(session.closed).toHaveLength(1)
  expect(front.stats().malformed).toBeGreaterThan(1000)
  expect(gate.sessions.length).toBeGreaterThan(500)
  expect(gate.sessions.filter(session => session.info.gateway).length).toBeGreaterThan(20)
  expect(gate.announced).toBeGreaterThan(20)
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(150 * 1024 * 1024)
  await front.close(200)
}, 30_000)
