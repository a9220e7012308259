/** What a connected device publishes: judged, handed up, and acknowledged only when it is stored. */
import { readUplink } from '#protocols/alink/uplink.ts'
import type { Downlink } from '#model/message.ts'
import { end, write } from './ending.ts'
import { isWithinLimits } from './filter.ts'
import type { PublishPacket } from './packet.ts'
import { reason, type ReasonCode } from './reason.ts'
import { deliverAnswer } from './sending.ts'
import type { Output, Pending, State, Step } from './state.ts'

const unacknowledged = (state: State): number => state.pending.reduce((count, { qos }) => (qos ? count + 1 : count), 0)

/**
 * Whether the packet that begins with this byte may be read now. PUBLISH waits while too much is unacknowledged or
 * nothing can be stored; other packets, and one that breaks the Receive Maximum, are read at once.
 */
export function mayRead(state: State, firstByte: number, accepting: boolean): boolean {
  if (firstByte >> 4 !== 3 || state.phase !== 'connected') return true
  const { limits } = state.shared
  if (state.version === 5 && firstByte & 6 && unacknowledged(state) >= limits.receiveMaximum) return true
  return accepting && !state.stopping && state.pending.length < limits.unackedMax
}

export function publish(state: State, packet: PublishPacket, now: number): Step {
  const { identity, version } = state
  const { topic, payload, qos, messageId } = packet
  if (!identity) return [state, []]
  if (version === 5) {
    // CONNACK announced all three (3.2.2.3.3–5). In 3.1.1 a retained message is taken like any other: nobody could read it later.
    if (packet.retain) return end(state, 'protocolError', reason.retainNotSupported)
    if (qos === 2) return end(state, 'protocolError', reason.qosNotSupported)
    if (qos && unacknowledged(state) >= state.shared.limits.receiveMaximum)
      return end(state, 'protocolError', reason.receiveMaximumExceeded)
  }
  if (qos === 2) {
    // [MQTT-4.3.3-2 of 3.1.1]: once stored, the same id is not stored again before PUBREL
    if (state.unreleased.includes(messageId)) return [state, write(state, { cmd: 'pubrec', messageId })]
    if (state.pending.some(p => p.qos === 2 && p.messageId === messageId)) return [state, []]
  }
  const uplink = isWithinLimits(topic) ? readUplink(identity, topic, payload, state.shared, now) : undefined
  if (!uplink) return trespass(state, packet, now)
  const seq = state.nextSeq
  const entry: Pending = uplink.reply ? { seq, qos, messageId, reply: uplink.reply } : { seq, qos, messageId }
  const after: State = { ...state, nextSeq: seq + 1, pending: [...state.pending, entry] }
  if (!uplink.messages.length) return settle(after, seq, reason.success, [], now)
  return [after, [{ kind: 'take', seq, messages: uplink.messages, bytes: payload.length }]]
}

/** Outside its rights. 3.1.1 has no word but closing [MQTT-3.3.5-2]; 5 says it in PUBACK, for a while. */
function trespass(state: State, { topic, qos, messageId }: PublishPacket, now: number): Step {
  const trespasses = state.trespasses + 1
  const noted: Output = { kind: 'trespass', topic: topic.slice(0, 256) }
  const refused = state.version === 4 || trespasses >= state.shared.limits.trespassesMax
  const entry: Pending = { seq: state.nextSeq, qos, messageId }
  const [after, outputs] = refused
    ? end(state, 'topicRefused')
    : settle(
        { ...state, trespasses, nextSeq: entry.seq + 1, pending: [...state.pending, entry] },
        entry.seq,
        reason.notAuthorized,
        [],
        now,
      )
  return [after, [noted, ...outputs]]
}

/** A publish is stored, or its fate is known without: acknowledge everything that is no longer waited for, in order. */
export function settle(state: State, seq: number, code: ReasonCode, answers: readonly Downlink[], now: number): Step {
  const pending = state.pending.map(p => (p.seq === seq ? { ...p, outcome: { code, answers } } : p))
  const open = pending.findIndex(p => !p.outcome)
  const done = open < 0 ? pending : pending.slice(0, open)
  let after: State = { ...state, pending: open < 0 ? [] : pending.slice(open) }
  const outputs: Output[] = []
  for (const entry of done) {
    const { qos, messageId, reply, outcome } = entry
    const reasonCode = outcome?.code ?? reason.success
    if (qos === 1) outputs.push(...write(after, { cmd: 'puback', messageId, reasonCode }))
    if (qos === 2) {
      after = { ...after, unreleased: [...after.unreleased, messageId] }
      outputs.push(...write(after, { cmd: 'pubrec', messageId }))
    }
    // At QoS 0: it repeats what PUBACK has said, and needs no packet id of a device that may never give it back.
    if (reply) outputs.push(...write(after, { cmd: 'publish', qos: 0, dup: false, retain: false, ...reply }))
    for (const answer of outcome?.answers ?? []) {
      const [next, more] = deliverAnswer(after, answer, now)
      after = next
      outputs.push(...more)
    }
  }
  if (!after.stopping || after.pending.length) return [after, outputs]
  const [ended, last] = end(after, 'serverStop')
  return [ended, [...outputs, ...last]]
}

/** PUBREL: the id is free again. One that was never stored breaks the flow; one unknown is answered all the same (4.4). */
export function release(state: State, messageId: number): Step {
  if (state.pending.some(p => p.qos === 2 && p.messageId === messageId)) return end(state, 'protocolError')
  const known = state.unreleased.includes(messageId)
  const after = known ? { ...state, unreleased: state.unreleased.filter(id => id !== messageId) } : state
  return [
    after,
    write(after, { cmd: 'pubcomp', messageId, reasonCode: known ? reason.success : reason.packetIdNotFound }),
  ]
}
