/** Readings in reported states: numbers that are kept as a curve, packed by part and quarter hour. */
import type { DeviceClass } from '#model/device.ts'
import type { StateRow } from './translate.rules.ts'

export const QUARTER_MS = 15 * 60_000
/** Devices have few parts; one that invents part numbers must not fill the memory. */
const MOST_KNOWN = 256

/** Lowest, highest and last value, and when the last was stated, in epoch milliseconds. */
export type Reading = [low: number, high: number, last: number, lastMs: number]
export interface PackedReadings {
  component: string
  /** The beginning of the quarter hour, epoch milliseconds. */
  quarterMs: number
  vals: Record<string, Reading>
}

function join([low, high, last, lastMs]: Reading, value: number, atMs: number): Reading {
  const later = atMs >= lastMs
  return [Math.min(low, value), Math.max(high, value), later ? value : last, later ? atMs : lastMs]
}

const NONE: PackedReadings[] = []
/**
 * One entry for each part and quarter hour of the states. `known` holds the last value of each by quarter hour: what repeats
 * it is left out, because devices report every half a minute.
 */
export function packReadings(
  { readings }: Pick<DeviceClass, 'readings'>,
  states: readonly StateRow[],
  known: Map<string, string>,
): PackedReadings[] {
  if (readings.length === 0 || states.length === 0) return NONE
  const packed = new Map<string, PackedReadings>()
  for (const { component, vals, stated_at } of states) {
    const atMs = Date.parse(stated_at)
    const quarterMs = Math.floor(atMs / QUARTER_MS) * QUARTER_MS
    for (const name of readings) {
      const value = vals[name] === undefined || vals[name] === null ? Number.NaN : Number(vals[name])
      if (!Number.isFinite(value) || known.get(`${component} ${name}`) === `${quarterMs} ${value}`) continue
      if (known.size > MOST_KNOWN) known.clear()
      known.set(`${component} ${name}`, `${quarterMs} ${value}`)
      const key = `${component} ${quarterMs}`
      const entry = packed.get(key) ?? { component, quarterMs, vals: {} }
      const before = entry.vals[name]
      entry.vals[name] = before ? join(before, value, atMs) : [value, value, value, atMs]
      packed.set(key, entry)
    }
  }
  return [...packed.values()]
}
