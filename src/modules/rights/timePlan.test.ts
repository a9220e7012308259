/** When a time plan lets pass: its week, its exceptional days, and how people read it. */
import { describe, expect, test } from 'vitest'
import {
  exceptionsClear,
  isOpen,
  spansDisjoint,
  weekText,
  type Exception,
  type TimePlan,
} from '#modules/access/timePlan.rules.ts'
import { isOpen as isPartOpen, partsOf } from './part.rules.ts'

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
