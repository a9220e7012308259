/** Which frames make a board show the programmes of an instant, and what it shows by what it acknowledged. */
import { expect, test } from 'vitest'
import type { SentProgramme } from '#model/programme.ts'
import { Written, type Change } from './Written.ts'
import { isImpossible } from './writeOrder.ts'

const [STAYS, PASSES] = [0x6f, 0x6e]
const programme = (text: string, more: Partial<SentProgramme> = {}): SentProgramme => ({
  ...{ programmeId: text, name: text, lines: [{ text }], voice: null, priority: 1, plan: null, offlineAfterS: null },
  ...more,
})
const until9 = { zone: 'Asia/Shanghai', week: [{ weekday: 5, from: '08:00', to: '09:00' }], closedDays: [] }
/** A Friday. */
const [AT_8, AT_9] = [Date.parse('2026-11-27T00:00:00Z'), Date.parse('2026-11-27T01:00:00Z')]

/** The commands that are written, and acknowledged at once. */
const acknowledged = (written: Written, programmes: readonly SentProgramme[], nowMs: number): number[] => {
  const change = written.change(programmes, nowMs)
  if (!change) return []
  expect(isImpossible(change)).toBe(false)
  const { frames, done } = change as Change
  done(nowMs)
  return frames.map(frame => frame.command)
}

test('a programme leaves the board with its hour, and comes back with it', () => {
  const written = new Written()
  const programmes = [programme('早安', { plan: until9 })]
  expect(acknowledged(written, programmes, AT_8)).toEqual([STAYS])
  expect(written.textAt(AT_8)).toBe('早安')
  expect(acknowledged(written, programmes, AT_9 - 1)).toEqual([])
  expect(acknowledged(written, programmes, AT_9)).toEqual([STAYS])
  expect(written.textAt(AT_9)).toBe('')
  expect(acknowledged(written, programmes, AT_9 + 1)).toEqual([])
})

test('with lines for no connection, a blank passes outside of the hours, so that they are not shown with one', () => {
  const written = new Written()
  const programmes = [programme('早安', { plan: until9 }), programme('请联系岗亭', { offlineAfterS: 60 })]
  expect(acknowledged(written, programmes, AT_8)).toEqual([STAYS, PASSES])
  expect(written.textAt(AT_8)).toBe('早安')
  // Without being repeated it would end.
  expect(written.textAt(AT_8 + 60_000)).toBe('请联系岗亭')
  expect(acknowledged(written, programmes, AT_8 + 40_000)).toEqual([PASSES])
  expect(acknowledged(written, programmes, AT_9)).toEqual([PASSES])
  expect(written.textAt(AT_9)).toBe('')
})

test('what was not acknowledged is not shown', () => {
  const written = new Written()
  expect(written.change([programme('早安')], AT_8)).toMatchObject({ frames: [{ command: STAYS }] })
  expect(written.isKnown).toBe(false)
  expect(written.textAt(AT_8)).toBe('')
})
