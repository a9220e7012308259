/** The dots of a board: 16 for the side of a Chinese character, half as many for the width of a letter. */
import { BOARD_MODES } from '#devices/abilities/board.ts'
import type { ProgrammeLine } from '#model/programme.ts'

export const CHARACTER_DOTS = 16
const PIXELS_A_SECOND = 40
const BLINK_MS = 500
const RISE_MS = 400
const USUAL_S = 5

const widthOf = (character: string): number => (character.codePointAt(0)! < 0x80 ? CHARACTER_DOTS / 2 : CHARACTER_DOTS)
const textWidth = (text: string): number => [...text].reduce((sum, one) => sum + widthOf(one), 0)

/** How a line is moved at an instant: its text begins at `x`, `y` of its row; null while it is dark. */
export function placeAt({ text, mode, seconds }: ProgrammeLine, boardWidth: number, ms: number): Place | null {
  switch (mode) {
    case BOARD_MODES.left[0]: {
      const way = boardWidth + textWidth(text)
      return { x: boardWidth - (Math.floor((ms * PIXELS_A_SECOND) / 1000) % way), y: 0 }
    }
    case BOARD_MODES.up[0]: {
      const inTurn = ms % ((seconds ?? USUAL_S) * 1000 + RISE_MS)
      return { x: 0, y: inTurn < RISE_MS ? Math.ceil(CHARACTER_DOTS * (1 - inTurn / RISE_MS)) : 0 }
    }
    case BOARD_MODES.blink[0]:
      return Math.floor(ms / BLINK_MS) % 2 ? null : { x: 0, y: 0 }
    default:
      return { x: 0, y: 0 }
  }
}
interface Place {
  x: number
  y: number
}

/** The parts of the lines that the board cannot show: rows that it does not have, and still characters beyond its edge. */
export function hiddenParts(lines: readonly ProgrammeLine[], board: { rows: number; cols: number }): HiddenPart[] {
  return lines.flatMap((line, at): HiddenPart[] => {
    if (at >= board.rows) return [{ line: at + 1, what: 'row' }]
    if (line.mode === BOARD_MODES.left[0]) return []
    let left = board.cols * CHARACTER_DOTS
    const beyond = [...line.text].filter(one => (left -= widthOf(one)) < 0)
    return beyond.length ? [{ line: at + 1, what: 'cut', text: beyond.join('') }] : []
  })
}
export type HiddenPart = { line: number; what: 'row' } | { line: number; what: 'cut'; text: string }

/** A text as the board would have it: for each dot from the left top, by rows, whether it is lit. */
export interface Bitmap {
  width: number
  lit: Uint8Array
}
const FONT = `${CHARACTER_DOTS}px SimSun, NSimSun, "Noto Sans Mono CJK SC", "Noto Sans CJK SC", "WenQuanYi Zen Hei", monospace`
/** How dark a pixel must be drawn to count as a dot. */
const INK = 96

export function bitmapOf(text: string): Bitmap {
  const width = Math.max(1, textWidth(text))
  const canvas = Object.assign(document.createElement('canvas'), { width, height: CHARACTER_DOTS })
  const pen = canvas.getContext('2d', { willReadFrequently: true })!
  Object.assign(pen, { font: FONT, textBaseline: 'middle', textAlign: 'center' })
  let x = 0
  for (const one of text) {
    const wide = widthOf(one)
    pen.save()
    pen.beginPath()
    pen.rect(x, 0, wide, CHARACTER_DOTS)
    pen.clip()
    pen.fillText(one, x + wide / 2, CHARACTER_DOTS / 2 + 1, wide)
    pen.restore()
    x += wide
  }
  const { data } = pen.getImageData(0, 0, width, CHARACTER_DOTS)
  return {
    width,
    lit: Uint8Array.from({ length: width * CHARACTER_DOTS }, (_, at) => (data[at * 4 + 3]! >= INK ? 1 : 0)),
  }
}
