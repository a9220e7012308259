/** Messages to a connected device: one QoS 1 publish each, within the client's Receive Maximum. */
import type { Downlink } from '#model/message.ts'
import type { Publish } from '#protocols/alink/reply.ts'
import { nameOf } from '#protocols/alink/topic.ts'
import { writeDownlink } from '#protocols/alink/writeDownlink.ts'
import { awaiting } from './awaiting.ts'
import { childNumbered } from './behind.ts'
import { write } from './ending.ts'
import { matches } from './filter.ts'
import type { Qos } from './packet.ts'
import type { Child, Output, Queued, State, Step } from './state.ts'

/** `send` of the platform: sent now, or waits a while for a PUBACK. */
export function send(state: State, token: number, downlink: Downlink, now: number, child?: number): Step {
  const identity = child === undefined ? state.identity : childNumbered(state, child)?.identity
  if (state.phase !== 'connected' || !identity) return unsent(state, token, 'not connected')
  let publish: Publish
  try {
    publish = writeDownlink(identity, downlink)
  } catch (error) {
    return unsent(state, token, String(error))
  }
  const untilMs = now + state.shared.limits.queueMs
  return deliver(state, child === undefined ? { ...publish, token, untilMs } : { ...publish, token, untilMs, child })
}

/** The answer to an `ask`, which came with its acknowledgement. */
export const deliverAnswer = (state: State, answer: Downlink, now: number, child?: number): Step =>
  send(state, 0, answer, now, child)

export function deliver(state: State, item: Queued): Step {
  const qos = qosOf(state, item.topic)
  // It waits behind other waiting ones, so that commands keep their order.
  if (state.queue.length === 0 && (qos === 0 || state.outflight.length < windowOf(state)))
    return transmit(state, item, qos)
  if (state.queue.length >= state.shared.limits.queueMax)
    return unsent(state, item.token, 'the device acknowledges nothing')
  return [{ ...state, queue: [...state.queue, item] }, []]
}

/** PUBACK of the device, whatever its reason code: its slot is free (4.9). An unknown id is a late or duplicate one. */
export function acknowledged(state: State, messageId: number, now: number): Step {
  let after: State = { ...state, outflight: state.outflight.filter(id => id !== messageId) }
  const outputs: Output[] = []
  while (after.queue.length && after.outflight.length < windowOf(after)) {
    const [item, ...queue] = after.queue as [Queued, ...Queued[]]
    const [next, more] =
      item.untilMs <= now
        ? unsent({ ...after, queue }, item.token, 'waited too long')
        : transmit({ ...after, queue }, item, qosOf(after, item.topic))
    after = next
    outputs.push(...more)
  }
  return [after, outputs]
}

function transmit(state: State, item: Queued, qos: Qos): Step {
  const { topic, payload, token, child, request } = item
  const messageId = qos ? freePacketId(state) : 0
  const packet = { cmd: 'publish', topic, payload, qos, dup: false, retain: false, ...(qos && { messageId }) } as const
  // A device of 5 may answer by them (3.3.2.3.5–6). Both are in the payload too, so a device with little memory does without.
  const properties =
    request && state.version === 5
      ? { responseTopic: request.replyTopic, correlationData: Buffer.from(request.id) }
      : undefined
  const whole = properties ? write(state, { ...packet, properties }) : []
  const written = whole.length ? whole : write(state, packet)
  if (!written.length) return unsent(state, token, 'larger than the device takes')
  const asked = awaiting(state, item)
  const sent = qos ? { ...asked, lastPacketId: messageId, outflight: [...state.outflight, messageId] } : asked
  const after = child === undefined ? sent : noteSent(sent, child, messageId)
  return [after, token ? [...written, { kind: 'sent', token }] : written]
}

/** What a device behind this one may still receive, see `endChild`. */
function noteSent(state: State, no: number, messageId: number): State {
  const child = childNumbered(state, no)
  if (!child || !state.children) return state
  const outflight = child.outflight.filter(id => state.outflight.includes(id))
  const noted: Child = messageId
    ? { ...child, outflight: [...outflight, messageId] }
    : { ...child, outflight, unsure: true }
  return {
    ...state,
    children: { ...state.children, open: new Map(state.children.open).set(nameOf(child.identity), noted) },
  }
}

const unsent = (state: State, token: number, why: string): Step => [
  state,
  token ? [{ kind: 'unsent', token, why }] : [],
]

const windowOf = (state: State): number => Math.min(state.receiveMaximum, state.shared.limits.outflightMax)

/**
 * Many devices expect services without subscribing, and publish before they subscribe: every
 * downlink topic counts as subscribed at QoS 1, unless the device itself chose a lower one [MQTT-3.8.4-6].
 */
function qosOf(state: State, topic: string): Qos {
  let chosen: Qos | undefined
  for (const { filter, qos } of state.subscriptions) {
    if ((chosen === undefined || qos > chosen) && matches(filter, topic)) chosen = qos
  }
  return chosen ?? 1
}

/** The next id in 1–65535 that is not in flight; the window is far smaller than that. */
function freePacketId(state: State): number {
  let id = state.lastPacketId
  do id = (id % 65535) + 1
  while (state.outflight.includes(id))
  return id
}
