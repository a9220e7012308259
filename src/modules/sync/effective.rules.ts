/**
 * What a device must hold about one person, from their state and their rights: null means nothing.
 * The same answer is sent, compared on read-back, and explained.
 */
import { createHash } from 'node:crypto'

export interface SyncPerson {
  id: string
  shortNo: string
  name: string
  state: number
  deleted: boolean
  personType: number
  validFrom: string | null
  validTo: string | null
  faceState: number
  portraitDigest: string | null
  portraitFile: string | null
  cards: readonly string[]
}
export interface SyncRight {
  doorNo: number
  validFrom: string | null
  validTo: string | null
  planId: string | null
  week: readonly { weekday: number; from: string; to: string }[] | null
  exceptions: readonly { day: string; closed: boolean }[] | null
}
export interface Desired {
  personId: string
  name: string
  doors: number[]
  validFrom: string | null
  validTo: string | null
  week: readonly { weekday: number; from: string; to: string }[] | null
  /** Days on which nobody passes whatever the week says, `yyyy-MM-dd` in the place's zone. */
  closedDays: readonly string[]
  cards: readonly string[]
  portraitDigest: string | null
  version: string
}

const BLOCKED = 5
const earliest = (values: readonly (string | null)[]): string | null =>
  values.includes(null) ? null : ([...values].sort()[0] ?? null)
const latest = (values: readonly (string | null)[]): string | null =>
  values.includes(null) ? null : ([...values].sort().at(-1) ?? null)
const later = (a: string | null, b: string | null): string | null => (a && b ? (a > b ? a : b) : (a ?? b))
const sooner = (a: string | null, b: string | null): string | null => (a && b ? (a < b ? a : b) : (a ?? b))

/** `item` says what this class keeps: people with portraits, or cards. `now` is RFC 3339 in UTC. */
export function effective(
  item: 'person' | 'card',
  person: SyncPerson | null,
  rights: readonly SyncRight[],
  now: string,
): Desired | null {
  if (!person || person.deleted || person.state !== 0 || person.personType === BLOCKED || rights.length === 0)
    return null
  if (item === 'person' && (person.faceState !== 2 || !person.portraitDigest)) return null
  if (item === 'card' && person.cards.length === 0) return null
  // A person holds the union of what the groups give; terminals keep one period, so it is the widest, inside the person's own.
  const validFrom = later(person.validFrom, earliest(rights.map(right => right.validFrom)))
  const validTo = sooner(person.validTo, latest(rights.map(right => right.validTo)))
  if (validTo && validTo < now) return null
  const doors = [...new Set(rights.map(right => right.doorNo))].sort((a, b) => a - b)
  const week = rights.some(right => right.planId === null || right.week === null)
    ? null
    : rights.flatMap(right => right.week!)
  // As with the period: a day is closed on the terminal when every plan closes it.
  const closed = rights.map(
    right => new Set(right.exceptions?.filter(exception => exception.closed).map(exception => exception.day)),
  )
  const closedDays = [...closed[0]!].filter(day => closed.every(days => days.has(day))).sort()
  const content = {
    name: person.name,
    doors,
    validFrom,
    validTo,
    week,
    closedDays,
    cards: item === 'card' ? person.cards : [],
    portraitDigest: item === 'person' ? person.portraitDigest : null,
  }
  const version = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16)
  return { personId: person.shortNo, ...content, version }
}

/** Seconds to wait before trying again, by kind of failure and tries so far; null waits for a change of what is desired. */
export function retryAfterS(kind: 'refused' | 'busy' | 'full' | 'lost' | 'drift', tries: number): number | null {
  if (kind === 'refused' || kind === 'full') return null
  if (kind === 'drift') return 0
  return Math.min(3600, 2 ** Math.min(tries, 12))
}

/** Result codes of devices that mean "not now"; 4290 says busy, 4130 says full. */
export const kindOfCode = (code: number): 'busy' | 'full' | 'refused' =>
  code === 4290 || code === 429 ? 'busy' : code === 4130 ? 'full' : 'refused'
