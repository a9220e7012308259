/** What the data centre is sent, and how its series are cut from it. What the user may not read is null. */
import { showClock } from '#base/time.ts'

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
  today: string
  /** `appId` is the application when all devices are in one. */
  devices: { total: number; online: number; appId: string | null } | null
  people: number | null
  passages: HourRow[] | null
  reasons: { reason: string | null; n: number }[] | null
  alarms: { level: number; n: number }[] | null
  demo: number | null
  minutes: { minute: string; up: number; down: number }[] | null
  commands: { p50: number | null; p99: number | null; n: number } | null
  callbacks: { ok: number; ended: number; retrying: number; percent: number | null } | null
  recent: RecentRow[] | null
  worst: { deviceId: string; name: string; deviceClass: string; appId: string; n: number; last: string }[] | null
  offline:
    | { deviceId: string; name: string; deviceClass: string; appId: string; since: string; reason: string | null }[]
    | null
  sync: SyncFigures | null
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
}

/** Passages by hour of today and yesterday, the hour that is running (0 to 23), and messages of the last 31 minutes. */
export interface Series {
  hour: number
  today: number[]
  yesterday: number[]
  minutes: ReturnType<typeof last31>
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** 24 hours from `startMs` (epoch ms), only for `result` when it is given. */
export function byHour(rows: readonly HourRow[], startMs: number, result?: number): number[] {
  const hours = new Array<number>(24).fill(0)
  for (const row of rows) {
    const at = Math.floor((Date.parse(row.hour) - startMs) / HOUR_MS)
    if (at >= 0 && at < 24 && (result === undefined || row.result === result)) hours[at]! += row.n
  }
  return hours
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

export function seriesOf({ passages, minutes, today: midnight, asOf }: Overview): Series {
  const [today, now] = [Date.parse(midnight), Date.parse(asOf)]
  return {
    hour: Math.floor((now - today) / HOUR_MS),
    today: byHour(passages ?? [], today),
    yesterday: byHour(passages ?? [], today - DAY_MS),
    minutes: last31(minutes ?? [], now),
  }
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
/** +7.4 %, or null when there is nothing to compare with. */
export const change = (now: number, before: number): string | null =>
  before > 0 ? `${now >= before ? '+' : '−'}${Math.abs(Math.round(((now - before) / before) * 1000) / 10)}%` : null

/** The live messages that change a board: what a device measures (`state`) stands on none. */
export const boardTypes = ['fact', 'session', 'command', 'sync'] as const
