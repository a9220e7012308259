/** Linkage rules: their parts as they are stored, and whether rules would trigger each other in a circle. */
import type { LinkageKinds, Trigger } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'

export interface LinkageAction {
  /** Null where it is about no device. */
  deviceId?: string | null
  component?: string | null
  identifier: string
  params?: Params | null
  delayMs?: number | null
  endAfterS?: number | null
}
/** Its kind, and the fields of that kind. */
export type RuleCondition = Params & { what: number }

/** A rule as far as circles are concerned. */
export interface Linked {
  triggerKind: number
  /** The devices that may start it; nothing where it starts at none. */
  from: readonly string[]
  actions: readonly LinkageAction[]
}

const node = (trigger: string, device: string | null | undefined): string => `${trigger} ${device ?? ''}`
const FROM_DEVICE = ''
/** What a device does: any of its events and states. */
const deviceNode = (device: string): string => node(FROM_DEVICE, device)

/** The ways from one thing that happens to the next. */
type Ways = [from: string, to: string][]
const waysOf = (kinds: LinkageKinds, trigger: Trigger, { from, actions }: Linked): Ways => {
  const targets = actions.flatMap(({ identifier, deviceId }) => {
    const act = kinds.acts.get(identifier)
    if (act) return (act.causes ?? []).flatMap(key => [node(key, deviceId), ...(deviceId ? [node(key, null)] : [])])
    return deviceId ? [deviceNode(deviceId)] : []
  })
  return (trigger.devices ? from : [null]).flatMap(device => {
    const start = trigger.causedBy === 'devices' ? deviceNode(device ?? '') : node(trigger.key, device)
    return [
      ...targets.map((to): Ways[number] => [start, to]),
      ...(trigger.causedBy === 'both' && device !== null ? [[deviceNode(device), start] as Ways[number]] : []),
    ]
  })
}

/**
 * The devices of a circle that the rules would form, in order, or null; an empty id stands for what happens at no device. A
 * command to a device may cause whatever happens there; an act of the platform causes what its definition says.
 */
export function circle(kinds: LinkageKinds, rules: readonly Linked[]): string[] | null {
  const next = new Map<string, Set<string>>()
  for (const rule of rules) {
    const trigger = kinds.triggers.get(rule.triggerKind)
    if (!trigger?.causedBy) continue
    for (const [from, to] of waysOf(kinds, trigger, rule)) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const finished = new Set<string>()
  const walk = (at: string, trail: readonly string[]): string[] | null => {
    const seen = trail.indexOf(at)
    if (seen >= 0) return [...trail.slice(seen), at]
    if (finished.has(at)) return null
    for (const target of next.get(at) ?? []) {
      const found = walk(target, [...trail, at])
      if (found) return found
    }
    finished.add(at)
    return null
  }
  for (const start of next.keys()) {
    const found = walk(start, [])
    if (found) return named(found)
  }
  return null
}

/** The devices of the way; what happens at one device is one. */
function named(nodes: readonly string[]): string[] {
  const devices = nodes.map(one => one.slice(one.lastIndexOf(' ') + 1))
  const short = devices.filter((device, at) => device !== devices[at - 1])
  return short.length > 1 ? short : [...short, ...short]
}
