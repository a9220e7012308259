/** Conditions that need no database, the next time of a rule, and circles. */
import { describe, expect, test } from 'vitest'
import type { Text } from '#base/text.ts'
import { instant, text } from '#model/field.ts'
import { defineAct, defineTrigger, linkageKinds, type Known, type Words } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'
import { all } from '#main/generated/linkage.ts'
import { circle as circleOf, type Linked } from './linkage.rules.ts'
import { nextTime } from './nextTime.rules.ts'

const kinds = linkageKinds(all.flat())

describe('conditions', () => {
  const known: Known = {
    ...{ fields: { result: 1, direction: 1, score: 88, cardNo: '0007' }, personId: null },
    // 23:30 on a Saturday in Shanghai
    ...{ at: '2026-11-21T15:30:00.000Z', zone: 'Asia/Shanghai', appId: '1' },
  }
  const words: Words = {
    fields: { cardNo: text(['卡号', 'Card'], { identity: 'card' }) },
    ...{ classes: new Map(), device: () => undefined, zone: 'Asia/Shanghai' },
  }
  const check = (condition: Params & { what: number }, of: Known, by: Words) =>
    kinds.conditions.get(condition.what)!.check!(condition, of, by)
  test.each<[Params & { what: number }, boolean, string]>([
    [{ what: 1, name: 'result', op: 1, value: 0 }, false, '1'],
    [{ what: 1, name: 'result', op: 2, value: 0 }, true, '1'],
    [{ what: 1, name: 'score', op: 3, value: 80 }, true, '88'],
    [{ what: 1, name: 'score', op: 4, value: 80 }, false, '88'],
    [{ what: 1, name: 'cardNo', op: 5, value: ['0001', '0007'] }, true, '0007'],
    [{ what: 1, name: 'cardNo', op: 1, value: '00-07' }, true, '0007'],
    [{ what: 1, name: 'plate', op: 2, value: 'x' }, false, '没有上报'],
    [{ what: 3, from: '22:00', to: '06:00' }, true, '23:30'],
    [{ what: 3, from: '08:00', to: '18:00' }, false, '23:30'],
    [{ what: 3, from: '23:00', to: '23:30' }, false, '23:30'],
  ])('%j', (condition, held, saw) => {
    expect(check(condition, known, words)).toMatchObject({ held, saw: [saw, expect.any(String)] })
  })
  test('instants are said in the zone of the application', () => {
    const since = instant(['起', 'Since'])
    const zone = 'America/New_York'
    const inNewYork = { ...words, fields: { since }, zone }
    const condition = { what: 1, name: 'since', op: 1, value: '2026-07-01T12:30:00Z' }
    const knownThere = { ...known, fields: { since: '2026-07-01T12:30:00Z' }, zone }
    expect(kinds.conditions.get(1)!.words(condition, inNewYork)[0]).toBe('起为2026/07/01 08:30:00')
    expect(check(condition, knownThere, inNewYork).saw[0]).toBe('2026/07/01 08:30:00')
  })
  test('without an event its fields are unknown, and the rest is judged', () => {
    const none = { ...known, fields: null }
    expect(check({ what: 1, name: 'result', op: 1, value: 1 }, none, words)).toMatchObject({ held: false })
    expect(check({ what: 3, from: '22:00', to: '06:00' }, none, words).held).toBe(true)
  })
})

