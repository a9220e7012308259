/** Linkage rules: whether they match a fact, and whether they would trigger each other in a circle. */
import type { Text } from '#base/text.ts'
import { localMinute } from '#base/time.ts'
import type { Params } from '#model/row.ts'

/** The action that no device carries out: it opens an alarm of the chosen device. */
export const RAISE_ALARM = 'raiseAlarm'
export const RAISE_ALARM_LABEL: Text = ['打开告警', 'Raise an alarm']

export interface LinkageAction {
  deviceId: string
  component?: string | null
  identifier: string
  params?: Params | null
  delayMs?: number | null
}
export interface Conditions {
  result?: number | null
  direction?: number | null
  groupId?: string | null
  from?: string | null
  to?: string | null
}
export interface Fact {
  deviceId: string
  identifier: string
  result: number | null
  direction: number | null
  personGroups: readonly string[]
  time: string
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Why the rule does not run for this fact, or null when it does. Time spans may cross midnight. */
export function mismatch(conditions: Conditions, fact: Fact, zone: string): Text | null {
  if (conditions.result !== null && conditions.result !== undefined && fact.result !== conditions.result)
    return ['结果不符', 'Another result']
  if (conditions.direction !== null && conditions.direction !== undefined && fact.direction !== conditions.direction)
    return ['方向不符', 'Another direction']
  if (conditions.groupId && !fact.personGroups.includes(conditions.groupId))
    return ['人员不在权限组内', 'The person is not in the group']
  if (conditions.from && conditions.to) {
    const { minute } = localMinute(fact.time, zone)
    const [from, to] = [minutes(conditions.from), minutes(conditions.to)]
    const inside = from <= to ? minute >= from && minute < to : minute >= from || minute < to
    if (!inside) return ['不在时段内', 'Outside the hours']
  }
  return null
}

export interface Edge {
  rule: string
  from: readonly string[]
  to: readonly string[]
}

/** The devices of a circle that the rules would form, in order, or null. A command to a device may cause any of its events. */
export function circle(edges: readonly Edge[]): string[] | null {
  const next = new Map<string, Set<string>>()
  for (const edge of edges)
    for (const from of edge.from) for (const to of edge.to) next.set(from, (next.get(from) ?? new Set()).add(to))
  const finished = new Set<string>()
  const walk = (device: string, trail: readonly string[]): string[] | null => {
    const at = trail.indexOf(device)
    if (at >= 0) return [...trail.slice(at), device]
    if (finished.has(device)) return null
    for (const target of next.get(device) ?? []) {
      const found = walk(target, [...trail, device])
      if (found) return found
    }
    finished.add(device)
    return null
  }
  for (const device of next.keys()) {
    const found = walk(device, [])
    if (found) return found
  }
  return null
}
