/** Reads a CONNECT of MQTT 3.1.1 or 5 (3.1 in both). */
import { hasControl, isTopicName } from './filter.ts'
import type { ClientPacket, Qos, Version, Will } from './packet.ts'
import { readProperties } from './property.ts'
import { reason } from './reason.ts'
import { Malformed, Wire } from './wire.ts'

/**
 * P08. Alink's ids contain `
 * securemode=…
 * ` and are about 100 characters.
 */
const MAX_CLIENT_ID_BYTES = 256

/** Throws Malformed, with the version set where the sender can be answered with a CONNACK. */
export function readConnect(body: Buffer): ClientPacket {
  const wire = new Wire(body)
  const name = wire.text()
  const level = wire.byte()
  // 3.1 called itself MQIsdp; its clients, and bridges that set the top bit, understand a CONNACK of 3.1.1.
  if (name === 'MQIsdp') return { cmd: 'foreignConnect', answer: 4 }
  if (name !== 'MQTT') throw new Malformed('not MQTT', reason.unsupportedVersion)
  if (level !== 4 && level !== 5) return { cmd: 'foreignConnect', answer: (level & 0x7f) < 5 ? 4 : 5 }
  try {
    return readBody(wire, level)
  } catch (error) {
    if (error instanceof Malformed) error.version = level
    throw error
  }
}

function readBody(wire: Wire, version: Version): ClientPacket {
  const flags = wire.byte()
  const has = { username: flags & 0x80, password: flags & 0x40, will: flags & 0x04 }
  const qos = (flags >> 3) & 3
  // [MQTT-3.1.2-3], then [3.1.2-11, -12, -13, -15] of 5 and [3.1.2-22] of 3.1.1
  if (flags & 1) throw new Malformed('reserved flag set')
  if (qos === 3 || (!has.will && flags & 0x38)) throw new Malformed('will flags')
  if (version === 4 && has.password && !has.username) throw new Malformed('password without user name')
  const keepAliveS = wire.uint16()
  const properties = version === 5 ? readProperties(wire, 'connect') : {}
  const clientId = wire.text()
  if (Buffer.byteLength(clientId) > MAX_CLIENT_ID_BYTES || hasControl(clientId))
    throw new Malformed('client id', reason.clientIdNotValid)
  const will = has.will ? readWill(wire, version, qos as Qos, (flags & 0x20) !== 0) : undefined
  const username = has.username ? wire.text() : undefined
  const password = has.password ? wire.binary() : undefined
  wire.done()
  return {
    cmd: 'connect',
    version,
    clean: (flags & 0x02) !== 0,
    keepAliveS,
    clientId,
    properties,
    ...(will && { will }),
    ...(username !== undefined && { username }),
    ...(password && { password }),
  }
}

function readWill(wire: Wire, version: Version, qos: Qos, retain: boolean): Will {
  if (version === 5) readProperties(wire, 'will')
  const topic = wire.text()
  if (!isTopicName(topic)) throw new Malformed('will topic', reason.topicNameInvalid)
  // Stored as long as the session: a copy, so that the CONNECT's buffer can be freed.
  return { topic, payload: Buffer.from(wire.binary()), qos, retain }
}
