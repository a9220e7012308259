/** Times of moves: when a row is due. */
import { expect, test } from 'vitest'
import { day, instant } from './field.ts'
import { machine } from './noun.ts'
import { dueMs, timedMovesOf, type MoveTime } from './timedMove.ts'

const fields = { endsAt: instant(['结束', 'Until']), lastDay: day(['最后一天', 'Last day']) }
const END = { from: ['open'], to: 'over', label: ['结束', 'End'], by: 'system', at: 'endsAt' } as const

test('an instant is reached, a day is over, a duration is added, and nothing has no time', () => {
  const due = (more: { at?: MoveTime }, row: object): string | null => {
    const states = { open: [1, '有效', 'Open'], over: [2, '结束', 'Over'] } as const
    const state = machine(['状态', 'State'], states, 'open', { end: { ...END, ...more } })
    const [timed] = timedMovesOf({ fields, states: { state } })
    const ms = dueMs(timed!, row as never)
    return ms === null ? null : new Date(ms).toISOString()
  }
  expect(due({}, { endsAt: '2030-03-01T10:00:00.000Z' })).toBe('2030-03-01T10:00:00.000Z')
  expect(due({}, { endsAt: null })).toBeNull()
  expect(due({ at: 'lastDay' }, { lastDay: '2030-12-31' })).toBe('2030-12-31T16:00:00.000Z')
  expect(
    due({ at: { field: 'endsAt', after: { days: 1, hours: 2, minutes: 3 } } }, { endsAt: '2030-03-01T10:00:00Z' }),
  ).toBe('2030-03-02T12:03:00.000Z')
})
