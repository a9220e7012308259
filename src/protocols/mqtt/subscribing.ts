/** SUBSCRIBE and UNSUBSCRIBE: a device reaches its own topics and nothing else. */
import { maySubscribe } from '#protocols/alink/topic.ts'
import { childOf } from './behind.ts'
import { end, write } from './ending.ts'
import { isShared, isWithinLimits } from './filter.ts'
import type { Qos, Subscription } from './packet.ts'
import type { Properties } from './property.ts'
import { reason } from './reason.ts'
import type { State, Step } from './state.ts'

export function subscribe(
  state: State,
  messageId: number,
  wanted: readonly Subscription[],
  properties: Properties,
): Step {
  // 3.2.2.3.12: CONNACK said that there are none
  if (properties.subscriptionIdentifier !== undefined)
    return end(state, 'protocolError', reason.subscriptionIdsNotSupported)
  let subscriptions = state.subscriptions
  const granted = wanted.map(({ filter, qos }) => {
    const others = subscriptions.filter(s => s.filter !== filter)
    const code = refusalOf(state, filter) ?? (others.length >= mostOf(state) ? reason.quotaExceeded : undefined)
    if (code !== undefined) return state.version === 5 ? code : 0x80
    const given = Math.min(qos, 1) as Qos
    subscriptions = [...others, { filter, qos: given }]
    return given
  })
  const after = { ...state, subscriptions }
  return [after, write(after, { cmd: 'suback', messageId, granted })]
}

/** A gateway subscribes for each device behind it. */
const OF_CHILD = 8
const mostOf = ({ shared, children }: State): number =>
  shared.limits.subscriptionsMax + OF_CHILD * (children?.open.size ?? 0)

function refusalOf(state: State, filter: string): number | undefined {
  if (isShared(filter)) return reason.sharedNotSupported
  const { identity } = state
  if (!identity || !isWithinLimits(filter)) return reason.notAuthorized
  if (maySubscribe(identity, filter)) return undefined
  const child = childOf(state, filter)
  return typeof child === 'object' && maySubscribe(child.identity, filter) ? undefined : reason.notAuthorized
}

/** Ends explicit subscriptions. Services and replies still arrive: their subscription is implicit. */
export function unsubscribe(state: State, messageId: number, filters: readonly string[]): Step {
  const granted = filters.map(filter =>
    state.subscriptions.some(s => s.filter === filter) ? reason.success : reason.noSubscriptionExisted,
  )
  const after = { ...state, subscriptions: state.subscriptions.filter(s => !filters.includes(s.filter)) }
  return [after, write(after, { cmd: 'unsuback', messageId, granted })]
}
