/**
 * The families of facts: what an event of a device becomes. A family says where its facts are stored and by what they are
 * counted; screens, totals and the engine read this registry.
 */
import type { Text } from '#base/text.ts'

export interface FamilySpec {
  /** Its number in stored rows, in tallies and in live messages; never changed. */
  wire: number
  label: Text
  /**
   * `passage`: a person or code at a door, with the decision. `capture`: what a camera saw that watches no door. `reading`:
   * packed by quarter hour. `event`: every other fact.
   */
  stored: Stored
}
export type Stored = 'passage' | 'capture' | 'event' | 'reading'

export const FAMILIES = {
  passage: { wire: 1, label: ['通行', 'Passage'], stored: 'passage' },
  event: { wire: 2, label: ['事件', 'Event'], stored: 'event' },
  /** Opens, repeats or ends an alarm. */
  alarm: { wire: 3, label: ['报警', 'Alarm'], stored: 'event' },
  /** A face, a plate or a body that a camera saw: one for each track. */
  capture: { wire: 4, label: ['抓拍', 'Capture'], stored: 'capture' },
  /** What a person did at the device itself, for example arming it with a code. */
  operation: { wire: 6, label: ['操作', 'Operation'], stored: 'event' },
  /** A number that a device reports again and again: a battery, a meter. It comes with states, not with events. */
  reading: { wire: 7, label: ['读数', 'Reading'], stored: 'reading' },
} as const satisfies Record<string, FamilySpec>

export type Family = keyof typeof FAMILIES
/** What an event can become. */
export type EventFamily = { [F in Family]: (typeof FAMILIES)[F]['stored'] extends 'reading' ? never : F }[Family]
/** What a reported number can become. */
export type ReadingFamily = Exclude<Family, EventFamily>

const STORED = new Map<number, Stored>(Object.values(FAMILIES).map(({ wire, stored }) => [wire, stored]))

/** Where facts with this number are stored; a number that is not known is that of an event. */
export const storedAs = (wire: number): Stored => STORED.get(wire) ?? 'event'

/** Whether facts with this number are stored as passages. */
export const isPassage = (wire: number): boolean => storedAs(wire) === 'passage'
