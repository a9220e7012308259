/** What a board shows of its lines, and where a moving text stands. */
import { expect, test } from 'vitest'
import { placeAt, hiddenParts } from './dots.ts'

test('a still line is cut at the edge, a moving one is not, and a row the board lacks is named', () => {
  const board = { rows: 2, cols: 4 }
  expect(
    hiddenParts(
      [
        { text: '欢迎光临小区', mode: 0 },
        { text: '欢迎光临小区', mode: 1 },
        { text: '三', mode: 0 },
      ],
      board,
    ),
  ).toEqual([
    { line: 1, what: 'cut', text: '小区' },
    { line: 3, what: 'row' },
  ])
  // Letters are half as wide.
  expect(hiddenParts([{ text: 'ABCDEFGH', mode: 0 }], board)).toEqual([])
  expect(hiddenParts([{ text: 'ABCDEFGHI', mode: 3 }], board)).toEqual([{ line: 1, what: 'cut', text: 'I' }])
})

test('a text moves in from the right, through the board and out, then again', () => {
  const line = { text: '一二', mode: 1 }
  expect(placeAt(line, 64, 0)).toEqual({ x: 64, y: 0 })
  expect(placeAt(line, 64, 1600)).toEqual({ x: 0, y: 0 })
  expect(placeAt(line, 64, 2400)).toEqual({ x: 64, y: 0 })
  expect(placeAt({ text: '一', mode: 2 }, 64, 0)).toEqual({ x: 0, y: 16 })
  expect(placeAt({ text: '一', mode: 2 }, 64, 500)).toEqual({ x: 0, y: 0 })
  expect([0, 600, 1100].map(ms => placeAt({ text: '一', mode: 3 }, 64, ms)?.x ?? null)).toEqual([0, null, 0])
})
