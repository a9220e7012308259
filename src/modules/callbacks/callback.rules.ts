/** The content of a callback, and its retry schedule. */
import type { Params } from '#model/row.ts'

const [S, M, H] = [1, 60, 3600]
/** Seconds after the first, second … tenth failure; then it is given up, 75.6 hours after the event. */
const RETRY_S: readonly number[] = [5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H]
export const MAX_TRIES = RETRY_S.length + 1

/** Seconds until the next attempt, ±10 %, or null when there is none. `spread` is 0…1. */
export function nextTryS(tries: number, spread: number, retryAfterS: number | null): number | null {
  const planned = RETRY_S[tries - 1]
  if (planned === undefined) return null
  return Math.max(retryAfterS ?? 0, planned * (0.9 + 0.2 * spread))
}

/** The shortest and longest interval, in seconds, between probes of a failing endpoint. */
export const PROBE_FIRST_S = 30
const PROBE_LONGEST_S = 600
/**
 * Seconds until the next probe: a recovery is detected within half a minute after an hour of failing, and within five
 * minutes after a night.
 */
export const probeAfterS = (failingS: number): number =>
  Math.min(PROBE_LONGEST_S, Math.max(PROBE_FIRST_S, failingS / 120))

/** After this many failures, while others are delivered, an event is taken out of its line. */
export const REFUSALS_ASIDE = 3
/** Statuses with which a receiver, or a proxy in front of it, says that it cannot accept anything at the moment. */
const AWAY = new Set([408, 425, 429, 502, 503, 504])
/** Whether the receiver is working but refuses, or fails on, this event. */
export const refusesThisOne = (status: number): boolean => status >= 400 && !AWAY.has(status)

export interface CloudEvent {
  id: string
  type: string
  appId: string
  /** Null where it is about no device. */
  deviceSn: string | null
  subject: string
  time: string
  data: Readonly<Params>
}

/** A CloudEvents 1.0 envelope. */
export const envelope = (event: CloudEvent): string =>
  JSON.stringify({
    specversion: '1.0',
    id: event.id,
    source: `/applications/${event.appId}${event.deviceSn === null ? '' : `/devices/${event.deviceSn}`}`,
    type: `portico.${event.type}.v1`,
    subject: event.subject,
    time: event.time,
    datacontenttype: 'application/json',
    data: event.data,
  })
