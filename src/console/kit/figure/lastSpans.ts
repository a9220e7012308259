/** The labels of a chart that ends now: the last 31 minutes or the last 31 days. */
import { dayOf, showClock } from '#base/time.ts'
import { chart } from '#console/kit/defaults.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** `08:31` for each minute in the displayed time zone, oldest first. */
export const lastMinutes = (nowMs = Date.now(), count: number = chart.minutes): readonly string[] =>
  Array.from({ length: count }, (_, at) => showClock(nowMs - (count - 1 - at) * minuteMs).slice(0, 5))

/** `2026-11-21` for each day in the displayed time zone, oldest first. */
export const lastDates = (nowMs = Date.now(), count: number = chart.days): readonly string[] =>
  Array.from({ length: count }, (_, at) => dayOf(nowMs - (count - 1 - at) * dayMs))

/** `11-21`, short enough for an axis. */
export const shortDate = (day: string): string => day.slice(5)
