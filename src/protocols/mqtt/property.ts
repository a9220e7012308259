/** Reads the properties of MQTT 5 (2.2.2): each known, allowed in its packet, present once and within its range. */
import type { Params } from '#model/row.ts'
import { reason } from './reason.ts'
import { Malformed, type Wire } from './wire.ts'

/** The properties that are used; the others are only checked. */
export interface Properties {
  sessionExpiryInterval?: number
  receiveMaximum?: number
  maximumPacketSize?: number
  topicAlias?: number
  subscriptionIdentifier?: number
  correlationData?: Uint8Array
  authenticationMethod?: string
}

export type Place = 'connect' | 'will' | 'publish' | 'ack' | 'subscribe' | 'unsubscribe' | 'disconnect' | 'auth'

type Kind = 'flag' | 'uint16' | 'uint32' | 'varint' | 'text' | 'pair' | 'binary' | 'topic'
type Rule = readonly [name: string, kind: Kind, ...places: Place[]]

const RULES: Record<number, Rule> = {
  0x01: ['payloadFormatIndicator', 'flag', 'publish', 'will'],
  0x02: ['messageExpiryInterval', 'uint32', 'publish', 'will'],
  0x03: ['contentType', 'text', 'publish', 'will'],
  0x08: ['responseTopic', 'topic', 'publish', 'will'],
  0x09: ['correlationData', 'binary', 'publish', 'will'],
  0x0b: ['subscriptionIdentifier', 'varint', 'publish', 'subscribe'],
  0x11: ['sessionExpiryInterval', 'uint32', 'connect', 'disconnect'],
  0x15: ['authenticationMethod', 'text', 'connect', 'auth'],
  0x16: ['authenticationData', 'binary', 'connect', 'auth'],
  0x17: ['requestProblemInformation', 'flag', 'connect'],
  0x18: ['willDelayInterval', 'uint32', 'will'],
  0x19: ['requestResponseInformation', 'flag', 'connect'],
  0x1f: ['reasonString', 'text', 'ack', 'disconnect', 'auth'],
  0x21: ['receiveMaximum', 'uint16', 'connect'],
  0x22: ['topicAliasMaximum', 'uint16', 'connect'],
  0x23: ['topicAlias', 'uint16', 'publish'],
  0x26: ['userProperty', 'pair', 'connect', 'will', 'publish', 'ack', 'subscribe', 'unsubscribe', 'disconnect', 'auth'],
  0x27: ['maximumPacketSize', 'uint32', 'connect'],
}

// A zero in these is a protocol error by the property's own paragraph (3.1.2.11.3, 3.1.2.11.4, 3.8.2.1.2).
const NEVER_ZERO = new Set(['receiveMaximum', 'maximumPacketSize', 'subscriptionIdentifier'])
const NONE: Properties = Object.freeze({})

export function readProperties(wire: Wire, place: Place): Properties {
  const length = wire.varint()
  if (length === 0) return NONE
  const outerEnd = wire.end
  const end = wire.at + length
  if (end > outerEnd) throw new Malformed('properties longer than their packet')
  // No property may extend beyond the end of the block.
  wire.end = end
  const found: Params = {}
  while (wire.at < end) {
    const rule = RULES[wire.varint()]
    if (!rule?.includes(place, 2)) throw new Malformed(`a property that ${place} does not have`)
    const [name, kind] = rule
    const value = readValue(wire, kind)
    if (kind === 'pair') continue
    if (name in found) throw new Malformed(`${name} twice`, reason.protocolError)
    if (value === 0 && NEVER_ZERO.has(name)) throw new Malformed(`${name} 0`, reason.protocolError)
    found[name] = value
  }
  wire.end = outerEnd
  if ('authenticationData' in found && !('authenticationMethod' in found))
    throw new Malformed('authentication data without method', reason.protocolError)
  return found as Properties
}

function readValue(wire: Wire, kind: Kind): unknown {
  switch (kind) {
    case 'flag': {
      const value = wire.byte()
      if (value > 1) throw new Malformed('a flag above 1', reason.protocolError)
      return value
    }
    case 'pair':
      wire.text()
      return wire.text()
    case 'topic': {
      // [MQTT-3.3.2-14]
      const topic = wire.text()
      if (/[+#]/.test(topic) || topic === '') throw new Malformed('response topic with wildcards', reason.protocolError)
      return topic
    }
    default:
      return wire[kind]()
  }
}
