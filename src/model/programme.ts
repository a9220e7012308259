/** Programmes of displays as they are sent: which of them a display shows at an instant, with and without its connection. */
import { localMinute } from '#base/zonedTime.ts'
import type { Text } from '#base/text.ts'

export interface ProgrammeLine {
  text: string
  color?: number | null
  mode?: number | null
  /** How long the line stays, in seconds. */
  seconds?: number | null
}
/** Hours on days of the week, from ≤ now < to, none of which passes midnight. */
export interface PlanSpan {
  weekday: number
  from: string
  to: string
}
export interface SentProgramme {
  programmeId: string
  name: string
  lines: readonly ProgrammeLine[]
  voice: string | null
  priority: number
  /** Null for always. `week` null is the whole week; on a closed day (`yyyy-MM-dd` in the zone) it is not shown. */
  plan: { zone: string; week: readonly PlanSpan[] | null; closedDays: readonly string[] } | null
  /** Shown only when the connection has been gone for so many seconds; null for a programme with hours. */
  offlineAfterS: number | null
}

export const PROGRAMME_USE = {
  planned: [0, '按计划', 'By plan'],
  offline: [1, '断网时', 'Without connection'],
} as const satisfies Record<string, readonly [number, ...Text]>
/** After how many seconds without a connection a display shows its offline lines: the values that can be set. */
export const OFFLINE_AFTER_S = { min: 10, max: 240, usual: 60 } as const

function isWithin({ plan }: Pick<SentProgramme, 'plan'>, at: number): boolean {
  if (!plan) return true
  const { minute, weekday, day } = localMinute(at, plan.zone)
  if (plan.closedDays.includes(day)) return false
  if (!plan.week) return true
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return plan.week.some(span => span.weekday === weekday && span.from <= clock && clock < span.to)
}

/** The programme that is shown at `at`: of those whose hour it is, the first, as they come in order of priority. */
export const shownAt = <P extends Pick<SentProgramme, 'plan' | 'offlineAfterS'>>(
  programmes: readonly P[],
  at: number,
): P | null => programmes.find(one => one.offlineAfterS === null && isWithin(one, at)) ?? null

/** The programme for a time without connection. */
export const shownOffline = <P extends Pick<SentProgramme, 'offlineAfterS'>>(programmes: readonly P[]): P | null =>
  programmes.find(one => one.offlineAfterS !== null) ?? null
