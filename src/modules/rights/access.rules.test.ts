/** Who may pass, rule by rule, and what is sent to a terminal for it. */
import { describe, expect, test } from 'vitest'
import { accessControlDevice } from '#devices/accessControlDevice.ts'
import { faceEqui } from '#devices/faceEqui.ts'
import { changesAt, effective, type SyncPerson, type SyncRight } from './effective.server.ts'
import { decide, type KnownPerson, type Right } from '#modules/access/decide.rules.ts'
import {
  exceptionsClear,
  isOpen,
  spansDisjoint,
  weekText,
  type Exception,
  type TimePlan,
} from '#modules/access/timePlan.rules.ts'
import { isConfirmed } from '#model/delivery.ts'
import { deliveryStateOf } from './cells.rules.ts'
import { isOpen as isPartOpen, partsOf } from './part.rules.ts'

const ZONE = 'Asia/Shanghai'
const [FACES, CARDS] = [faceEqui.sets[0]!, accessControlDevice.sets[0]!]
const office: TimePlan = {
  name: '工作日',
  week: [1, 2, 3, 4, 5].map(weekday => ({ weekday, from: '09:00', to: '18:00' })),
  exceptions: [{ day: '2026-10-01', closed: true }],
}

describe('a time plan', () => {
  test.each([
    ['a minute before', '2026-09-30T00:59:59.999Z', false],
    ['from the first second', '2026-09-30T01:00:00.000Z', true],
    ['the last minute', '2026-09-30T09:59:59.999Z', true],
    ['not at the end itself', '2026-09-30T10:00:00.000Z', false],
    ['a closed day', '2026-10-01T04:00:00.000Z', false],
    ['Saturday', '2026-10-03T04:00:00.000Z', false],
    ['Sunday night in UTC is Monday there', '2026-10-04T23:30:00.000Z', false],
    ['Monday morning there', '2026-10-05T01:00:00.000Z', true],
  ])('%s', (_what, at, open) => expect(isOpen(office, at, ZONE)).toBe(open))

  test('no plan is always', () => expect(isOpen(null, '2026-10-01T04:00:00.000Z', ZONE)).toBe(true))

  test.each([
    [
      'one after the other',
      [
        ['09:00', '12:00'],
        ['12:00', '18:00'],
      ],
      true,
    ],
    [
      'overlapping',
      [
        ['09:00', '12:00'],
        ['11:59', '18:00'],
      ],
      false,
    ],
    ['past midnight', [['18:00', '09:00']], true],
    [
      'past midnight into its own evening',
      [
        ['18:00', '09:00'],
        ['20:00', '21:00'],
      ],
      false,
    ],
    ['of a whole day', [['00:00', '24:00']], true],
    ['empty', [['09:00', '09:00']], false],
    ['nine of them', Array.from({ length: 9 }, (_, n) => [`0${n}:00`, `0${n}:30`]), false],
  ])('spans %s', (_what, spans, ok) =>
    expect(spansDisjoint(spans.map(([from = '', to = '']) => ({ weekday: 1, from, to }))) === null).toBe(ok),
  )

  test('a make-up working day has its own hours, from midnight to midnight', () => {
    const [saturday, sunday] = ['2026-10-10', '2026-10-11']
    const makeUp: TimePlan = {
      name: '白班',
      week: [
        { weekday: 5, from: '22:00', to: '06:00' },
        { weekday: 6, from: '20:00', to: '22:00' },
      ],
      exceptions: [
        { day: saturday, closed: false, from: '09:00', to: '12:00' },
        { day: saturday, closed: false, from: '13:00', to: '24:00' },
        { day: sunday, closed: false, from: '08:00', to: '09:00' },
      ],
    }
    const open = (wall: string) => isOpen(makeUp, new Date(`${wall}+08:00`).toISOString(), ZONE)
    const on = (day: string, ...clocks: string[]) => clocks.map(clock => open(`${day}T${clock}`))
    expect(on(saturday, '05:00', '08:59', '09:00', '12:00', '13:00', '23:59')).toEqual([
      ...[false, false, true, false, true, true],
    ])
    expect(on(sunday, '00:00', '08:00', '09:00')).toEqual([false, true, false])
    expect(on('2026-10-17', '05:00', '09:00', '20:00')).toEqual([true, false, true])
    // The same hours reach the devices: a right for each of the days, beside the usual one, which is closed then.
    const right = { doorNo: 1, validFrom: null, validTo: null, week: makeUp.week, exceptions: makeUp.exceptions }
    const parts = partsOf({ validFrom: null, validTo: null }, [right], ZONE)
    expect(parts.length).toBe(3)
    for (let at = Date.parse('2026-10-08T16:00:00Z'); at < Date.parse('2026-10-18T16:00:00Z'); at += 15 * 60_000)
      expect(
        parts.some(part => isPartOpen(part, at, ZONE)),
        new Date(at).toISOString(),
      ).toBe(isOpen(makeUp, new Date(at).toISOString(), ZONE))
  })

  test.each<[string, Exception[], boolean]>([
    ['closed', [{ day: '2026-10-10', closed: true }], true],
    ['open without hours', [{ day: '2026-10-10', closed: false }], false],
    ['open with half of them', [{ day: '2026-10-10', closed: false, from: '09:00' }], false],
    ['closed with hours', [{ day: '2026-10-10', closed: true, from: '09:00', to: '10:00' }], false],
    ['past midnight', [{ day: '2026-10-10', closed: false, from: '22:00', to: '06:00' }], false],
    ['to midnight', [{ day: '2026-10-10', closed: false, from: '22:00', to: '24:00' }], true],
    [
      'closed and open',
      [
        { day: '2026-10-10', closed: true },
        { day: '2026-10-10', closed: false, from: '09:00', to: '10:00' },
      ],
      false,
    ],
    [
      'overlapping',
      [
        { day: '2026-10-10', closed: false, from: '09:00', to: '12:00' },
        { day: '2026-10-10', closed: false, from: '11:00', to: '13:00' },
      ],
      false,
    ],
  ])('exceptions %s', (_what, given, ok) => expect(exceptionsClear(given) === null).toBe(ok))

  test('past midnight it continues into the next day, which may be closed', () => {
    const night: TimePlan = {
      name: '夜班',
      week: [{ weekday: 7, from: '22:00', to: '06:00' }],
      exceptions: [{ day: '2026-10-12', closed: true }],
    }
    // 4 October 2026 is a Sunday.
    const open = (wall: string) => isOpen(night, new Date(`${wall}+08:00`).toISOString(), ZONE)
    expect([open('2026-10-04T21:59:59'), open('2026-10-04T22:00'), open('2026-10-04T23:59:59')]).toEqual([
      false,
      true,
      true,
    ])
    expect([open('2026-10-05T00:00'), open('2026-10-05T05:59:59'), open('2026-10-05T06:00')]).toEqual([
      true,
      true,
      false,
    ])
    expect([open('2026-10-11T23:59'), open('2026-10-12T00:00'), open('2026-10-12T05:00')]).toEqual([true, false, false])
    const monday = { weekday: 1, from: '05:00', to: '07:00' }
    expect(spansDisjoint([...night.week, monday] as never)).not.toBeNull()
    expect(spansDisjoint([...night.week, { ...monday, from: '06:00' }] as never)).toBeNull()
    expect(weekText(night.week)).toEqual(['周日 22:00–次日 06:00', 'Sun 22:00–next day 06:00'])
  })

  test('is read as people write it', () => {
    expect(weekText(office.week)).toEqual(['周一至周五 09:00–18:00', 'Mon–Fri 09:00–18:00'])
    const mixed = [
      ...office.week.slice(0, 2),
      { weekday: 2, from: '19:00', to: '21:00' },
      { weekday: 7, from: '08:00', to: '12:00' },
    ]
    expect(weekText(mixed)[0]).toBe('周一 09:00–18:00；周二 09:00–18:00、19:00–21:00；周日 08:00–12:00')
    expect(weekText([])).toEqual(['', ''])
  })
})

