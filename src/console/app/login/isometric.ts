/** Isometric drawing: places in a site become places on paper; circles and faces become what they look like from above. */

const [left, top, cos] = [377, 372, 0.866]
const round = (value: number): number => Math.round(value * 10) / 10

/** x runs right and down, y left and down, z up; in px of the drawing. */
export const at = (x: number, y: number, z = 0): readonly [number, number] => [
  round(left + (x - y) * cos),
  round(top + (x + y) * 0.5 - z),
]

type Place = readonly [x: number, y: number, z?: number]
export const line = (...places: readonly Place[]): string =>
  places.map(([x, y, z], nth) => `${nth ? 'L' : 'M'}${at(x, y, z).join(' ')}`).join('')
export const area = (...places: readonly Place[]): string => `${line(...places)}Z`

/** Transforms in which one draws flat: on the ground, on a wall that faces left, on one that faces right. `v` runs down the wall. */
export const onGround = (z = 0): string => `matrix(${cos} .5 -${cos} .5 ${left} ${top - z})`
export const onLeftWall = (x: number, y: number, z = 0): string => `matrix(${cos} .5 0 1 ${at(x, y, z).join(' ')})`
export const onRightWall = (x: number, y: number, z = 0): string => `matrix(${cos} -.5 0 1 ${at(x, y, z).join(' ')})`

export type Block = { x: number; y: number; z?: number; w: number; d: number; h: number }
/** The three faces one sees of a block: top, left, right. */
export const facesOf = ({ x, y, z = 0, w, d, h }: Block): readonly [string, string, string] => [
  area([x, y, z + h], [x + w, y, z + h], [x + w, y + d, z + h], [x, y + d, z + h]),
  area([x, y + d, z], [x + w, y + d, z], [x + w, y + d, z + h], [x, y + d, z + h]),
  area([x + w, y + d, z], [x + w, y, z], [x + w, y, z + h], [x + w, y + d, z + h]),
]

/** Half axes of a level circle. */
export const ring = (radius: number): { rx: number; ry: number } => ({
  rx: round(radius * 1.2247),
  ry: round(radius * 0.7071),
})

/** A curve through the air between two places on paper. */
export const arc = (from: readonly [number, number], to: readonly [number, number], rise: number): string =>
  `M${from.join(' ')}Q${round((from[0] + to[0]) / 2)} ${round(Math.min(from[1], to[1]) - rise)} ${to.join(' ')}`
