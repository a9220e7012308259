/** The state of a place by how many of the things there are in order: none of them, some, all; or there are none. */
import type { PointState } from './PointMap.tsx'

export const placeState = ({ total, good }: { total: number; good: number }): PointState => {
  if (total === 0) return 'none'
  if (good === 0) return 'down'
  return good < total ? 'part' : 'ok'
}
