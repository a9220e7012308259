/** What a noun may not say: who writes its rows, and the times of its moves. */
import { expect, test } from 'vitest'
import { computed, day, instant, text } from '../field.ts'
import { machine, permissionPoints, type Move, type Noun, type NounSpec } from '../noun.ts'
import { nounProblems } from './nounProblems.ts'

const noun = (moves: Record<string, Partial<Move>>, more: Partial<NounSpec> = {}): Noun =>
  ({
    ...{ key: 'pass', label: ['证', 'Pass'], api: '/api/pass', table: 'x.pass', scope: 'application', name: 'name' },
    fields: {
      name: text(['名称', 'Name']),
      endsAt: instant(['结束', 'Until']),
      lastDay: day(['最后一天', 'Last day']),
      left: computed(instant(['剩余', 'Left'])),
      asked: instant(['申请', 'Asked'], { virtual: true }),
    },
    states: {
      state: machine(
        ['状态', 'State'],
        { open: [1, '有效', 'Open'], held: [2, '暂停', 'Held'], over: [3, '结束', 'Over'] },
        'open',
        moves as never,
      ),
    },
    ...more,
  }) as unknown as Noun
const END = { from: ['open'], to: 'over', label: ['结束', 'End'], by: 'system', at: 'endsAt' } as const
const problemsOf = (move: Partial<Move>, more?: Partial<NounSpec>): string[] =>
  nounProblems(noun({ end: { ...END, ...move } }, more))

test('a move of the platform by a field, or so long after it, is complete', () => {
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ at: { field: 'endsAt', after: { days: 1, minutes: 30 } } })).toEqual([])
  expect(problemsOf({ at: 'lastDay' }, { scope: 'source' })).toEqual([])
  expect(permissionPoints(noun({ end: END })).map(({ point }) => point)).not.toContain('pass:end')
})

test.each<[string, Partial<Move>, Partial<NounSpec>, RegExp]>([
  ['a move of a person', { by: 'user' }, {}, /^end: only moves of the platform have a time/],
  ['no field', { at: 'gone' }, {}, /there is no field 'gone'/],
  ['a text', { at: 'name' }, {}, /'name' is neither an instant nor a day/],
  ['a computed field', { at: 'left' }, {}, /'left' is not stored/],
  ['a virtual field', { at: 'asked' }, {}, /'asked' is not stored/],
  ['a day in an application', { at: 'lastDay' }, {}, /'lastDay' is a day, which ends at another time/],
  ['no duration', { at: { field: 'endsAt', after: {} } }, {}, /'after' is no duration/],
  ['a negative duration', { at: { field: 'endsAt', after: { days: 2, hours: -1 } } }, {}, /'after' is no duration/],
  ['half a day', { at: { field: 'endsAt', after: { days: 0.5 } } }, {}, /'after' is no duration/],
  ['a reason', { reason: true }, {}, /'reason' has no meaning where nobody makes the move/],
  ['a condition', { where: { name: ['x'] } }, {}, /'where' has no meaning/],
  ['a question', { confirm: ['确定？', 'Sure?'] }, {}, /'confirm' has no meaning/],
  [
    'rows of an application that staff write',
    {},
    { staffWrites: true },
    /^rows of an application are written in the app/,
  ],
  ['facts', {}, { life: 'fact' }, /its rows are a fact, which no move changes/],
  ['a state that leads to itself', { from: ['open', 'over'] }, {}, /^state: its moves with a time lead back/],
])('refused: %s', (_what, move, more, message) => {
  expect(problemsOf(move, more)).toEqual([expect.stringMatching(message)])
})

test('moves with a time that lead in a circle are refused; with a person among them they end', () => {
  const hold = { from: ['open'], to: 'held', label: ['暂停', 'Hold'], by: 'system', at: 'endsAt' } as const
  const again = { from: ['held'], to: 'open', label: ['恢复', 'Resume'] } as const
  expect(nounProblems(noun({ hold, again: { ...again, by: 'system', at: 'endsAt' } }))).toEqual([
    expect.stringMatching(/lead back to where they began/),
  ])
  expect(nounProblems(noun({ hold, again }))).toEqual([])
})
