/**
 * What a device must store about one person, from their state and their rights: never more than the rules allow, by any clock.
 * The same result is sent, compared on read-back, and explained.
 */
import { createHash } from 'node:crypto'
import type { HeldSet, Keeps } from '#model/device.ts'
import { narrow, turns } from './narrow.rules.ts'
import { partsOf, type GivenRight, type Part } from './part.rules.ts'
import { spansOf, type Span } from '#modules/access/week.rules.ts'
import { wayOf } from './ways.rules.ts'

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
  plates: readonly string[]
  /** A keyed digest, by which a changed PIN is another version. */
  pinDigest: string | null
  pinSealed: Uint8Array | null
}
export type SyncRight = GivenRight
/** One right in the form in which a device stores it. */
export interface HeldRight {
  doors: readonly number[]
  validFrom: string | null
  validTo: string | null
  /** Null for the whole week. */
  week: readonly Span[] | null
  /** Days on which nobody passes whatever the week says, `yyyy-MM-dd` in the site's zone. */
  closedDays: readonly string[]
}
export interface Desired {
  id: string
  /** The number by which devices know the person. */
  personId: string
  name: string
  /** The time zone of weeks and days. */
  zone: string
  rights: readonly HeldRight[]
  cards: readonly string[]
  portraitDigest: string | null
  plates?: readonly string[]
  pinDigest?: string | null
  pinSealed?: Uint8Array | null
  version: string
}
/** Why nothing is stored, in the order of the checks. */
export type Why = 'gone' | 'blacklist' | 'paused' | 'noRight' | 'over' | 'noPortrait' | 'noCard' | 'noOther'
export type Effective =
  | {
      desired: Desired
      /** False when the device cannot store everything; the rest follows when it becomes due. */ whole: boolean
    }
  | { desired: null; why: Why }
/** With all that it follows from. */
export interface Answer {
  answer: Effective
  person: SyncPerson | null
  rights: readonly SyncRight[]
  zone: string
}
type ThingHeld = Pick<HeldSet, 'item' | 'keeps'>

const BLOCKED = 5
const instant = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null)
const heldRight = (part: Part): HeldRight => ({
  doors: part.doors,
  validFrom: instant(part.from),
  validTo: instant(part.to),
  week: spansOf(part.week),
  closedDays: part.closed,
})

/** `holds` is the set of the class: what it stores, and how much of it. `now` is RFC 3339 in UTC; `zone` is the time zone of weeks and days. */
export function effective(
  holds: ThingHeld,
  person: SyncPerson | null,
  rights: readonly SyncRight[],
  now: string,
  zone: string,
): Effective {
  const none = (why: Why): Effective => ({ desired: null, why })
  if (!person || person.deleted) return none('gone')
  if (person.personType === BLOCKED) return none('blacklist')
  if (person.state !== 0) return none('paused')
  if (rights.length === 0) return none('noRight')
  const parts = partsOf(person, rights, zone)
  const at = Date.parse(now)
  if (isOver(parts, at)) return none('over')
  const way = wayOf(holds.item)
  if (way.lacks(person)) return none(way.why ?? 'noOther')
  const { stored, whole } = narrow(parts, holds.keeps, at, zone)
  // The remaining period consists of closed days.
  if (stored.length === 0) return none('over')
  const content = {
    name: person.name,
    zone,
    rights: stored.map(heldRight),
    cards: [],
    portraitDigest: null,
    ...way.stored(person),
  }
  const version = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16)
  return { desired: { id: person.id, personId: person.shortNo, ...content, ...way.sealed?.(person), version }, whole }
}

const isOver = (parts: readonly Part[], at: number): boolean => parts.every(part => part.to < at)

/** When something else must be stored although no rule changes; null when time alone changes nothing. */
export function changesAt(
  holds: ThingHeld,
  person: SyncPerson,
  rights: readonly SyncRight[],
  now: string,
  zone: string,
): string | null {
  const parts = partsOf(person, rights, zone)
  const at = Date.parse(now)
  if (isOver(parts, at)) return null
  const contentAt = (then: number): string =>
    isOver(parts, then) ? '' : JSON.stringify(narrowedKeys(parts, holds.keeps, then, zone))
  const { whole } = narrow(parts, holds.keeps, at, zone)
  if (whole) return instant(Math.max(...parts.map(part => part.to)) + 1)
  const before = contentAt(at)
  const later = turns(parts, holds.keeps, at, zone)
  return instant(later.find(then => contentAt(then) !== before) ?? later.at(-1) ?? Infinity)
}
const narrowedKeys = (parts: readonly Part[], keeps: Keeps, at: number, zone: string): HeldRight[] =>
  narrow(parts, keeps, at, zone).stored.map(heldRight)
