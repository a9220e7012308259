/** The first exchange of a session: CONNECT, the platform's decision, CONNACK. */
import type { IConnackPacket } from 'mqtt-packet'
import type { DeviceIdentity } from '#model/gate.ts'
import { routeOf } from '#protocols/alink/topic.ts'
import { readCredential } from './readCredential.ts'
import { end, refuse, write } from './ending.ts'
import { isWithinLimits } from './filter.ts'
import type { ConnectPacket } from './packet.ts'
import type { State, Step } from './state.ts'

/** The smallest CONNACK of 5 that announces where this server differs from the standard's defaults. */
const CONNACK_BYTES = 24

export function connect(fresh: State, packet: ConnectPacket, now: number): Step {
  const { version, properties, will } = packet
  const { keepAliveMaxS } = fresh.shared.limits
  // Server Keep Alive (3.2.2.3.14) sets a limit even for clients that request none; 3.1.1 has no equivalent.
  const capped = version === 5 && (packet.keepAliveS === 0 || packet.keepAliveS > keepAliveMaxS)
  const keepAliveS = capped ? keepAliveMaxS : packet.keepAliveS
  const state: State = {
    ...fresh,
    version,
    keepAliveS,
    will,
    clientIdGiven: packet.clientId !== '',
    expiryAsked: !!properties.sessionExpiryInterval,
    receiveMaximum: properties.receiveMaximum ?? 65535,
    maximumPacketSize: properties.maximumPacketSize ?? 0xffffffff,
  }
  // No answer and no command would fit, so the platform is not asked.
  if (state.maximumPacketSize < CONNACK_BYTES) return end(state, 'protocolError', undefined, 'destroy')
  if (properties.authenticationMethod !== undefined) return refuse(state, 'badMethod')
  // [MQTT-3.1.3-8 of 3.1.1]; in 5 the server names the client in any case
  if (version === 4 && packet.clientId === '' && !packet.clean) return refuse(state, 'badClientId')
  // [MQTT-3.2.2-13, 3.2.2-12 of 5]. 3.1.1 cannot report it; there both requests are ignored.
  if (version === 5 && will?.retain) return refuse(state, 'retain')
  if (version === 5 && will?.qos === 2) return refuse(state, 'qos')
  const claim = readCredential(packet)
  if (typeof claim === 'string') return refuse(state, claim)
  return [
    { ...state, phase: 'opening', sinceMs: now },
    [{ kind: 'open', claim, clientId: packet.clientId, keepAliveS }],
  ]
}

/** The platform admitted the device. Its rights follow from this identity alone. */
export function opened(opening: State, identity: DeviceIdentity, now: number): Step {
  const state: State = { ...opening, identity }
  const { will, certificateName } = state
  if (certificateName !== undefined && certificateName !== identity.serial && certificateName !== identity.deviceName) {
    return refuse({ ...state, will: undefined }, 'certificateMismatch')
  }
  if (will && !(isWithinLimits(will.topic) && routeOf(identity, will.topic))) {
    const [after, outputs] = refuse({ ...state, will: undefined }, 'willRefused')
    return [after, [{ kind: 'trespass', topic: will.topic.slice(0, 256) }, ...outputs]]
  }
  const connected: State = { ...state, phase: 'connected', sinceMs: now }
  const answer = write(connected, welcome(connected, identity))
  // A longer answer, with an assigned name or keep-alive, may still not fit.
  return answer.length ? [connected, [{ kind: 'admitted', identity }, ...answer]] : end(state, 'protocolError')
}

/** No session outlives its connection: commands wait in the database, so a session is never present. */
function welcome(state: State, identity: DeviceIdentity): IConnackPacket {
  if (state.version === 4) return { cmd: 'connack', sessionPresent: false, returnCode: 0 }
  const { limits } = state.shared
  return {
    cmd: 'connack',
    sessionPresent: false,
    reasonCode: 0,
    properties: {
      ...(state.expiryAsked && { sessionExpiryInterval: 0 }),
      receiveMaximum: limits.receiveMaximum,
      maximumQoS: 1,
      retainAvailable: false,
      maximumPacketSize: limits.packetBytes,
      ...(!state.clientIdGiven && { assignedClientIdentifier: identity.serial }),
      topicAliasMaximum: 0,
      // Wildcards stay announced: those below the device's own name are granted.
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      ...(state.keepAliveS === limits.keepAliveMaxS && { serverKeepAlive: limits.keepAliveMaxS }),
    },
  }
}
