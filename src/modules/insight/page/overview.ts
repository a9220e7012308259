/** What the data centre is sent, and how its series are cut from it. What the user may not read is null. */
import { PASS_RESULTS } from '#devices/abilities/passage.ts'
import { dayOf, showClock } from '#base/time.ts'

export interface HourRow {
  hour: string
  result: number
  n: number
}
export interface RecentRow {
  id: string
  time: string
  personId: string | null
  personName: string | null
  deviceName: string
  deviceClass: string
  method: number | null
  direction: number | null
  result: number
  reason: string | null
  photoFile: string | null
  appId: string
}
export interface Overview {
  asOf: string
  /** The length of the period: 1 is today. */
  days: number
  from: string
  /** The beginning of the period before, of the same length. */
  before: string
  /**
   * `appId` is the application when all devices are in one; `sourceIds` and `appIds` are the organisations that own them
   * and their applications, if they are not too many for a filter.
   */
  devices: {
    total: number
    online: number
    appId: string | null
    sourceIds: string[] | null
    appIds: string[] | null
  } | null
  people: number | null
  passages: HourRow[] | null
  reasons: { reason: string | null; n: number }[] | null
  alarms: { level: number; n: number }[] | null
  alarmLists: ClassList[] | null
  /** `n` with those refused. */
  ranking: { appId: string; name: string; n: number; refused: number }[] | null
  added: AddedRow[] | null
  demo: number | null
  minutes: { minute: string; up: number; down: number }[] | null
  /** The times are of the last 31 minutes; all else is of the period: `n` commands, of which so many have succeeded or failed. */
  commands: {
    p50: number | null
    p99: number | null
    n: number
    done: number
    failed: number
    lists: Omit<ClassList, 'deviceClass'>[]
  } | null
  callbacks: { ok: number; ended: number; retrying: number; percent: number | null; lists: ClassList[] } | null
  recent: RecentRow[] | null
  worst: { deviceId: string; name: string; deviceClass: string; appId: string; n: number; last: string }[] | null
  offline:
    | { deviceId: string; name: string; deviceClass: string; appId: string; since: string; reason: string | null }[]
    | null
  sync: SyncFigures | null
}
/** A list of one application and class, with its total. */
export interface ClassList {
  appId: string
  /** Null for readers who may not read applications. */
  name: string | null
  deviceClass: string
  n: number
}
export interface AddedRow {
  deviceId: string
  name: string
  deviceClass: string
  appId: string
  boundAt: string
  online: boolean
}
export interface SitesAnswer {
  asOf: string
  total: number
  /** Null for users who may not read them; at most 5000. */
  sites: SiteRow[] | null
}
export interface SiteRow {
  id: string
  name: string
  appId: string
  position: { lng: number; lat: number } | null
  total: number
  online: number
}
/** Counts of rights, each of one person on one device: required by the rules, and by state of delivery. */
export interface SyncFigures {
  devices: number
  people: number
  total: number
  confirmed: number
  sending: number
  waiting: number
  failed: number
  /** Cannot be sent before a portrait or a card is added. */
  missing: number
  /** Confirmed, by a device whose clock is wrong. */
  clockOff: number
  failures: { message: string; n: number }[]
  /** The same by application and class. */
  lists: (Record<RightsStage | 'total', number> & Omit<ClassList, 'n'>)[]
}
/** What is not confirmed yet. */
export type RightsStage = 'sending' | 'waiting' | 'failed' | 'missing' | 'clockOff'

/** Passages of the period and of the one before, without refusals: by hour of a day, by day of more; and messages of the last 31 minutes. */
export interface Series {
  /** The index of the hour or day that is running. */
  now: number
  passed: number[]
  before: number[]
  refused: number[]
  /** Of each hour or day. */
  labels: string[]
  minutes: ReturnType<typeof last31>
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const HOURS = 24

/** Counts by hour or day from `startMs` (epoch ms), only for `result` when it is given. */
function counted(rows: readonly HourRow[], startMs: number, days: number, result?: number): number[] {
  const [length, stepMs] = days === 1 ? [HOURS, HOUR_MS] : [days, DAY_MS]
  const counts = new Array<number>(length).fill(0)
  for (const row of rows) {
    // Rounded, because days do not always have 24 hours.
    const at = Math.round((Date.parse(row.hour) - startMs) / stepMs)
    if (at >= 0 && at < length && (result === undefined || row.result === result)) counts[at]! += row.n
  }
  return counts
}

/** 24 hours from `startMs` (epoch ms), only for `result` when it is given. */
export const byHour = (rows: readonly HourRow[], startMs: number, result?: number): number[] =>
  counted(rows, startMs, 1, result)

/** Each sixth hour and the last one; of days the first, the last and each seventh between. */
export function labelsOf(days: number, startMs = 0): string[] {
  if (days === 1)
    return Array.from({ length: HOURS }, (_, at) =>
      at % 6 === 0 || at === HOURS - 1 ? String(at).padStart(2, '0') : '',
    )
  return Array.from({ length: days }, (_, at) =>
    days <= 7 || at % 7 === 0 ? dayOf(startMs + (at + 0.5) * DAY_MS).slice(5) : '',
  )
}

/** The last 31 minutes, the current one last. */
function last31(
  rows: readonly { minute: string; up: number; down: number }[],
  nowMs: number,
): { up: number[]; down: number[]; labels: string[] } {
  const first = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS
  const known = new Map(rows.map(row => [Date.parse(row.minute), row]))
  const minutes = Array.from({ length: 31 }, (_, at) => first + at * MINUTE_MS)
  return {
    up: minutes.map(minute => known.get(minute)?.up ?? 0),
    down: minutes.map(minute => known.get(minute)?.down ?? 0),
    labels: minutes.map((minute, at) => (at % 10 === 0 ? showClock(minute).slice(0, 5) : '')),
  }
}

const [PASSED, REFUSED] = [PASS_RESULTS.passed[0], PASS_RESULTS.refused[0]]

export function seriesOf({ passages, minutes, days, from, before, asOf }: Overview): Series {
  const [start, earlier, now] = [Date.parse(from), Date.parse(before), Date.parse(asOf)]
  const rows = passages ?? []
  return {
    now: days === 1 ? Math.floor((now - start) / HOUR_MS) : days - 1,
    passed: counted(rows, start, days, PASSED),
    before: counted(rows, earlier, days, PASSED),
    refused: counted(rows, start, days, REFUSED),
    labels: labelsOf(days, start),
    minutes: last31(minutes ?? [], now),
  }
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
/** +7.4 %, or null when there is nothing to compare with. */
export const change = (now: number, before: number): string | null =>
  before > 0 ? `${now >= before ? '+' : '−'}${Math.abs(Math.round(((now - before) / before) * 1000) / 10)}%` : null

/** The live messages that change a board: what a device measures (`state`) is on none. */
export const boardTypes = ['fact', 'session', 'command', 'sync'] as const
