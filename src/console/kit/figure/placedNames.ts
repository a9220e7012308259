/** Which names fit on a map without lying on one another: the first of a list goes first. */
export type Named = { key: string; name: string; x: number; y: number }
/** Where the name begins; `end` when it is left of its point. */
export type Placed = Named & { anchor: 'start' | 'end' }

const [lineHeight, gap] = [13, 6]
const letterPx = (letter: string): number => (letter > '\u2e80' ? 11 : 6.2)

/** Names that have no room on either side of their point are left out. */
export const placedNames = (points: readonly Named[]): readonly Placed[] => {
  const taken: { from: number; to: number; y: number }[] = []
  return points.flatMap((point): Placed[] => {
    const wide = [...point.name].reduce((sum, letter) => sum + letterPx(letter), 0)
    for (const anchor of ['start', 'end'] as const) {
      const from = anchor === 'start' ? point.x + gap : point.x - gap - wide
      const box = { from, to: from + wide, y: point.y }
      if (taken.some(one => one.from < box.to && box.from < one.to && Math.abs(one.y - box.y) < lineHeight)) continue
      taken.push(box)
      return [{ ...point, anchor }]
    }
    return []
  })
}
