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
import type { TopologyCall } from '#protocols/alink/topology.ts'
import type { ChildCall } from '#protocols/alink/uplink.ts'
import { childNumbered, childReason, closedChild } from './behind.ts'
import { end, type How, write } from './ending.ts'
import { childCode, type ChildRefusal, endCodeOf, NO_SESSION_CODE } from './reason.ts'
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
    if (!child)
      return [state, publishTo(state, call.answer(NO_SESSION, 'the device has no session on this connection'))]
    const [after, outputs] = forget(state, child, 'disconnect')
    return [after, [...outputs, ...publishTo(after, call.answer(SUCCESS))]]
  }
  if (name === nameOf(identity))
    return [state, publishTo(state, call.answer(PARAMS_ERROR, 'a gateway is not a device behind itself'))]
  const { childrenMax } = state.shared.limits
  const { counted, tooOften } = count(state, 1, now)
  if (tooOften) return [{ ...state, children: counted }, publishTo(state, call.answer(TOO_OFTEN, tooOften))]
  if (!children.open.has(name) && children.open.size + children.judged.size >= childrenMax)
    return [
      { ...state, children: counted },
      publishTo(state, call.answer(TOO_MANY_CHILDREN, `more than ${childrenMax}`)),
    ]
  const no = children.last + 1
  const { clientId, ...claim } = call.login
  return [
    { ...state, children: { ...counted, last: no, judged: new Map(children.judged).set(no, call) } },
    [{ kind: 'openChild', no, claim, clientId }],
  ]
}

/** `thing/topo/…`. What is announced counts as a login, because it is judged like one. */
export function callTopology(state: State, call: TopologyCall, now: number): Step {
  const { counted, tooOften } = count(state, call.kind === 'add' ? call.claims.length : 1, now)
  const after: State = { ...state, children: counted }
  return tooOften ? [after, publishTo(after, call.refuse(TOO_OFTEN, tooOften))] : [after, [{ kind: 'topology', call }]]
}

export const answered = (state: State, publish: Publish): Step => [
  state,
  state.phase === 'connected' ? publishTo(state, publish) : [],
]

function count(
  { children = NONE, shared }: State,
  more: number,
  now: number,
): { counted: Children; tooOften: string | undefined } {
  const { childLoginsPerMin } = shared.limits
  const begins = now - children.windowMs >= WINDOW_MS
  const logins = (begins ? 0 : children.logins) + more
  return {
    counted: { ...children, logins, windowMs: begins ? now : children.windowMs },
    tooOften: logins > childLoginsPerMin ? `over ${childLoginsPerMin} a minute` : undefined,
  }
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
  return [after, [...(before ? [closedChild(before, 'takenOver')] : []), ...publishTo(after, call.answer(SUCCESS))]]
}

export function childRefused(state: State, no: number, why: ChildRefusal): Step {
  const { children, phase } = state
  const call = children?.judged.get(no)
  if (!children || !call || phase !== 'connected') return [state, []]
  const [code, message] = childCode[why]
  const after: State = { ...state, children: { ...children, judged: withoutKey(children.judged, no) } }
  return [after, publishTo(after, call.answer(code, message))]
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
  const notice = childError(state, nameOf(child.identity), endCodeOf(why))
  const [next, more] = deliver(after, { ...notice, token: 0, untilMs: Infinity })
  return [next, [...outputs, ...more]]
}

/** On /ext/error: a device has no session. Upon "device no session", a gateway logs it in again. */
export function childError({ identity }: State, name: string, [code, message] = NO_SESSION_CODE): Publish {
  const [productKey, deviceName] = name.split('/')
  return jsonPublish(childErrorTopic(identity!), {
    id: '',
    code,
    message,
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
const publishTo = (state: State, publish: Publish): Output[] =>
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
