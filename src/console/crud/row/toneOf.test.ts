/** States look like what they mean: what waits for somebody is not quiet, what came to a good end is. */
import { expect, test } from 'vitest'
import { leaveMessage } from '#modules/content/leaveMessage.noun.ts'
import { ticket } from '#modules/service/ticket.noun.ts'
import { toneOf } from './toneOf.ts'

const tonesOf = (states: object): Record<string, string> =>
  Object.fromEntries(Object.keys(states).map(name => [name, toneOf(name)]))

test('the states of messages and of repairs', () => {
  expect(tonesOf(leaveMessage.states.state.states)).toEqual({
    waiting: 'warn',
    contacted: 'info',
    won: 'ok',
    void: 'off',
  })
  expect(tonesOf(ticket.states.state.states)).toEqual({
    waiting: 'warn',
    assigned: 'info',
    working: 'info',
    paused: 'off',
    finished: 'info',
    done: 'ok',
    judged: 'ok',
    closed: 'off',
  })
})