const lin: KnownPerson = { id: '1', name: '林晓', state: 0, personType: 1, validFrom: null, validTo: null }
const right: Right = { groupId: '1', groupName: '全体', validFrom: null, validTo: null, plan: null }
const NOON = '2026-09-30T04:00:00.000Z'

describe('a decision', () => {
  test.each<[string, Partial<KnownPerson> | null, Partial<Right>[], number | undefined, string | null]>([
    ['who holds a right passes', {}, [{}], 0, null],
    ['a stranger does not', null, [], 0, 'stranger'],
    ['who is blocked does not, whatever the rights', { personType: 5 }, [{}], 0, 'blacklist'],
    ['who is paused does not', { state: 1 }, [{}], 0, 'paused'],
    ['who has left does not', { state: 2 }, [{}], 0, 'paused'],
    ['before the first day', { validFrom: '2026-10-01T00:00:00.000Z' }, [{}], 0, 'notYet'],
    ['after the last day', { validTo: '2026-09-29T00:00:00.000Z' }, [{}], 0, 'expired'],
    ['without a group', {}, [], 0, 'noPermission'],
    ['a right that is over', {}, [{ validTo: '2026-09-29T00:00:00.000Z' }], 0, 'expired'],
    ['one right over, one not', {}, [{ validTo: '2026-09-29T00:00:00.000Z' }, {}], 0, null],
    ['within the hours', {}, [{ plan: office }], 0, null],
    ['outside the hours', {}, [{ plan: { ...office, week: [] } }], 0, 'notInTime'],
    ['one plan open is enough', {}, [{ plan: { ...office, week: [] } }, { plan: office }], 0, null],
    ['a door held closed lets nobody pass', {}, [{}], 2, 'doorClosed'],
    ['an unknown mode refuses nobody', {}, [{}], undefined, null],
  ])('%s', (_what, person, rights, mode, reason) => {
    const decision = decide(
      person && { ...lin, ...person },
      rights.map(one => ({ ...right, ...one })),
      mode,
      NOON,
      ZONE,
    )
    expect({ allow: decision.allow, reason: decision.reason }).toEqual({ allow: reason === null, reason })
    expect(decision.steps).toHaveLength(7)
    const at = decision.steps.findIndex(step => step.verdict === 'refuse')
    // Rules after a refusal were not evaluated, and say so.
    if (at >= 0) expect(decision.steps.slice(at + 1).every(step => step.verdict === 'skipped')).toBe(true)
  })
})

