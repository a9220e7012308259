/** Points that are too near to each other on the screen are drawn as one. */
import { toPixel, type LngLat } from './mercator.ts'

export interface Cluster<P> {
  /** The position of its first point: means may come nearer to each other than the radius, and their marks would overlap. */
  at: LngLat
  points: readonly P[]
}

/**
 * Every point is in exactly one cluster: the nearest one whose first point is within `radiusPx` (pixels at `zoom`), in the
 * order of the points, so that the same points give the same clusters.
 */
export function clusters<P extends { at: LngLat }>(
  points: readonly P[],
  zoom: number,
  radiusPx: number,
): readonly Cluster<P>[] {
  type Open = { x: number; y: number; points: P[] }
  const found: Open[] = []
  // Squares as wide as the radius: whatever is near enough is in the same one or beside it.
  const squares = new Map<string, Open[]>()
  for (const point of points) {
    const { x, y } = toPixel(point.at, zoom)
    const [column, row] = [Math.floor(x / radiusPx), Math.floor(y / radiusPx)]
    let nearest: Open | undefined
    for (const across of [-1, 0, 1])
      for (const down of [-1, 0, 1])
        for (const open of squares.get(`${column + across} ${row + down}`) ?? [])
          if (
            Math.hypot(open.x - x, open.y - y) <= radiusPx &&
            (!nearest || Math.hypot(nearest.x - x, nearest.y - y) > Math.hypot(open.x - x, open.y - y))
          )
            nearest = open
    if (nearest) {
      nearest.points.push(point)
      continue
    }
    const open: Open = { x, y, points: [point] }
    found.push(open)
    const key = `${column} ${row}`
    squares.set(key, [...(squares.get(key) ?? []), open])
  }
  return found.map(({ points: own }) => ({ at: own[0]!.at, points: own }))
}
