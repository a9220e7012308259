/** The ways in which a session ends, and what is then sent and stored. */
import type { Packet } from 'mqtt-packet'
import type { CloseReason } from '#model/gate.ts'
import { readUplink } from '#protocols/alink/uplink.ts'
import { encode } from './codec.ts'
import type { Version } from './packet.ts'
import { closeChildren } from './behind.ts'
import { connackCode, disconnectCode, isPassing, reason, type ReasonCode, type Refusal } from './reason.ts'
import type { Output, State, Step } from './state.ts'

/** Writes a packet, unless it is larger than the client accepts [MQTT-3.1.2-24 of 5]. */
export function write(state: State, packet: Packet): Output[] {
  const bytes = encode(packet, state.version)
  return bytes.length > state.maximumPacketSize ? [] : [{ kind: 'write', bytes }]
}

export type How = 'polite' | 'reset' | 'destroy'

/**
 * Ends a session; a connected client of 5 gets the reason, an unauthenticated one is dropped. The session counts as closed when
 * the socket is.
 */
export function end(
  state: State,
  why: CloseReason,
  code?: ReasonCode,
  how: How = state.phase !== 'connected' ? 'destroy' : mayHoldUndelivered(state, why) ? 'reset' : 'polite',
): Step {
  if (state.phase === 'closing' || state.phase === 'gone') return [state, []]
  const reasonCode = code ?? (why in disconnectCode ? disconnectCode[why as keyof typeof disconnectCode] : undefined)
  const explain = how === 'polite' && state.phase === 'connected' && state.version === 5 && reasonCode !== undefined
  const unsent: Output[] = state.queue.filter(q => q.token).map(({ token }) => ({ kind: 'unsent', token, why }))
  return [
    { ...state, phase: 'closing', endReason: why, queue: [] },
    [...(explain ? write(state, { cmd: 'disconnect', reasonCode: reasonCode }) : []), ...unsent, { kind: 'end', how }],
  ]
}

/**
 * A device that went silent, or that connects again from elsewhere, may never have received what it has not acknowledged. After
 * a graceful end the network could still deliver that when it recovers: a door would open minutes late.
 */
const mayHoldUndelivered = (state: State, why: CloseReason): boolean =>
  state.outflight.length > 0 && (why === 'takenOver' || why === 'keepAlive')

/** Answers a CONNECT with a refusal, or with silence where the device should reconnect. */
export function refuse(state: State, why: Refusal): Step {
  if (isPassing(why)) {
    const [after, outputs] = end(state, 'serverStop', undefined, 'destroy')
    return [after, [{ kind: 'refused', reason: why }, ...outputs]]
  }
  const [v5, v4] = connackCode[why as keyof typeof connackCode]
  const [after, outputs] = end(state, why === 'willRefused' ? 'topicRefused' : 'protocolError', undefined, 'polite')
  return [after, [{ kind: 'refused', reason: why }, ...connack(state, v5, v4), ...outputs]]
}

const connack = (state: State, v5: number, v4: number): Output[] =>
  write(state, {
    cmd: 'connack',
    sessionPresent: false,
    ...(state.version === 5 ? { reasonCode: v5 } : { returnCode: v4 }),
  })

/**
 * A packet that violates the standard closes the connection. In 3.1.1 there is no code for it in CONNACK
 * [MQTT-3.1.4-1], except for the client id; a client of 5 gets the reason in CONNACK or DISCONNECT (4.13).
 */
export function malformed(state: State, code: ReasonCode, version: Version | undefined): Step {
  if (state.phase !== 'fresh') return end(state, 'protocolError', code)
  if (version === 4 && code === reason.clientIdNotValid) return refuse(state, 'badClientId')
  const [after, outputs] = end(state, 'protocolError', undefined, version === 5 ? 'polite' : 'destroy')
  return [after, version === 5 ? [...connack({ ...state, version }, code, 0), ...outputs] : outputs]
}

/** A DISCONNECT of the client: it deletes the will unless a client of 5 requests otherwise [MQTT-3.14.4-3 of 5]. */
export function disconnect(state: State, code: number, sessionExpiryInterval: number | undefined): Step {
  // 3.14.2.2.2: an expiry of 0 at CONNECT cannot be changed
  if (sessionExpiryInterval && !state.expiryAsked) return end(state, 'protocolError')
  return end(code === reason.success ? { ...state, will: undefined } : state, 'disconnect')
}

/**
 * The socket is closed. The will is an ordinary publish of the device, for which its rights are checked again; when the
 * server stops it may be omitted (3.1.2.5), and as the device did not fail, nothing is reported.
 */
export function gone(state: State, now: number): Step {
  if (state.phase === 'gone') return [state, []]
  const { identity, will } = state
  const why = state.endReason ?? 'networkError'
  const outputs: Output[] = state.queue.filter(q => q.token).map(({ token }) => ({ kind: 'unsent', token, why }))
  const uplink =
    identity && will && why !== 'serverStop'
      ? readUplink(identity, will.topic, will.payload, state.shared, now)
      : undefined
  if (uplink?.messages.length)
    outputs.push({ kind: 'store', seq: 0, messages: uplink.messages, bytes: will?.payload.length ?? 0 })
  outputs.push(...closeChildren(state, why))
  if (identity) outputs.push({ kind: 'closed', reason: why })
  return [{ ...state, phase: 'gone', endReason: why, will: undefined, queue: [], children: undefined }, outputs]
}

/** Periodic checks: keep-alive, time limits and the age of waiting downlinks. */
export function tick(state: State, held: boolean, now: number): Step {
  const { limits } = state.shared
  const silentMs = now - state.sinceMs
  switch (state.phase) {
    case 'fresh':
      return silentMs >= limits.connectMs ? end(state, 'protocolError') : [state, []]
    case 'opening':
      return silentMs >= limits.openMs ? refuse(state, 'busy') : [state, []]
    case 'connected': {
      if (held) return [{ ...state, sinceMs: now }, []]
      // [MQTT-3.1.2-22 of 5, 3.1.2-24 of 3.1.1]
      if (state.keepAliveS && silentMs >= state.keepAliveS * 1500) return end(state, 'keepAlive')
      return state.queue.length ? dropLate(state, now) : [state, []]
    }
    default:
      return [state, []]
  }
}

function dropLate(state: State, now: number): Step {
  const late = state.queue.filter(q => q.untilMs <= now)
  if (!late.length) return [state, []]
  const outputs: Output[] = late
    .filter(q => q.token)
    .map(({ token }) => ({ kind: 'unsent', token, why: 'waited too long' }))
  return [{ ...state, queue: state.queue.filter(q => q.untilMs > now) }, outputs]
}
