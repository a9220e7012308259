/** Publishes of a connected device: checked, passed on, and acknowledged only when stored. */
import { routeOf } from '#protocols/alink/topic.ts'
import { readUplink, type Uplink } from '#protocols/alink/uplink.ts'
import type { DeviceIdentity, StoreResult } from '#model/gate.ts'
import { naming, TOPIC_ERROR } from '#protocols/alink/reply.ts'
import { answered, awaitedBy } from './awaiting.ts'
import { childOf } from './behind.ts'
import { callChild, callTopology, childError } from './children.ts'
import { end, write } from './ending.ts'
import { isWithinLimits } from './filter.ts'
import type { PublishPacket } from './packet.ts'
import { reason, type ReasonCode } from './reason.ts'
import { deliverAnswer } from './sending.ts'
import { NOTHING_STORED, type Output, type Pending, type State, type Step } from './state.ts'

/** How much of an unprocessed payload is shown in the device's log. */
const UNUSED_BYTES = 256
const NO_USE: Uplink = { messages: [], unused: true }
const CARRIES_NONE = 'a device behind a gateway carries none'

/**
 * False for a PUBLISH while too many are not acknowledged or nothing can be stored; other packets are read at once. A
 * client of 5 that exceeds the Receive Maximum might be closed (4.9); it is held back like one of 3.1.1 instead, which
 * loses nothing and costs no more than its socket.
 */
export function mayRead(state: State, firstByte: number, accepting: boolean): boolean {
  if (firstByte >> 4 !== 3 || state.phase !== 'connected') return true
  return accepting && !state.stopping && state.pending.length < state.shared.limits.unackedMax
}

export function publish(state: State, packet: PublishPacket, now: number): Step {
  const { identity, version } = state
  const { qos, messageId } = packet
  if (!identity) return [state, []]
  if (version === 5) {
    // CONNACK announced both (3.2.2.3.4–5). In 3.1.1 a retained message is accepted like any other, because no later subscriber could receive it.
    if (packet.retain) return end(state, 'protocolError', reason.retainNotSupported)
    if (qos === 2) return end(state, 'protocolError', reason.qosNotSupported)
  }
  if (qos === 2) {
    // [MQTT-4.3.3-2 of 3.1.1]: once stored, the same id is not stored again before PUBREL
    if (state.unreleased.includes(messageId)) return [state, write(state, { cmd: 'pubrec', messageId })]
    if (state.pending.some(p => p.qos === 2 && p.messageId === messageId)) return [state, []]
  }
  const uplink = read(state, identity, packet, now)
  if (!uplink) return state.children ? publishOfChild(state, packet, now) : trespass(state, packet, now)
  const { reply } = uplink
  const seq = state.nextSeq
  return pass(state, packet, uplink, reply ? { seq, qos, messageId, reply } : { seq, qos, messageId }, now)
}

function read(state: State, by: DeviceIdentity, packet: PublishPacket, now: number): Uplink | undefined {
  const { topic, payload, correlation } = packet
  if (!isWithinLimits(topic)) return routeOf(by, topic) && NO_USE
  const awaited = (id: string): string | undefined => awaitedBy(state, packet, id, now)
  return readUplink(by, topic, payload, state.shared, now, { correlation, awaited })
}

function pass(before: State, packet: PublishPacket, uplink: Uplink, entry: Pending, now: number): Step {
  const { seq, child } = entry
  const state: State = { ...before, nextSeq: seq + 1, pending: [...before.pending, entry] }
  if (uplink.unused)
    return unused(state, packet, uplink.reply ? reason.success : reason.noMatchingSubscribers, now, child)
  if (!uplink.messages.length) {
    const [after, outputs] = settle(state, seq, { code: reason.success, ...NOTHING_STORED }, now)
    const [called, more]: Step = uplink.child
      ? callChild(after, uplink.child, now)
      : uplink.topology
        ? callTopology(after, uplink.topology, now)
        : [after, []]
    return [called, [...outputs, ...more]]
  }
  const [first] = uplink.messages
  const after = first?.kind === 'reply' ? answered(state, first.commandId) : state
  const stored: Output = { kind: 'store', seq, messages: uplink.messages, bytes: packet.payload.length }
  return [after, [child === undefined ? stored : { ...stored, child }]]
}

