/** Who may pass, rule by rule, and what a terminal is given for it. */
import { describe, expect, test } from 'vitest'
import { effective, type SyncPerson, type SyncRight } from '#modules/sync/effective.rules.ts'
import { decide, type KnownPerson, type Right } from './decide.rules.ts'
import { isOpen, spansDisjoint, weekText, type TimePlan } from './timePlan.rules.ts'

const ZONE = 'Asia/Shanghai'
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
    ['ending before it begins', [['18:00', '09:00']], false],
    ['empty', [['09:00', '09:00']], false],
    ['nine of them', Array.from({ length: 9 }, (_, n) => [`0${n}:00`, `0${n}:30`]), false],
  ])('spans %s', (_what, spans, ok) =>
    expect(spansDisjoint(spans.map(([from, to]) => ({ weekday: 1, from, to }))) === null).toBe(ok),
  )

  test('is read as people say it', () => {
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
    // What stands behind a refusal was not asked, and says so.
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
    planId: '1',
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
        'person',
        { ...person, ...change },
        rights.map(one => ({ ...held, ...one })),
        NOON,
      ) !== null,
    ).toBe(holds),
  )

  test('two rights give the doors, the hours and the period of both', () => {
    const desired = effective(
      'card',
      person,
      [
        { ...held, validFrom: '2026-09-01T00:00:00.000Z', validTo: '2026-10-01T00:00:00.000Z' },
        {
          ...held,
          doorNo: 3,
          validFrom: '2026-09-15T00:00:00.000Z',
          validTo: '2026-11-01T00:00:00.000Z',
          week: [{ weekday: 7, from: '08:00', to: '12:00' }],
        },
      ],
      NOON,
    )!
    expect(desired).toMatchObject({
      doors: [1, 3],
      validFrom: '2026-09-01T00:00:00.000Z',
      validTo: '2026-11-01T00:00:00.000Z',
      closedDays: ['2026-10-01'],
    })
    expect(desired.week).toHaveLength(6)
  })

  test('a day is closed only when every plan closes it, and a change of it is a change', () => {
    const one = effective('card', person, [held], NOON)!
    const other = effective('card', person, [held, { ...held, exceptions: [] }], NOON)!
    const free = effective('card', person, [{ ...held, planId: null, week: null, exceptions: null }], NOON)!
    expect([one.closedDays, other.closedDays, free.closedDays]).toEqual([['2026-10-01'], [], []])
    expect(one.version).not.toBe(other.version)
  })
})
