/** How much room a device has left: each of its sets has its own, and the one that is full first counts. */
import type { HeldSet } from '#model/device.ts'
import type { Params } from '#model/row.ts'

export interface Room {
  /** Null where the device does not report it. */
  personCount: number | null
  capacity: number | null
}

const numberIn = (vals: Params, name: string): number | null => (typeof vals[name] === 'number' ? vals[name] : null)

/** `vals` is what the device reported. */
export function roomOf(sets: readonly Pick<HeldSet, 'count' | 'capacity'>[], vals: Params): Room {
  const rooms = sets.map(({ count, capacity }) => ({
    personCount: numberIn(vals, count),
    capacity: numberIn(vals, capacity),
  }))
  const left = ({ personCount, capacity }: Room): number =>
    capacity === null ? Infinity : capacity - (personCount ?? 0)
  return (
    rooms.toSorted((a, b) => (left(a) === left(b) ? 0 : left(a) - left(b)))[0] ?? { personCount: null, capacity: null }
  )
}
