/** The names that fit on a map without overlapping; earlier names of the list take precedence. */
/**
 * `gapPx`: from the point to its name, 6 by default. `reachPx`: half the width of its mark, 3 by default. What only takes
 * room, such as the mark of several points, has the empty name.
 */
export type Named = { key: string; name: string; x: number; y: number; gapPx?: number; reachPx?: number }
/** A name with its text anchor; `end` places it at the left of its point. */
export type Placed = Named & { anchor: 'start' | 'end' }

/** Names of an outline are wider than their letters by twice its width. */
const [lineHeight, usualGap, outline] = [13, 6, 3]
const usualReach = 3
/** From the middle of a line down to the baseline of its letters. */
const baseline = 4
const letterPx = (letter: string): number => (letter > '\u2e80' ? 11 : 6.2)

const widthPx = (name: string): number => [...name].reduce((sum, letter) => sum + letterPx(letter), 0)

/**
 * Leaves out names without space on either side of their point; a name covers no other point either, nor a text in
 * `written`, which begins at `x` with its baseline at `y`.
 */
export const placedNames = (
  points: readonly Named[],
  written: readonly Pick<Named, 'name' | 'x' | 'y'>[] = [],
): readonly Placed[] => {
  /** `tall`: half the height. */
  const taken = [
    ...points.map(({ x, y, reachPx: tall = usualReach }) => ({ from: x - tall, to: x + tall, y, tall })),
    ...written.map(({ name, x, y }) => ({ from: x, to: x + widthPx(name), y: y - baseline, tall: lineHeight / 2 })),
  ]
  return points.flatMap((point): Placed[] => {
    if (point.name === '') return []
    const gap = point.gapPx ?? usualGap
    const wide = widthPx(point.name) + 2 * outline
    for (const anchor of ['start', 'end'] as const) {
      const from = anchor === 'start' ? point.x + gap : point.x - gap - wide
      const box = { from, to: from + wide, y: point.y, tall: lineHeight / 2 }
      const meets = taken.some(
        one => one.from < box.to && box.from < one.to && Math.abs(one.y - box.y) < one.tall + box.tall,
      )
      if (meets) continue
      taken.push(box)
      return [{ ...point, anchor }]
    }
    return []
  })
}