describe('the next time of a rule', () => {
  const at = (iso: string): Date => new Date(iso)
  const shanghai = { zone: 'Asia/Shanghai', place: { lng: 121.47, lat: 31.23 }, plan: null }
  test('a clock time, every day and on chosen days', () => {
    expect(nextTime({ at: '08:00' }, shanghai, at('2026-11-24T00:00:00Z'))).toEqual(at('2026-11-25T00:00:00Z'))
    expect(nextTime({ at: '08:00' }, shanghai, at('2026-11-23T23:59:59Z'))).toEqual(at('2026-11-24T00:00:00Z'))
    // 24 November 2026 is a Tuesday.
    expect(nextTime({ at: '08:00', days: [1] }, shanghai, at('2026-11-24T00:00:00Z'))).toEqual(
      at('2026-11-30T00:00:00Z'),
    )
  })
  test('days of 23 and of 25 hours have each time once', () => {
    const berlin = { zone: 'Europe/Berlin', place: null, plan: null }
    const times = (from: string, clock: string): string[] => {
      const found: string[] = []
      for (let after = at(from); found.length < 3; after = new Date(found.at(-1)!))
        found.push(nextTime({ at: clock }, berlin, after)!.toISOString())
      return found
    }
    // 02:30 does not exist on 29 March, and is there twice on 25 October.
    expect(new Set(times('2026-03-28T00:00:00Z', '02:30').map(one => one.slice(0, 10))).size).toBe(3)
    expect(new Set(times('2026-10-24T00:00:00Z', '02:30').map(one => one.slice(0, 10))).size).toBe(3)
  })
  test('sunrise and sunset of the site, and an offset', () => {
    const rise = nextTime({ sun: 1 }, shanghai, at('2026-06-20T12:00:00Z'))!
    // The almanac says 04:51 for Shanghai on 21 June.
    expect(Math.abs(rise.getTime() - at('2026-06-20T20:51:00Z').getTime())).toBeLessThan(3 * 60_000)
    const early = nextTime({ sun: 1, offsetMin: -30 }, shanghai, at('2026-06-20T12:00:00Z'))!
    expect(rise.getTime() - early.getTime()).toBe(30 * 60_000)
    expect(nextTime({ sun: 1 }, { ...shanghai, place: null }, at('2026-06-20T12:00:00Z'))).toBeNull()
    // Polar night.
    expect(nextTime({ sun: 1 }, { ...shanghai, place: { lng: 20, lat: 78 } }, at('2026-12-01T12:00:00Z'))).toBeNull()
  })
  test('where a time plan begins and ends, over midnight and around a closed day', () => {
    const plan = {
      name: 'night',
      week: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '22:00', to: '06:00' })),
      exceptions: [{ day: '2026-11-26', closed: true }],
    }
    const around = { ...shanghai, plan }
    expect(nextTime({ planId: '1', edge: 1 }, around, at('2026-11-24T08:00:00Z'))).toEqual(at('2026-11-24T14:00:00Z'))
    expect(nextTime({ planId: '1', edge: 2 }, around, at('2026-11-24T14:00:00Z'))).toEqual(at('2026-11-24T22:00:00Z'))
    // The 26th is closed from midnight to midnight.
    expect(nextTime({ planId: '1', edge: 2 }, around, at('2026-11-25T14:00:00Z'))).toEqual(at('2026-11-25T16:00:00Z'))
    expect(nextTime({ planId: '1', edge: 1 }, around, at('2026-11-25T16:00:00Z'))).toEqual(at('2026-11-26T16:00:00Z'))
    // The 27th has hours of its own.
    const makeUp = [...plan.exceptions, { day: '2026-11-27', closed: false, from: '09:30', to: '11:00' }]
    const other = { ...shanghai, plan: { ...plan, exceptions: makeUp } }
    expect(nextTime({ planId: '1', edge: 1 }, other, at('2026-11-25T16:00:00Z'))).toEqual(at('2026-11-27T01:30:00Z'))
    expect(nextTime({ planId: '1', edge: 2 }, other, at('2026-11-27T01:30:00Z'))).toEqual(at('2026-11-27T03:00:00Z'))
  })
})

describe('circles', () => {
  const circle = (rules: readonly Linked[]) => circleOf(kinds, rules)
  const command = (deviceId: string) => ({ deviceId, identifier: 'open' })
  const raise = (deviceId: string) => ({ deviceId, identifier: 'raiseAlarm' })
  const rule = (triggerKind: number, from: string, ...actions: { deviceId: string; identifier: string }[]) => ({
    ...{ triggerKind, from: [from], actions },
  })
  test('are found wherever they are', () => {
    expect(circle([rule(1, '1', command('2')), rule(1, '2', command('3'))])).toBeNull()
    expect(circle([rule(1, '1', command('2')), rule(2, '2', command('3')), rule(4, '3', command('2'))])).toEqual([
      '2',
      '3',
      '2',
    ])
    expect(circle([rule(1, '1', command('1'))])).toEqual(['1', '1'])
    expect(circle([rule(1, '1', { deviceId: '1', identifier: 'notify' })])).toBeNull()
  })
  test('go through alarms, which cause only what waits for alarms', () => {
    expect(circle([rule(1, '1', raise('1'))])).toBeNull()
    expect(circle([rule(5, '1', raise('1'))])).toEqual(['1', '1'])
    expect(circle([rule(1, '1', raise('2')), rule(5, '2', command('1'))])).toEqual(['1', '2', '1'])
    // A command may cause an alarm of the device.
    expect(circle([rule(5, '1', command('1'))])).toEqual(['1', '1'])
  })
  test('never begin at a time', () => {
    expect(circle([rule(3, '1', command('1'))])).toBeNull()
  })
  test('go through what acts of other modules set off', () => {
    const none: Text = ['', '']
    const shared = { label: none, fields: {}, needs: [], words: () => none }
    const own = linkageKinds([
      defineTrigger('left', { ...shared, wire: 90, on: 'left', causedBy: 'acts' }),
      defineAct('leave', { ...shared, device: 'none', asks: none, causes: ['left'] }),
    ])
    const starts = (identifier: string) => circleOf(own, [{ triggerKind: 90, from: [], actions: [{ identifier }] }])
    expect(starts('leave')).not.toBeNull()
    expect(starts('other')).toBeNull()
  })
})
