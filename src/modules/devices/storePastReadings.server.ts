/**
 * Imports readings of the past, packed and stored by the functions that all readings use. The demo creates the curves of its
 * batteries with it.
 */
import type { Ports } from '#server/ports.ts'
import { packReadings } from './facts/readings.rules.ts'
import { keepReadings } from './facts/readings.server.ts'

/** A property as a device stated it, `at` in epoch milliseconds; of the whole device unless a `component` is named. */
export interface PastReading {
  component?: string
  property: string
  value: number
  at: number
}
const AT_ONCE = 500

/** In any order. Properties that are no reading of the class are left out; the same readings again change nothing. */
export async function storePastReadings(
  ports: Ports,
  { id, deviceClass }: { id: string; deviceClass: string },
  readings: Iterable<PastReading>,
): Promise<void> {
  const states = [...readings].map(({ component = '', property, value, at }) => ({
    ...{ device_id: id, component, vals: { [property]: value }, stated_at: new Date(at).toISOString() },
    ...{ epoch: '0', n: 0 },
  }))
  const packed = packReadings(ports.classes.get(deviceClass)!, states, new Map())
  for (let at = 0; at < packed.length; at += AT_ONCE) await keepReadings(ports, id, packed.slice(at, at + AT_ONCE))
}
