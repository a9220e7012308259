/** The batteries of the demo before its devices were connected: drained by use and by cold nights, changed before they were empty, tested in alarm hosts. */
import type { PastReading } from '#modules/devices/api.ts'
import { localTime } from '#simulators/validity.ts'
import type { Player } from './makePlayer.ts'

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000
/** What a parking lock's battery loses, in percent a day. */
const DRAIN = 1.15
/** It was changed as soon as it was this low. */
const CHANGED_AT = 24
const FULL = 100
/** A cold battery shows less: percent at the coldest hour of the night. */
const [COLD, COLDEST_HOUR] = [1.6, 5]
/** The host loads its battery for a quarter of an hour once a day. */
const [TEST_HOUR, TESTED] = [3, 96]

/** One value for each quarter hour from `from` up to `to`, epoch milliseconds; the last is what the device states now. */
export function* batteryPast({ space, arming }: Player, from: number, to: number): Generator<PastReading> {
  const first = Math.ceil(from / QUARTER_MS) * QUARTER_MS
  for (let at = first; at < to; at += QUARTER_MS)
    if (space) yield { property: 'battery', value: lockBattery(space.charge, at, to), at }
    else if (arming) yield { property: 'battery', value: isTest(at) ? TESTED : arming.battery, at }
}

const isTest = (at: number): boolean => localTime(at).hour === TEST_HOUR && at % 3_600_000 === 0

function lockBattery(now: number, at: number, to: number): number {
  // What it had then: more for every day before, and what was above full belongs to the battery before it.
  const had = now + ((to - at) / DAY_MS) * DRAIN
  const shown = had > FULL ? CHANGED_AT + ((had - FULL) % (FULL - CHANGED_AT)) : had
  const [hour, rest] = [localTime(at).hour, (at % 3_600_000) / 3_600_000]
  const cold = (COLD / 2) * (1 + Math.cos(((hour + rest - COLDEST_HOUR) / 24) * 2 * Math.PI))
  // The last hours lead to the value that the device states by itself.
  return Math.max(1, Math.round(shown - cold * Math.min(1, (to - at) / (DAY_MS / 4))))
}
