/** Invalid MQTT packets: mutated, random, truncated, with wrong lengths, invalid text and impossible payloads. */
import mqttPacket, { type Packet } from 'mqtt-packet'
import type { FaultDevice } from './stage.ts'

export type Version = 4 | 5
type Next = () => number

const at = (next: Next, n: number): number => Math.floor(next() * n)
const pick = <T>(next: Next, list: readonly T[]): T => list[at(next, list.length)]!

export const connectOf = (device: FaultDevice, version: Version): Buffer =>
  mqttPacket.generate(
    {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: version,
      clientId: device.sn,
      clean: true,
      keepalive: 60,
      username: device.sn,
      password: Buffer.from(device.secret),
    },
    { protocolVersion: version },
  )

/** Payloads that are valid JSON, or nearly, without a meaning. */
const VALUES: readonly string[] = [
  'null',
  '-1',
  '1e999',
  '1e308',
  '9007199254740993',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"9999-99-99"',
  '[]',
  '{}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":1}}',
  '[[[[[[[[]]]]]]]]',
  `"${'a'.repeat(10_000)}"`,
  'true',
  'NaN',
]
const NESTED = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const PATHS = [
  'event/property/post',
  'event/pass/post',
  'event/forcedOpen/post',
  'event/nonesuch/post',
  'service/openDoor_reply',
  'service/property/set_reply',
  'deviceinfo/update',
  'event/property/history/post',
  'event/property/batch/post',
  'event/property/pack/post',
  'event/constructor/post',
  'config/get',
]
const KEYS = ['value', 'time', 'guid', 'doorNo', 'cardNo', 'method', 'ok', 'doors', 'direction', 'personId', 'uptime']

function payload(next: Next): string {
  const kind = next()
  if (kind < 0.05) return NESTED
  if (kind < 0.1) return '\0\u0001'
  if (kind < 0.15) return pick(next, VALUES)
  const object = (): string =>
    `{${Array.from({ length: 1 + at(next, 5) }, () => `"${pick(next, KEYS)}":${next() < 0.2 ? object() : pick(next, VALUES)}`).join()}}`
  const text = `{"id":${pick(next, VALUES)},"version":"1.0","code":${pick(next, VALUES)},"params":${object()},"data":${pick(next, VALUES)}}`
  return next() < 0.2 ? text.slice(0, at(next, text.length)) : text
}

function valid(next: Next, device: FaultDevice, productKey: string): Packet {
  const topic = `/sys/${productKey}/${device.sn}/thing/${pick(next, PATHS)}`
  const messageId = 1 + at(next, 65_535)
  return pick<() => Packet>(next, [
    () => ({
      cmd: 'publish',
      topic,
      payload: payload(next),
      qos: 1,
      messageId,
      dup: next() < 0.2,
      retain: next() < 0.1,
    }),
    () => ({ cmd: 'publish', topic, payload: payload(next), qos: 0, dup: false, retain: false }),
    () => ({ cmd: 'publish', topic, payload: '{}', qos: 2, messageId, dup: false, retain: false }),
    () => ({
      cmd: 'publish',
      topic: `/ext/ntp/${productKey}/${device.sn}/request`,
      payload: payload(next),
      qos: 0,
      dup: false,
      retain: false,
    }),
    () => ({
      cmd: 'subscribe',
      messageId,
      subscriptions: [{ topic: pick(next, [topic, '#', '+/+', '$share/a/#', `${'a/'.repeat(100)}a`]), qos: 1 }],
    }),
    () => ({ cmd: 'unsubscribe', messageId, unsubscriptions: [topic] }),
    () => ({ cmd: 'puback', messageId }),
    () => ({ cmd: 'pubrel', messageId }),
    () => ({ cmd: 'pingreq' }),
  ])()
}

/** One to three small changes. */
function mutate(bytes: Buffer, next: Next): Buffer {
  let out = Buffer.from(bytes)
  for (let n = 1 + at(next, 3); n > 0; n -= 1) {
    const position = at(next, out.length)
    const kind = at(next, 5)
    if (kind === 0) out[position] = at(next, 256)
    else if (kind === 1) out[position] = (out[position] ?? 0) ^ (1 << at(next, 8))
    else if (kind === 2) out = out.subarray(0, position + 1)
    else if (kind === 3)
      out = Buffer.concat([out.subarray(0, position), noise(next, 1 + at(next, 8)), out.subarray(position)])
    else out = Buffer.concat([out.subarray(0, position), out.subarray(position + 1 + at(next, 4))])
  }
  return out
}

const noise = (next: Next, length: number): Buffer => Buffer.from(Array.from({ length }, () => at(next, 256)))

/** Text of a topic that is not UTF-8, or that MQTT forbids. */
const BAD_TEXT = [
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xff, 0xfe],
  [0x00],
  [0xf5, 0x80, 0x80, 0x80],
  [0xe4, 0xb8],
  [0x01],
]
/** Wrong remaining lengths: the largest, one of five bytes, none, longer and shorter than the packet. */
const LENGTHS = [[0xff, 0xff, 0xff, 0x7f], [0xff, 0xff, 0xff, 0xff, 0x01], [], [0xff, 0x01], [0x00]]

/** One packet of an unauthenticated client: similar to a CONNECT. */
export function strangePacket(next: Next, device: FaultDevice, version: Version): Buffer {
  const kind = next()
  if (kind < 0.15) return noise(next, 1 + at(next, 200))
  const connect = connectOf(device, version)
  if (kind < 0.25) return Buffer.from([0x10, ...pick(next, LENGTHS), ...connect.subarray(2)])
  if (kind < 0.35) return connect.subarray(0, 1 + at(next, connect.length - 1))
  return mutate(connect, next)
}

/** One packet of an authenticated device. */
export function hostilePacket(next: Next, device: FaultDevice, productKey: string, version: Version): Buffer {
  const kind = next()
  if (kind < 0.1) return noise(next, 1 + at(next, 400))
  if (kind < 0.2)
    return Buffer.from([pick(next, [0x30, 0x32, 0x36, 0x10, 0x82, 0x80, 0xf0, 0x00]), ...pick(next, LENGTHS), 0, 1, 97])
  if (kind < 0.3) {
    const text = pick(next, BAD_TEXT)
    return Buffer.from([0x30, text.length + 4, 0, text.length + 1, 97, ...text, 123])
  }
  const bytes = mqttPacket.generate(valid(next, device, productKey), { protocolVersion: version })
  // Well-formed packets with impossible content are sent unchanged.
  return kind < 0.55 ? bytes : mutate(bytes, next)
}
