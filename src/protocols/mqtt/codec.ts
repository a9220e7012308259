/** Encodes and decodes MQTT packets: strict in reading those of clients. */
import { isUtf8 } from 'node:buffer'
import mqttPacket, { type IPublishPacket, type Packet } from 'mqtt-packet'
import { isTopicFilter, isTopicName } from './filter.ts'
import type { Frame } from './inbox.ts'
import type { ClientPacket, PublishPacket, Qos, Subscription, Version } from './packet.ts'
import { readProperties } from './property.ts'
import { readConnect } from './readConnect.ts'
import { reason } from './reason.ts'
import { Malformed, Wire } from './wire.ts'

/** Longer correlation data of a client is not ours. */
const CORRELATION_MAX = 64
/** Types whose flags are fixed (2.1.3): any other value is malformed. */
const FIXED_FLAGS: Record<number, number> = { 1: 0, 4: 0, 5: 0, 6: 2, 7: 0, 8: 2, 10: 2, 12: 0, 14: 0, 15: 0 }
const ACK = { 4: 'puback', 5: 'pubrec', 6: 'pubrel', 7: 'pubcomp' } as const
// 3.4.2.1, 3.5.2.1; 3.6.2.1, 3.7.2.1; 3.14.2.1, the codes that a client may send
const PUBLISH_CODES = new Set([0, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99])
const RELEASE_CODES = new Set([0, 0x92])
const DISCONNECT_CODES = new Set([0, 4, 0x80, 0x81, 0x82, 0x83, 0x90, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99])

/**
 * One packet of a client. `version` is that of its CONNECT; undefined means that this must be the CONNECT
 * [MQTT-3.1.0-1]. Throws Malformed. Payloads are views of the frame.
 */
export function decode({ type, flags, body }: Frame, version: Version | undefined): ClientPacket {
  if (type !== 3 && FIXED_FLAGS[type] !== flags) {
    throw type in FIXED_FLAGS
      ? new Malformed('reserved flags')
      : new Malformed(`packet type ${type} from a client`, reason.protocolError)
  }
  if (version === undefined) {
    if (type === 1) return readConnect(body)
    throw new Malformed('first packet is not CONNECT', reason.protocolError)
  }
  const wire = new Wire(body)
  const packet = readBody(type, flags, wire, version)
  wire.done()
  return packet
}

function readBody(type: number, flags: number, wire: Wire, version: Version): ClientPacket {
  switch (type) {
    case 3:
      return readPublish(flags, wire, version)
    case 4:
    case 5:
    case 6:
    case 7:
      return readAck(type, wire, version)
    case 8:
      return readSubscribe(wire, version)
    case 10:
      return readUnsubscribe(wire, version)
    case 12:
      return { cmd: 'pingreq' }
    case 14:
      return readDisconnect(wire, version)
    case 1:
      throw new Malformed('second CONNECT', reason.protocolError)
    default:
      // AUTH: no method was agreed (4.12), and 3.1.1 has no such packet.
      throw new Malformed('AUTH', version === 5 ? reason.protocolError : reason.malformed)
  }
}

function readPublish(flags: number, wire: Wire, version: Version): PublishPacket {
  const qos = (flags >> 1) & 3
  const dup = (flags & 8) !== 0
  // [MQTT-3.3.1-4], [MQTT-3.3.1-2]
  if (qos === 3) throw new Malformed('QoS 3')
  if (dup && qos === 0) throw new Malformed('DUP at QoS 0')
  const topic = wire.text()
  const messageId = qos ? readMessageId(wire) : 0
  let correlation: string | undefined
  if (version === 5) {
    const properties = readProperties(wire, 'publish')
    correlation = textOf(properties.correlationData)
    // None were offered: CONNACK announces a maximum of 0 (3.3.2.3.4). Only servers send subscription ids [3.3.4-6].
    if (properties.topicAlias !== undefined) throw new Malformed('topic alias', reason.topicAliasInvalid)
    if (properties.subscriptionIdentifier !== undefined)
      throw new Malformed('subscription id in PUBLISH', reason.protocolError)
  }
  if (!isTopicName(topic)) throw new Malformed('topic name', version === 5 ? reason.topicNameInvalid : reason.malformed)
  const retain = (flags & 1) !== 0
  const packet: PublishPacket = { cmd: 'publish', topic, messageId, payload: wire.rest(), qos: qos as Qos, dup, retain }
  return correlation === undefined ? packet : { ...packet, correlation }
}

/** Ours are digits; whatever else a device uses, which may be no text, says nothing about our commands. */
const textOf = (data: Uint8Array | undefined): string | undefined =>
  data && (data.length <= CORRELATION_MAX && isUtf8(data) ? Buffer.from(data).toString() : '')

