/** Who may pass, rule by rule, and what is sent to a terminal for it. */
import { describe, expect, test } from 'vitest'
import { accessControlDevice } from '#devices/accessControlDevice.ts'
import { faceEqui } from '#devices/faceEqui.ts'
import { changesAt, effective, type SyncPerson, type SyncRight } from './effective.server.ts'
import { decide, type KnownPerson, type Right } from '#modules/access/decide.rules.ts'
import type { TimePlan } from '#modules/access/timePlan.rules.ts'
import { isConfirmed } from '#model/delivery.ts'
import { deliveryStateOf } from './cells.rules.ts'

const ZONE = 'Asia/Shanghai'
const [FACES, CARDS] = [faceEqui.sets[0]!, accessControlDevice.sets[0]!]
const office: TimePlan = {
  name: '工作日',
  week: [1, 2, 3, 4, 5].map(weekday => ({ weekday, from: '09:00', to: '18:00' })),
  exceptions: [{ day: '2026-10-01', closed: true }],
}

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
    plates: [],
    pinDigest: null,
    pinSealed: null,
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
