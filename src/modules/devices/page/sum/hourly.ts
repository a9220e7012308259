/** Exact hourly counts, assigned to today and yesterday. */
import { dayOf, startOfDay } from '#base/time.ts'
import type { Figure } from '#model/device.ts'
import { FAMILIES, isPassage } from '#model/families.ts'
import type { Figures } from '../DeviceRow.ts'

const HOUR_MS = 3_600_000
type Hours = Figures['hours']
export interface Day {
  today: readonly number[]
  yesterday: readonly number[]
  /** The current hour. */ running: number
  sum: number
  /** Yesterday up to this time of day, with its last hour in proportion. */ before: number
}

type Fits = (entry: Pick<Hours[number], 'family' | 'result'>) => boolean
/** Events and alarms, as the list of events counts them. */
export const isEvent = (entry: { family: number }): boolean =>
  entry.family === FAMILIES.event.wire || entry.family === FAMILIES.alarm.wire

const isCapture: Fits = ({ family }) => family === FAMILIES.capture.wire

/** The two counts of an overview, by the figure of its class. */
export const COUNTED: Readonly<Record<Figure, readonly [Fits, Fits]>> = {
  passages: [
    entry => isPassage(entry.family) && entry.result === 1,
    entry => isPassage(entry.family) && entry.result === 0,
  ],
  captures: [isCapture, entry => isEvent(entry) && entry.result > 0],
  events: [isEvent, entry => isEvent(entry) && entry.result > 0],
}

export const dayFigures = (hours: Hours, now: number, fits: (entry: Hours[number]) => boolean): Day => {
  const start = startOfDay(dayOf(now)).getTime()
  const running = Math.floor((now - start) / HOUR_MS)
  const [today, yesterday] = [new Array<number>(running + 1).fill(0), new Array<number>(24).fill(0)]
  for (const entry of hours) {
    if (!fits(entry)) continue
    const at = Math.floor((Date.parse(entry.hour) - start) / HOUR_MS)
    if (at >= 0 && at <= running) today[at]! += entry.n
    else if (at >= -24 && at < 0) yesterday[at + 24]! += entry.n
  }
  const sum = today.reduce((all, n) => all + n, 0)
  const share = (now - start - running * HOUR_MS) / HOUR_MS
  const before = Math.round(
    yesterday.slice(0, running).reduce((all, n) => all + n, 0) + (yesterday[running] ?? 0) * share,
  )
  return { today, yesterday, running, sum, before }
}

/** Labels of every third hour, and of the current one. */
export const hourLabels = (running: number): readonly string[] =>
  Array.from({ length: 24 }, (_, at) =>
    at === running ? `${at}` : at % 3 === 0 && Math.abs(at - running) > 1 ? `${at}` : '',
  )
/** +12 %, or null when there is nothing to compare with. */
export const change = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 100)
