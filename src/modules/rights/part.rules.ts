/**
 * Rights as parts of time at doors, in a canonical form: overlapping, adjacent and duplicate ones are joined, and the
 * order is irrelevant.
 */
import { dayOf, instantOf, localMinute, startOfDay } from '#base/zonedTime.ts'
import {
  exceptionalDays,
  isEmpty,
  isOpenAt,
  union,
  weekOf,
  weekWith,
  WHOLE_WEEK,
  within,
  type Exception,
  type Minutes,
  type Span,
  type Week,
} from '#modules/access/week.rules.ts'

/** Doors that open inside a period (epoch milliseconds, both ends included), in a week, except on closed days. */
export interface Part {
  doors: readonly number[]
  from: number
  to: number
  week: Week
  /** Only days that would be open otherwise, sorted. */
  closed: readonly string[]
}
export interface Period {
  validFrom: string | null
  validTo: string | null
}
export interface GivenRight extends Period {
  doorNo: number
  /** Null means always. */
  week: readonly Span[] | null
  exceptions: readonly Exception[] | null
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
export const nextDay = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const dayAt = (at: number, zone: string): string =>
  at === -Infinity ? '' : at === Infinity ? '9999-12-31' : dayOf(at, zone)
export const startOf = (day: string, zone: string): number => startOfDay(day, zone).getTime()

export const keyOf = (part: Part): string =>
  JSON.stringify([String(part.from), String(part.to), part.week, part.closed])
const byKey = (a: Part, b: Part): number => {
  const [one, other] = [keyOf(a) + a.doors.join(), keyOf(b) + b.doors.join()]
  return one < other ? -1 : one > other ? 1 : 0
}

/** Keeps only closed days within the period and on weekdays that are otherwise open. */
export function withClosed(part: Omit<Part, 'closed'>, days: Iterable<string>, zone: string): Part {
  const [first, last] = [dayAt(part.from, zone), dayAt(part.to, zone)]
  const closed = [...new Set(days)]
    .filter(day => first <= day && day <= last && part.week[weekdayOf(day) - 1]!.length > 0)
    .sort()
  return { ...part, closed }
}

const opensOn = (part: Part, day: string, zone: string): boolean =>
  part.week[weekdayOf(day) - 1]!.length > 0 &&
  dayAt(part.from, zone) <= day &&
  day <= dayAt(part.to, zone) &&
  !part.closed.includes(day)

/** Joins two parts of the same doors into one that opens exactly when either does, or returns null. */
function merged(a: Part, b: Part, zone: string): Part | null {
  const closesNone = (one: Part, other: Part): boolean => one.closed.every(day => !opensOn(other, day, zone))
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    if (one.from <= other.from && other.to <= one.to && within(other.week, one.week) && closesNone(one, other))
      return one
  if (!closesNone(a, b) || !closesNone(b, a)) return null
  const closed = [...a.closed, ...b.closed]
  if (a.from === b.from && a.to === b.to) return withClosed({ ...a, week: union([a.week, b.week]) }, closed, zone)
  const touches = a.from <= b.to + 1 && b.from <= a.to + 1
  if (touches && JSON.stringify(a.week) === JSON.stringify(b.week))
    return withClosed({ ...a, from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }, closed, zone)
  return null
}

function joined(parts: readonly Part[], zone: string): Part[] {
  const list = [...parts].sort(byKey)
  for (let i = 0; i < list.length; i += 1)
    for (let j = i + 1; j < list.length; j += 1) {
      const one = merged(list[i]!, list[j]!, zone)
      if (!one) continue
      list.splice(j, 1)
      list.splice(i, 1, one)
      // A joined part may now be joinable with earlier ones.
      list.sort(byKey)
      i = -1
      break
    }
  return list
}

/** A part for each exceptional day with hours, within the period of the right: its usual part is closed on that day. */
const specialParts = ({ doors, from, to }: Part, days: ReadonlyMap<string, Minutes>, zone: string): Part[] =>
  [...days].flatMap(([day, minutes]) => {
    const period = { from: Math.max(from, startOf(day, zone)), to: Math.min(to, startOf(nextDay(day), zone) - 1) }
    return minutes.length && period.from <= period.to
      ? [{ doors, ...period, week: weekWith(weekdayOf(day), minutes), closed: [] }]
      : []
  })

/** Every time at which a person may pass, from their own period and their rights: no more and no less. */
export function partsOf(person: Period, rights: readonly GivenRight[], zone: string): Part[] {
  const doors = new Map<number, Part[]>()
  for (const right of rights) {
    const week = right.week === null ? WHOLE_WEEK : weekOf(right.week)
    const instant = (text: string | null, none: number): number => (text === null ? none : Date.parse(text))
    const from = Math.max(instant(person.validFrom, -Infinity), instant(right.validFrom, -Infinity))
    const to = Math.min(instant(person.validTo, Infinity), instant(right.validTo, Infinity))
    if (from > to) continue
    const days = exceptionalDays(right.week === null ? [] : (right.exceptions ?? []))
    const usual = withClosed({ doors: [right.doorNo], from, to, week }, days.keys(), zone)
    const own = [...(isEmpty(week) ? [] : [usual]), ...specialParts(usual, days, zone)]
    if (own.length) doors.set(right.doorNo, [...(doors.get(right.doorNo) ?? []), ...own])
  }
  // Doors with the same right share a part.
  const same = new Map<string, Part>()
  for (const [no, parts] of [...doors].sort((a, b) => a[0] - b[0]))
    for (const part of joined(parts, zone)) {
      const known = same.get(keyOf(part))
      same.set(keyOf(part), known ? { ...known, doors: [...known.doors, no] } : part)
    }
  return [...same.values()].sort(byKey)
}

/** True when the part's period and its closed days allow it to open on the day of `at`. */
export const isActive = (part: Part, at: number, zone: string): boolean =>
  part.from <= at && at <= part.to && (part.closed.length === 0 || !part.closed.includes(dayOf(at, zone)))

export function isOpen(part: Part, at: number, zone: string): boolean {
  if (!isActive(part, at, zone)) return false
  const { weekday, minute } = localMinute(at, zone)
  return isOpenAt(part.week, weekday, minute)
}

/** Days to look ahead: after a year of closed days and a week, everything repeats. */
const LOOK_DAYS = 400
/** The first instant from `at` on at which the part is open; Infinity when there is none. */
export function nextOpen(part: Part, at: number, zone: string): number {
  const begin = Math.max(part.from, at)
  if (begin > part.to) return Infinity
  if (isOpen(part, begin, zone)) return begin
  const closed = new Set(part.closed)
  let day = dayOf(begin, zone)
  for (let n = 0; n < LOOK_DAYS; n += 1, day = nextDay(day)) {
    if (closed.has(day)) continue
    for (const [from] of part.week[weekdayOf(day) - 1]!) {
      const start = minuteAt(day, from, zone)
      if (start > part.to) return Infinity
      if (start > begin && isOpen(part, start, zone)) return start
    }
  }
  return Infinity
}

/** The instant of a minute of a local day. */
export const minuteAt = (day: string, minute: number, zone: string): number =>
  minute === 1440
    ? startOf(nextDay(day), zone)
    : instantOf(
        `${day}T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`,
        zone,
      ).getTime()
export const spansOn = (week: Week, day: string): Week[number] => week[weekdayOf(day) - 1]!
