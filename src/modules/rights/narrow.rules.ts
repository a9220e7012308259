/**
 * Reduces a person's parts to what a device can store: all of them, or what is valid now. The result never opens more
 * than the parts do.
 */
import { dayOf, localMinute } from '#base/zonedTime.ts'
import type { Keeps } from '#model/device.ts'
import {
  isActive,
  isOpen,
  keyOf,
  minuteAt,
  nextDay,
  nextOpen,
  spansOn,
  startOf,
  withClosed,
  type Part,
} from './part.rules.ts'
import { common, cut, spansADay, union, type Week } from '#modules/access/week.rules.ts'

export interface Narrowed {
  stored: readonly Part[]
  /** False when some allowed time is not stored. */
  whole: boolean
}

/** Where a device stores several rights, a day with many spans is split into several rights. */
const chunks = (part: Part, most: number): Part[] =>
  Array.from({ length: Math.ceil(spansADay(part.week) / most) }, (_, n) => ({
    ...part,
    week: cut(part.week, most, () => n * most),
  }))

/** Removes expired parts, but only where their space is needed: content that fits does not change with time. */
function withoutEnded(parts: readonly Part[], most: number, now: number): Part[] {
  const ended = parts.filter(part => part.to < now).sort((a, b) => a.to - b.to)
  const gone = new Set(ended.slice(0, Math.max(0, parts.length - most)))
  return parts.filter(part => !gone.has(part))
}

const prepared = (parts: readonly Part[], keeps: Keeps): readonly Part[] =>
  keeps.rights > 1 ? parts.flatMap(part => chunks(part, keeps.spansADay)) : parts
const fits = (parts: readonly Part[], keeps: Keeps): boolean =>
  parts.length <= keeps.rights &&
  parts.every(part => spansADay(part.week) <= keeps.spansADay && part.closed.length <= keeps.closedDays)

export function narrow(parts: readonly Part[], keeps: Keeps, now: number, zone: string): Narrowed {
  const due = withoutEnded(prepared(parts, keeps), keeps.rights, now)
  if (fits(due, keeps)) return { stored: due, whole: true }
  const chosen =
    due.length <= keeps.rights ? due : keeps.rights === 1 ? theOne(due, now, zone) : soonest(due, keeps, now, zone)
  const stored = chosen.flatMap(part =>
    fewerDays(fewerSpans(part, keeps.spansADay, now, zone), keeps.closedDays, now, zone),
  )
  return { stored, whole: false }
}

/** Several rights fit, but not all: those that open first are stored. */
const soonest = (parts: readonly Part[], keeps: Keeps, now: number, zone: string): Part[] =>
  parts
    .map(part => ({ part, opens: nextOpen(part, now, zone), key: keyOf(part) }))
    .sort((a, b) => (a.opens === b.opens ? (a.key < b.key ? -1 : 1) : a.opens - b.opens))
    .slice(0, keeps.rights)
    .map(entry => entry.part)

/** One right fits: what is valid now, or next, over all rights. */
function theOne(parts: readonly Part[], now: number, zone: string): Part[] {
  const at = parts.some(part => isActive(part, now, zone))
    ? now
    : Math.min(...parts.map(part => nextOpen(part, now, zone)))
  if (at === Infinity) return []
  const doors = atDoors(parts, at, zone)
  if (new Set(doors.map(keyOf)).size === 1) return [{ ...doors[0]!, doors: doors.flatMap(part => part.doors) }]
  // Doors with different hours: those that are open now, or next, at their common times.
  const minute = doors.some(part => isOpen(part, at, zone))
    ? at
    : Math.min(...parts.map(part => nextOpen(part, at, zone)))
  if (minute === Infinity) return []
  const open = atDoors(parts, minute, zone).filter(part => isOpen(part, minute, zone))
  return [{ ...meet(open, common(open.map(part => part.week)), zone), doors: open.flatMap(part => part.doors) }]
}

/** The parts active at `at`, joined into one per door: while all of them last, on days that none of them closes. */
function atDoors(parts: readonly Part[], at: number, zone: string): Part[] {
  const active = parts.filter(part => isActive(part, at, zone))
  const nos = [...new Set(active.flatMap(part => part.doors))].sort((a, b) => a - b)
  return nos.map(no => {
    const own = active.filter(part => part.doors.includes(no))
    return { ...meet(own, union(own.map(part => part.week)), zone), doors: [no] }
  })
}

const meet = (parts: readonly Part[], week: Week, zone: string): Part =>
  withClosed(
    { doors: [], from: Math.max(...parts.map(part => part.from)), to: Math.min(...parts.map(part => part.to)), week },
    parts.flatMap(part => part.closed),
    zone,
  )

/** Today's past spans are dropped in favour of later ones; on other days the first ones are stored. */
function fewerSpans(part: Part, most: number, now: number, zone: string): Part {
  if (spansADay(part.week) <= most) return part
  const at = nextOpen(part, now, zone)
  if (at === Infinity) return { ...part, week: cut(part.week, most, () => 0) }
  const { weekday, minute } = localMinute(at, zone)
  const today = part.week[weekday - 1]!
  const first = Math.min(today.filter(([, to]) => to <= minute).length, Math.max(0, today.length - most))
  return { ...part, week: cut(part.week, most, day => (day === weekday - 1 ? first : 0)) }
}

/** Coming closed days are stored as far as they fit; the period ends before the first one that does not. */
function fewerDays(part: Part, most: number, now: number, zone: string): Part[] {
  if (part.closed.length <= most) return [part]
  const at = isActive(part, now, zone) ? now : nextOpen(part, now, zone)
  if (at === Infinity) return []
  const today = dayOf(at, zone)
  const [past, coming] = [part.closed.filter(day => day < today), part.closed.filter(day => day >= today)]
  const [last, first] = [past.at(-1), coming[most]]
  return [
    {
      ...part,
      from: last === undefined ? part.from : Math.max(part.from, startOf(nextDay(last), zone)),
      to: first === undefined ? part.to : Math.min(part.to, startOf(first, zone) - 1),
      closed: coming.slice(0, most),
    },
  ]
}

const LOOK_DAYS = 8
/** Epoch milliseconds after `now` at which something else may have to be stored, in order; after the last it is computed again. */
export function turns(parts: readonly Part[], keeps: Keeps, now: number, zone: string): number[] {
  const instants = new Set<number>()
  const add = (at: number): unknown => at > now && Number.isFinite(at) && instants.add(at)
  for (const part of parts) {
    add(part.from)
    add(part.to + 1)
    for (const day of part.closed) {
      add(startOf(day, zone))
      add(startOf(nextDay(day), zone))
    }
  }
  const all = (): number[] => [...instants].sort((a, b) => a - b)
  const doorsDiffer = new Set(parts.map(part => part.doors.join())).size > 1
  const manySpans = parts[0]!.week.some(
    (_, at) => parts.reduce((n, part) => n + part.week[at]!.length, 0) > keeps.spansADay,
  )
  const opens = Math.min(...parts.map(part => nextOpen(part, now, zone)))
  if (!(keeps.rights > 1 || doorsDiffer || manySpans) || opens === Infinity) return all()
  // The selection changes with the hours of the day, from the day on which the first door opens.
  let day = dayOf(opens, zone)
  for (let n = 0; n < LOOK_DAYS; n += 1, day = nextDay(day)) {
    add(startOf(day, zone))
    for (const part of parts)
      for (const span of spansOn(part.week, day)) for (const minute of span) add(minuteAt(day, minute, zone))
  }
  const end = startOf(day, zone)
  add(end)
  return all().filter(at => at <= end)
}
