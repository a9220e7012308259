/** The noun whose readers may read a fact, by its family: in streams, callbacks and rules. */
import type { EventFamily } from '#model/families.ts'

const READERS = {
  passage: 'passRecord',
  event: 'deviceEvent',
  capture: 'deviceCapture',
  alarm: 'deviceEvent',
  operation: 'deviceOperation',
} as const satisfies Record<EventFamily, string>
export const readersOfRecord = (family: EventFamily): string => READERS[family]