/** Never 0 [MQTT-2.2.1-3, 2.2.1-4]. */
function readMessageId(wire: Wire): number {
  const id = wire.uint16()
  if (id === 0) throw new Malformed('packet id 0', reason.protocolError)
  return id
}

function readAck(type: 4 | 5 | 6 | 7, wire: Wire, version: Version): ClientPacket {
  const messageId = readMessageId(wire)
  // The code may be omitted for success without properties (3.4.2.1).
  const code = version === 5 && wire.left ? wire.byte() : 0
  if (version === 5 && wire.left) readProperties(wire, 'ack')
  if (!(type < 6 ? PUBLISH_CODES : RELEASE_CODES).has(code)) throw new Malformed('reason code', reason.protocolError)
  return { cmd: ACK[type], messageId, code }
}

function readSubscribe(wire: Wire, version: Version): ClientPacket {
  const messageId = readMessageId(wire)
  const properties = version === 5 ? readProperties(wire, 'subscribe') : {}
  const subscriptions: Subscription[] = []
  while (wire.left) {
    const filter = readFilter(wire)
    const options = wire.byte()
    // [MQTT-3.8.3-4] of 3.1.1; [3.8.3-5] of 5, retain handling 3 and no-local on a share [3.8.3-4] too
    if (version === 4 ? options & 0xfc : options & 0xc0) throw new Malformed('reserved subscription options')
    if ((options & 3) === 3) throw new Malformed('QoS 3')
    if ((options & 0x30) === 0x30) throw new Malformed('retain handling 3', reason.protocolError)
    if (options & 4 && filter.startsWith('$share/'))
      throw new Malformed('no local on a shared subscription', reason.protocolError)
    subscriptions.push({ filter, qos: (options & 3) as Qos })
  }
  // [MQTT-3.8.3-2]
  if (!subscriptions.length) throw new Malformed('SUBSCRIBE of nothing', reason.protocolError)
  return { cmd: 'subscribe', messageId, subscriptions, properties }
}

function readUnsubscribe(wire: Wire, version: Version): ClientPacket {
  const messageId = readMessageId(wire)
  if (version === 5) readProperties(wire, 'unsubscribe')
  const filters: string[] = []
  while (wire.left) filters.push(readFilter(wire))
  // [MQTT-3.10.3-2]
  if (!filters.length) throw new Malformed('UNSUBSCRIBE of nothing', reason.protocolError)
  return { cmd: 'unsubscribe', messageId, filters }
}

function readFilter(wire: Wire): string {
  const filter = wire.text()
  if (!isTopicFilter(filter)) throw new Malformed('topic filter', reason.malformed)
  return filter
}

function readDisconnect(wire: Wire, version: Version): ClientPacket {
  if (version === 4) return { cmd: 'disconnect', code: 0 }
  const code = wire.left ? wire.byte() : 0
  const { sessionExpiryInterval } = wire.left ? readProperties(wire, 'disconnect') : {}
  if (!DISCONNECT_CODES.has(code)) throw new Malformed('reason code', reason.protocolError)
  return { cmd: 'disconnect', code, ...(sessionExpiryInterval !== undefined && { sessionExpiryInterval }) }
}

/**
 * One packet of the server, in the form of its client's version. Publishes and plain acknowledgements, which every
 * message needs, are written here at a third of the cost.
 */
export const encode = (packet: Packet, version: Version): Buffer =>
  packet.cmd === 'publish' && !packet.properties
    ? writePublish(packet, version)
    : packet.cmd === 'puback' && !packet.reasonCode
      ? Buffer.from([0x40, 2, packet.messageId! >> 8, packet.messageId! & 0xff])
      : mqttPacket.generate(packet, { protocolVersion: version })

/** Without properties and, as nothing is sent twice or retained, without DUP and RETAIN (3.3). */
function writePublish({ topic, payload, qos, messageId = 0 }: IPublishPacket, version: Version): Buffer {
  const name = Buffer.byteLength(topic)
  let rest = 2 + name + (qos ? 2 : 0) + (version === 5 ? 1 : 0) + payload.length
  const bytes = Buffer.allocUnsafe(rest + (rest < 0x80 ? 2 : rest < 0x4000 ? 3 : rest < 0x20_0000 ? 4 : 5))
  let at = bytes.writeUInt8(0x30 | (qos << 1), 0)
  for (; rest >= 0x80; rest >>= 7) at = bytes.writeUInt8((rest & 0x7f) | 0x80, at)
  at = bytes.writeUInt8(rest, at)
  at = bytes.writeUInt16BE(name, at)
  at += bytes.write(topic, at)
  if (qos) at = bytes.writeUInt16BE(messageId, at)
  if (version === 5) at = bytes.writeUInt8(0, at)
  bytes.set(payload as Buffer, at)
  return bytes
}
