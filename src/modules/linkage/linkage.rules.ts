/** Linkage rules: their actions, and whether they would trigger each other in a circle. */
import type { Params } from '#model/row.ts'
import { KIND } from './trigger.rules.ts'

/** Actions that no device carries out; each is about the chosen device. */
export const RAISE_ALARM = 'raiseAlarm'
export const NOTIFY = 'notify'

export interface LinkageAction {
  deviceId: string
  component?: string | null
  identifier: string
  params?: Params | null
  delayMs?: number | null
  endAfterS?: number | null
}

/** A rule as far as circles are concerned. */
export interface Linked {
  triggerKind: number
  /** The devices that may start it. */
  from: readonly string[]
  actions: readonly LinkageAction[]
}
const ALARM = 'alarm '

/**
 * The devices of a circle that the rules would form, in order, or null. A command to a device may cause any of its
 * events, states and alarms; an alarm that a rule opens causes nothing but rules that wait for alarms, and a notice causes
 * nothing.
 */
export function circle(rules: readonly Linked[]): string[] | null {
  const next = new Map<string, Set<string>>()
  const add = (from: string, to: string): void => void next.set(from, (next.get(from) ?? new Set()).add(to))
  for (const { triggerKind, from, actions } of rules) {
    if (triggerKind === KIND.time[0]) continue
    for (const device of from) {
      const node = triggerKind === KIND.alarm[0] ? `${ALARM}${device}` : device
      for (const action of actions.filter(({ identifier }) => identifier !== NOTIFY))
        add(node, action.identifier === RAISE_ALARM ? `${ALARM}${action.deviceId}` : action.deviceId)
      if (triggerKind === KIND.alarm[0]) add(device, node)
    }
  }
  const finished = new Set<string>()
  const walk = (node: string, trail: readonly string[]): string[] | null => {
    const at = trail.indexOf(node)
    if (at >= 0) return [...trail.slice(at), node]
    if (finished.has(node)) return null
    for (const target of next.get(node) ?? []) {
      const found = walk(target, [...trail, node])
      if (found) return found
    }
    finished.add(node)
    return null
  }
  for (const node of next.keys()) {
    const found = walk(node, [])
    if (found) return named(found)
  }
  return null
}

/** The devices of the way; a device and its own alarm are one. */
function named(nodes: readonly string[]): string[] {
  const devices = nodes.map(node => node.replace(ALARM, ''))
  const short = devices.filter((device, at) => device !== devices[at - 1])
  return short.length > 1 ? short : [...short, ...short]
}
