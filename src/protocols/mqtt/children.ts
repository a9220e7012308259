/** Devices behind a gateway: their sessions on its connection, from combine/login to combine/logout or to its end. */
import type { CloseReason, DeviceIdentity } from '#model/gate.ts'
import {
  jsonPublish,
  NO_SESSION,
  PARAMS_ERROR,
  type Publish,
  SUCCESS,
  TOO_MANY_CHILDREN,
  TOO_OFTEN,
} from '#protocols/alink/reply.ts'
import { childErrorTopic, nameOf } from '#protocols/alink/topic.ts'
import type { ChildCall } from '#protocols/alink/uplink.ts'
import { childNumbered, childReason, closedChild } from './behind.ts'
import { end, type How, write } from './ending.ts'
import { childCode, type ChildRefusal } from './reason.ts'
import { deliver } from './sending.ts'
import type { Child, Children, Output, State, Step } from './state.ts'

const NONE: Children = { open: new Map(), ended: new Set(), judged: new Map(), last: 0, windowMs: 0, logins: 0 }
const WINDOW_MS = 60_000

/** combine/login and combine/logout. The gateway proves nothing here: the device itself signed. */
export function callChild(state: State, call: ChildCall, now: number): Step {
  const { children = NONE, identity, phase } = state
  if (phase !== 'connected' || !identity) return [state, []]
  const name = nameOf(call.name)
  if (!call.login) {
    const child = children.open.get(name)
    if (!child) return [state, say(state, call.answer(NO_SESSION, 'the device has no session on this connection'))]
    const [after, outputs] = forget(state, child, 'disconnect')
    return [after, [...outputs, ...say(after, call.answer(SUCCESS))]]
  }
  if (name === nameOf(identity))
    return [state, say(state, call.answer(PARAMS_ERROR, 'a gateway is not a device behind itself'))]
  const { childrenMax, childLoginsPerMin } = state.shared.limits
  const begins = now - children.windowMs >= WINDOW_MS
  const logins = begins ? 1 : children.logins + 1
  const counted: Children = { ...children, logins, windowMs: begins ? now : children.windowMs }
  if (logins > childLoginsPerMin)
    return [{ ...state, children: counted }, say(state, call.answer(TOO_OFTEN, `over ${childLoginsPerMin} a minute`))]
  if (!children.open.has(name) && children.open.size + children.judged.size >= childrenMax)
    return [{ ...state, children: counted }, say(state, call.answer(TOO_MANY_CHILDREN, `more than ${childrenMax}`))]
  const no = children.last + 1
  const { clientId, ...claim } = call.login
  return [
    { ...state, children: { ...counted, last: no, judged: new Map(children.judged).set(no, call) } },
    [{ kind: 'openChild', no, claim, clientId }],
  ]
}

/** The platform opened the session that a login asked for. */
export function childOpened(state: State, no: number, identity: DeviceIdentity): Step {
  const { children, phase, endReason } = state
  const call = children?.judged.get(no)
  // The gateway is gone meanwhile. The session exists all the same and must be closed.
  if (!children || !call || phase !== 'connected')
    return [state, [{ kind: 'closedChild', no, reason: childReason(endReason ?? 'networkError') }]]
  const name = nameOf(call.name)
  const before = children.open.get(name)
  const after: State = {
    ...state,
    children: {
      ...children,
      open: new Map(children.open).set(name, { no, identity, outflight: [], unsure: false }),
      ended: without(children.ended, name),
      judged: withoutKey(children.judged, no),
    },
  }
  return [after, [...(before ? [closedChild(before, 'takenOver')] : []), ...say(after, call.answer(SUCCESS))]]
}

export function childRefused(state: State, no: number, why: ChildRefusal): Step {
  const { children, phase } = state
  const call = children?.judged.get(no)
  if (!children || !call || phase !== 'connected') return [state, []]
  const [code, message] = childCode[why]
  const after: State = { ...state, children: { ...children, judged: withoutKey(children.judged, no) } }
  return [after, say(after, call.answer(code, message))]
}

/**
 * The platform ends the session of one device behind the gateway. What that device must never receive late may still be on
 * its way to the gateway, and then only a reset of the whole connection holds it back.
 */
export function endChild(state: State, no: number, why: CloseReason, how: How | undefined): Step {
  const child = childNumbered(state, no)
  if (!child || !state.identity || state.phase !== 'connected') return [state, []]
  const [after, outputs] = forget(state, child, why)
  const onItsWay = child.unsure || child.outflight.some(id => state.outflight.includes(id))
  if (onItsWay && (how === 'reset' || why === 'takenOver')) {
    const [ended, last] = end(after, 'commandTimeout', undefined, 'reset')
    return [ended, [...outputs, ...last]]
  }
  const again = [...(state.children?.judged.values() ?? [])].some(call => nameOf(call.name) === nameOf(child.identity))
  // It asked for the newer session itself.
  if (why === 'takenOver' && again) return [after, outputs]
  const [next, more] = deliver(after, { ...noSession(state, nameOf(child.identity)), token: 0, untilMs: Infinity })
  return [next, [...outputs, ...more]]
}

/** "device no session" on /ext/error, upon which a gateway logs its device in again. */
export function noSession({ identity }: State, name: string): Publish {
  const [productKey, deviceName] = name.split('/')
  return jsonPublish(childErrorTopic(identity!), {
    id: '',
    code: NO_SESSION,
    message: 'device no session',
    data: { productKey, deviceName },
    version: '1.0',
  })
}

function forget(state: State, child: Child, why: CloseReason): Step {
  const { children = NONE } = state
  const name = nameOf(child.identity)
  const ended = [...without(children.ended, name), name].slice(-2 * state.shared.limits.childrenMax)
  const unsent: Output[] = state.queue
    .filter(({ child: no, token }) => no === child.no && token)
    .map(({ token }) => ({ kind: 'unsent', token, why }))
  return [
    {
      ...state,
      queue: state.queue.filter(({ child: no }) => no !== child.no),
      children: { ...children, open: withoutKey(children.open, name), ended: new Set(ended) },
    },
    [...unsent, closedChild(child, why)],
  ]
}

/** At QoS 0, as every `_reply`. */
const say = (state: State, publish: Publish): Output[] =>
  write(state, { cmd: 'publish', qos: 0, dup: false, retain: false, ...publish })

function withoutKey<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const after = new Map(map)
  after.delete(key)
  return after
}
const without = (names: ReadonlySet<string>, name: string): ReadonlySet<string> => {
  const after = new Set(names)
  after.delete(name)
  return after
}