describe('what a terminal holds', () => {
  const person: SyncPerson = {
    id: '1',
    shortNo: '100001',
    name: '林晓',
    state: 0,
    deleted: false,
    personType: 1,
    validFrom: null,
    validTo: null,
    faceState: 2,
    portraitDigest: 'x',
    portraitFile: 'f',
    cards: ['12345678'],
  }
  const held: SyncRight = {
    doorNo: 1,
    validFrom: null,
    validTo: null,
    week: office.week,
    exceptions: office.exceptions,
  }
  test.each<[string, Partial<SyncPerson>, Partial<SyncRight>[], boolean]>([
    ['with a right', {}, [{}], true],
    ['without one', {}, [], false],
    ['paused', { state: 1 }, [{}], false],
    ['deleted', { deleted: true }, [{}], false],
    ['blocked', { personType: 5 }, [{}], false],
    ['without an accepted portrait', { faceState: 1 }, [{}], false],
    ['over', { validTo: '2026-09-01T00:00:00.000Z' }, [{}], false],
    ['not yet begun is sent ahead', { validFrom: '2026-12-01T00:00:00.000Z' }, [{}], true],
  ])('%s', (_what, change, rights, holds) =>
    expect(
      effective(
        FACES,
        { ...person, ...change },
        rights.map(one => ({ ...held, ...one })),
        NOON,
        ZONE,
      ).desired !== null,
    ).toBe(holds),
  )

  const saturday = [{ weekday: 6, from: '08:00', to: '12:00' }]
  const upTo = { ...held, validFrom: '2026-09-01T00:00:00.000Z', validTo: '2026-10-15T00:00:00.000Z' }
  const third = { ...held, doorNo: 3, validFrom: '2026-11-01T00:00:00.000Z', week: saturday, exceptions: [] }

  test('where several rights fit, each has its doors, its period and its week', () => {
    const answer = effective(CARDS, person, [third, upTo], NOON, ZONE)
    expect(answer).toMatchObject({
      whole: true,
      desired: {
        zone: ZONE,
        rights: [
          { doors: [3], validFrom: third.validFrom, validTo: null, week: saturday, closedDays: [] },
          {
            doors: [1],
            validFrom: upTo.validFrom,
            validTo: upTo.validTo,
            week: office.week,
            closedDays: ['2026-10-01'],
          },
        ].sort((a, b) => a.doors[0]! - b.doors[0]!),
      },
    })
    expect(changesAt(CARDS, person, [third, upTo], NOON, ZONE)).toBeNull()
  })

  test('where one fits, the current one stays in force and the next follows in its time', () => {
    const rights = [{ ...third, doorNo: 1 }, upTo]
    const answer = effective(FACES, person, rights, NOON, ZONE)
    expect(answer).toMatchObject({
      whole: false,
      desired: { rights: [{ doors: [1], validTo: upTo.validTo, week: office.week }] },
    })
    const next = changesAt(FACES, person, rights, NOON, ZONE)!
    expect(next).toBe('2026-10-15T00:00:00.001Z')
    expect(effective(FACES, person, rights, next, ZONE)).toMatchObject({
      whole: true,
      desired: { rights: [{ doors: [1], validFrom: third.validFrom, week: saturday }] },
    })
  })

  test('a cell shows what the terminal holds for a door, and never more than it holds', () => {
    const device = { online: true, clockOff: false, now: NOON }
    const cell = (holds: typeof FACES | typeof CARDS, rights: SyncRight[], doorNo: number, who = person) =>
      deliveryStateOf(
        { answer: effective(holds, who, rights, NOON, ZONE), person: who, rights, zone: ZONE },
        doorNo,
        undefined,
        device,
      )
    // The right for the door begins after the person's own validity: no part of it is on the terminal.
    const until = { ...person, validTo: '2026-10-10T00:00:00.000Z' }
    const later = { ...held, doorNo: 2, validFrom: '2026-11-01T00:00:00.000Z' }
    expect(cell(CARDS, [held, later], 2, until)).toEqual({ state: 'over', reason: 'outside' })
    expect(cell(CARDS, [held, later], 1, until)).toEqual({ state: 'confirmed', reason: null })
    // A terminal with one set of hours stores that of door 1 now, and nothing for door 3.
    const sets = [upTo, third]
    expect(cell(FACES, sets, 1)).toEqual({ state: 'partly', reason: 'keepsPart' })
    expect(cell(FACES, sets, 3)).toEqual({ state: 'notKept', reason: 'otherDoors' })
    expect(isConfirmed(cell(FACES, sets, 3).state)).toBe(false)
  })

  test('intervals that overlap, touch or repeat are one; an interval past midnight is two', () => {
    const week = [
      { weekday: 1, from: '09:00', to: '12:00' },
      { weekday: 1, from: '12:00', to: '15:00' },
      { weekday: 1, from: '14:00', to: '18:00' },
      { weekday: 7, from: '22:00', to: '06:00' },
    ]
    const twice = [
      { ...held, week },
      { ...held, week: week.toReversed() },
    ]
    expect(effective(FACES, person, twice, NOON, ZONE)).toMatchObject({
      whole: true,
      desired: {
        rights: [
          {
            week: [
              { weekday: 1, from: '00:00', to: '06:00' },
              { weekday: 1, from: '09:00', to: '18:00' },
              { weekday: 7, from: '22:00', to: '24:00' },
            ],
          },
        ],
      },
    })
  })

  test('a day with more spans than fit has those that come next', () => {
    const week = ['08', '10', '12', '14', '16'].map(hour => ({ weekday: 3, from: `${hour}:00`, to: `${hour}:30` }))
    const at = (now: string) => {
      const answer = effective(FACES, person, [{ ...held, week }], now, ZONE)
      return answer.desired?.rights[0]!.week?.map(span => span.from.slice(0, 2)).join(' ')
    }
    // 30 September is a Wednesday; noon there is 12:00.
    expect([at('2026-09-29T04:00:00.000Z'), at(NOON), at('2026-09-30T09:00:00.000Z')]).toEqual([
      '08 10 12',
      '12 14 16',
      '08 10 12',
    ])
    expect(changesAt(FACES, person, [{ ...held, week }], NOON, ZONE)).toBe('2026-09-30T08:30:00.000Z')
  })

  test('why nothing is held', () => {
    const why = (change: Partial<SyncPerson>, rights = [held], holds: typeof FACES | typeof CARDS = FACES) => {
      const answer = effective(holds, { ...person, ...change }, rights, NOON, ZONE)
      return answer.desired ? null : answer.why
    }
    expect([
      why({ faceState: 0, portraitDigest: null }),
      why({ cards: [] }, [held], CARDS),
      why({ validTo: '2026-09-01T00:00:00.000Z' }),
      why({}, [{ ...held, validTo: '2026-09-01T00:00:00.000Z' }]),
      why({ state: 1 }),
      why({}, []),
    ]).toEqual(['noPortrait', 'noCard', 'over', 'over', 'paused', 'noRight'])
  })
})
