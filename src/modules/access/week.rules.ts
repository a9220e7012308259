/** Weeks in minutes: spans sorted, joined where they overlap or touch, and split at midnight, as devices and decisions use them. */

/** Half open, from ≤ now < to. A span that ends at or before its beginning continues into the next day, as 22:00–06:00 does. */
export interface Span {
  weekday: number
  from: string
  to: string
}
/**
 * A day with other hours than its weekday, from midnight to midnight, even for a span that began the evening before: closed, or
 * open from `from` to `to`, such as a make-up working day. A day with several spans has several exceptions.
 */
export interface Exception {
  day: string
  closed: boolean
  from?: string | null
  to?: string | null
}
export type Minutes = readonly (readonly [from: number, to: number])[]
/** Monday first. */
export type Week = readonly Minutes[]

const DAY = 1440
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const two = (n: number): string => String(n).padStart(2, '0')
const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
export const crossesMidnight = (span: Span): boolean => minuteOf(span.to) <= minuteOf(span.from)

function joined(spans: readonly (readonly [number, number])[]): Minutes {
  const result: [number, number][] = []
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1)
    if (from >= to) continue
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** The hours of each exceptional day; none for one that is closed. */
export const exceptionalDays = (exceptions: readonly Exception[]): Map<string, Minutes> =>
  new Map(
    [...Map.groupBy(exceptions, one => one.day)].map(([day, own]) => [
      day,
      own.some(one => one.closed)
        ? []
        : joined(own.flatMap(({ from, to }) => (from && to ? [[minuteOf(from), minuteOf(to)] as const] : []))),
    ]),
  )

const byDay = (make: (at: number) => Minutes): Week => Array.from({ length: 7 }, (_, at) => make(at))
export const WHOLE_WEEK: Week = byDay(() => [[0, DAY]])

export function weekOf(spans: readonly Span[]): Week {
  const days: [number, number][][] = Array.from({ length: 7 }, () => [])
  for (const span of spans) {
    const [from, to] = [minuteOf(span.from), minuteOf(span.to)]
    days[span.weekday - 1]!.push([from, crossesMidnight(span) ? DAY : to])
    if (crossesMidnight(span)) days[span.weekday % 7]!.push([0, to])
  }
  return byDay(at => joined(days[at]!))
}

/** A week with these hours on one weekday, and no others. */
export const weekWith = (weekday: number, minutes: Minutes): Week => byDay(at => (at === weekday - 1 ? minutes : []))

/** Spans in the form in which they are sent; null means the whole week. */
export function spansOf(week: Week): Span[] | null {
  if (week.every(day => day.length === 1 && day[0]![0] === 0 && day[0]![1] === DAY)) return null
  return week.flatMap((day, at) => day.map(([from, to]) => ({ weekday: at + 1, from: clockOf(from), to: clockOf(to) })))
}

export const isWithin = (minutes: Minutes, minute: number): boolean =>
  minutes.some(([from, to]) => from <= minute && minute < to)
export const isOpenAt = (week: Week, weekday: number, minute: number): boolean => isWithin(week[weekday - 1]!, minute)
export const isEmpty = (week: Week): boolean => week.every(day => day.length === 0)
export const union = (weeks: readonly Week[]): Week => byDay(at => joined(weeks.flatMap(week => [...week[at]!])))
export const common = (weeks: readonly Week[]): Week =>
  weeks.reduce((one, other) =>
    byDay(at =>
      joined(
        one[at]!.flatMap(([a, b]) =>
          other[at]!.map(([c, d]): [number, number] => [Math.max(a, c), Math.min(b, d)]).filter(
            ([from, to]) => from < to,
          ),
        ),
      ),
    ),
  )
/** True when `one` is contained in `other`. */
export const within = (one: Week, other: Week): boolean =>
  one.every((day, at) => day.every(([from, to]) => other[at]!.some(([a, b]) => a <= from && to <= b)))
export const spansADay = (week: Week): number => Math.max(...week.map(day => day.length))
/** On each day, at most `most` spans from the index `first` on. */
export const cut = (week: Week, most: number, first: (at: number) => number): Week =>
  byDay(at => week[at]!.slice(first(at), first(at) + most))
