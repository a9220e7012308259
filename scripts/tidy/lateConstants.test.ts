/** Constants below an await are refused where something above needs them, by whatever way. */
import { expect, test } from 'vitest'
import { lateConstants } from './lateConstants.ts'

const refused = (text: string): string[] => lateConstants('src/main/a.ts', text).map(problem => problem.split(' ')[0]!)

test('a function that is called above uses what the functions that it calls use', () => {
  const half = 'function half(): number {\n  return most / 2\n}\n'
  const run = 'function run(): number {\n  return half()\n}\n'
  expect(refused(`await run()\nconst most = 1\n${run}${half}`)).toEqual(['most'])
  expect(refused(`const most = 1\nawait run()\n${run}${half}`)).toEqual([])
  // Nothing above calls it.
  expect(refused(`await other()\nconst most = 1\n${half}`)).toEqual([])
})

test('what a text contains is used, and what it says is not', () => {
  expect(refused('await run(() => `at ${place}`)\nconst place = 1\n')).toEqual(['place'])
  expect(refused("await run(() => `at place`, 'place')\nconst place = 1\n")).toEqual([])
})
