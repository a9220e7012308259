/** Which open alarms the bell announces, by the order in which the platform received them. */
import type { OpenAlarm } from './openAlarms.ts'

type Announced = Pick<OpenAlarm, 'id' | 'announcedAt'>

/** Alarms that are stored at the same time may be seen in another order than that of their times; no transaction takes longer. */
const OUT_OF_ORDER_MS = 10_000

/**
 * Those that were announced after the bell has last read, in their order: opened, raised again after the device had cleared
 * them, or of a higher level. One that only came into the list because others were ended is not new.
 */
export function newAlarms<A extends Announced>(before: readonly Announced[], now: readonly A[]): A[] {
  const announced = new Map(before.map(({ id, announcedAt }) => [id, announcedAt]))
  const since = Math.max(...before.map(({ announcedAt }) => Date.parse(announcedAt))) - OUT_OF_ORDER_MS
  return now.filter(({ id, announcedAt }) => announced.get(id) !== announcedAt && Date.parse(announcedAt) > since)
}
