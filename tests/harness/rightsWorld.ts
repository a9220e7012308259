/** Random rules about one person, over two weeks in some time zone: groups, plans, exceptions, periods, and changes by people meanwhile. */
import fc from 'fast-check'
import type { Exception, Span } from '#modules/access/timePlan.rules.ts'

export const MINUTE = 60_000
const DAY = 1440 * MINUTE
export const FORTNIGHT = 14 * DAY
export const iso = (at: number): string => new Date(at).toISOString()

interface Plan {
  week: Span[]
  exceptions: Exception[]
}
interface Group {
  doors: number[]
  plan: Plan | null
  validFrom: string | null
  validTo: string | null
}
export interface Rules {
  person: { validFrom: string | null; validTo: string | null }
  groups: Group[]
}
export interface World extends Rules {
  zone: string
  start: number
  /** Changes of the rules by people during the two weeks, in order. */
  changes: (Rules & { at: number })[]
}

/** Fortnights with a summer time change, in zones on both sides of Greenwich, one with half an hour. */
const place = fc.constantFrom<[zone: string, start: string]>(
  ['Asia/Shanghai', '2026-09-21T16:00:00Z'],
  ['Europe/Berlin', '2026-03-22T00:00:00Z'],
  ['Europe/Berlin', '2026-10-19T00:00:00Z'],
  ['America/New_York', '2026-10-25T00:00:00Z'],
  ['Australia/Sydney', '2026-09-28T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-03-29T00:00:00Z'],
  ['Asia/Kathmandu', '2026-12-25T00:00:00Z'],
)
const quarter = (n: number): string =>
  `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`
const span = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 }))
  .filter(([, from, to]) => from !== to)
  .map(([weekday, from, to]): Span => ({ weekday, from: quarter(from), to: quarter(to) }))
/** A moment of the two weeks or around it, or none. */
const moment = (start: number): fc.Arbitrary<string | null> =>
  fc.option(
    fc.integer({ min: -3 * 96, max: 17 * 96 }).map(n => iso(start + n * 15 * MINUTE)),
    { nil: null },
  )
const planIn = (start: number): fc.Arbitrary<Plan> =>
  fc.record({
    week: fc.array(span, { minLength: 1, maxLength: 24 }),
    exceptions: fc.array(
      fc
        .tuple(
          fc.integer({ min: -2, max: 16 }),
          fc.boolean(),
          fc.integer({ min: 0, max: 90 }),
          fc.integer({ min: 1, max: 96 }),
        )
        .map(([n, closed, from, length]): Exception => ({
          ...{ day: iso(start + n * DAY).slice(0, 10), closed },
          ...(closed ? {} : { from: quarter(from), to: quarter(Math.min(96, from + length)) }),
        })),
      { maxLength: 4 },
    ),
  })
const rulesIn = (start: number, doors: number): fc.Arbitrary<Rules> => {
  const period = { validFrom: moment(start), validTo: moment(start) }
  // Few plans for many groups, so that rights repeat.
  return fc
    .array(planIn(start), { minLength: 1, maxLength: 3 })
    .chain(plans =>
      fc.record({
        person: fc.record(period),
        groups: fc.array(
          fc.record({
            doors: fc.uniqueArray(fc.integer({ min: 1, max: doors }), { minLength: 1 }),
            plan: fc.oneof(
              { weight: 4, arbitrary: fc.constantFrom(...plans) },
              { weight: 1, arbitrary: fc.constant(null) },
            ),
            ...period,
          }),
          { minLength: 1, maxLength: 5 },
        ),
      }),
    )
}
export const worldOf = (doors: number): fc.Arbitrary<World> =>
  place.chain(([zone, at]) => {
    const start = Date.parse(at)
    const change = fc
      .tuple(fc.integer({ min: 1, max: 14 * 1440 - 1 }), rulesIn(start, doors))
      .map(([minute, rules]) => ({ ...rules, at: start + minute * MINUTE }))
    return fc
      .tuple(rulesIn(start, doors), fc.array(change, { maxLength: 4 }))
      .map(([rules, changes]) => ({ ...rules, zone, start, changes: changes.sort((one, two) => one.at - two.at) }))
  })
