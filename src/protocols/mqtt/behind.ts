/** Which devices are behind a gateway, and how they end with it. */
import type { CloseReason } from '#model/gate.ts'
import { namedIn, nameOf } from '#protocols/alink/topic.ts'
import type { Child, Output, State } from './state.ts'

/** The device behind this gateway that a topic or filter names; its name alone when it is logged in no longer, or not yet. */
export function childOf({ children }: State, topic: string): Child | string | undefined {
  const name = children && namedIn(topic)
  if (name === undefined || !children) return undefined
  const known = children.ended.has(name) || [...children.judged.values()].some(call => nameOf(call.name) === name)
  return children.open.get(name) ?? (known ? name : undefined)
}
export const childNumbered = ({ children }: State, no: number): Child | undefined =>
  children && [...children.open.values()].find(child => child.no === no)

export const childReason = (why: CloseReason): CloseReason => (why === 'serverStop' ? why : 'gateway')
export const closedChild = ({ no }: Child, reason: CloseReason): Output => ({ kind: 'closedChild', no, reason })

/** The gateway's connection is over, and with it the sessions of all devices behind it. */
export const closeChildren = ({ children }: State, why: CloseReason): Output[] =>
  children ? [...children.open.values()].map(child => closedChild(child, childReason(why))) : []