/** A topic that is not the gateway's own: of a device behind it, which must be logged in. */
function publishOfChild(state: State, packet: PublishPacket, now: number): Step {
  const child = childOf(state, packet.topic)
  if (child === undefined) return trespass(state, packet, now)
  const { qos, messageId, topic } = packet
  const entry: Pending = { seq: state.nextSeq, qos, messageId }
  if (typeof child === 'string') {
    // The platform ended its session, or still judges its login: closing the connection would also cut off the others.
    const answering: State = {
      ...state,
      nextSeq: entry.seq + 1,
      pending: [...state.pending, { ...entry, reply: childError(state, child) }],
    }
    const [after, outputs] = settle(answering, entry.seq, { code: reason.notAuthorized, ...NOTHING_STORED }, now)
    return [after, [{ kind: 'trespass', topic: topic.slice(0, 256) }, ...outputs]]
  }
  const given = read(state, child.identity, packet, now)
  if (!given) return trespass(state, packet, now)
  // Nothing is behind a device behind a gateway.
  const refused = given.child?.answer(TOPIC_ERROR, CARRIES_NONE) ?? given.topology?.refuse(TOPIC_ERROR, CARRIES_NONE)
  const uplink: Uplink = refused ? { messages: [], unused: true, reply: refused } : given
  const own: Pending = { ...entry, child: child.no }
  return pass(state, packet, uplink, uplink.reply ? { ...own, reply: uplink.reply } : own, now)
}

/** A topic of its own, or of no device, that the platform does not process: acknowledged, or it would be sent for ever. */
function unused(state: State, { topic, payload }: PublishPacket, code: ReasonCode, now: number, child?: number): Step {
  const start = payload.subarray(0, UNUSED_BYTES)
  const noted: Output = child === undefined ? { kind: 'unused', topic, start } : { kind: 'unused', topic, start, child }
  const [after, outputs] = settle(state, state.nextSeq - 1, { code, ...NOTHING_STORED }, now)
  return [after, [noted, ...outputs]]
}

/** A publish without the right to it. In 3.1.1 the only answer is closing [MQTT-3.3.5-2]; 5 reports it in PUBACK, for a while. */
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
        { code: reason.notAuthorized, ...NOTHING_STORED },
        now,
      )
  return [after, [noted, ...outputs]]
}

/** A publish is stored, or its result is known without storing: acknowledges everything that no longer waits, in order. */
export function settle(state: State, seq: number, outcome: { code: ReasonCode } & StoreResult, now: number): Step {
  const pending = state.pending.map(p => (p.seq === seq ? { ...p, outcome } : p))
  const open = pending.findIndex(p => !p.outcome)
  const done = open < 0 ? pending : pending.slice(0, open)
  let after: State = { ...state, pending: open < 0 ? [] : pending.slice(open) }
  const outputs: Output[] = []
  for (const entry of done) {
    const { qos, messageId, reply, outcome, child } = entry
    const reasonCode = outcome?.code ?? reason.success
    if (qos === 1) outputs.push(...write(after, { cmd: 'puback', messageId, reasonCode }))
    if (qos === 2) {
      after = { ...after, unreleased: [...after.unreleased, messageId] }
      outputs.push(...write(after, { cmd: 'pubrec', messageId }))
    }
    // At QoS 0: it repeats what PUBACK has said, and needs no packet id, which a device might never return.
    if (reply) {
      const message = outcome ? naming(reply, outcome) : reply
      outputs.push(...write(after, { cmd: 'publish', qos: 0, dup: false, retain: false, ...message }))
    }
    for (const answer of outcome?.answers ?? []) {
      const [next, more] = deliverAnswer(after, answer, now, child)
      after = next
      outputs.push(...more)
    }
  }
  if (!after.stopping || after.pending.length) return [after, outputs]
  const [ended, last] = end(after, 'serverStop')
  return [ended, [...outputs, ...last]]
}

/** PUBREL: the id is free again. One that was never stored breaks the flow; an unknown one is answered all the same (4.4). */
export function release(state: State, messageId: number): Step {
  if (state.pending.some(p => p.qos === 2 && p.messageId === messageId)) return end(state, 'protocolError')
  const known = state.unreleased.includes(messageId)
  const after = known ? { ...state, unreleased: state.unreleased.filter(id => id !== messageId) } : state
  return [
    after,
    write(after, { cmd: 'pubcomp', messageId, reasonCode: known ? reason.success : reason.packetIdNotFound }),
  ]
}
