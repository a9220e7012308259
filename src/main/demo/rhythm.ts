/** How busy a customer is at each hour of the day, and in which direction people pass. */
import { localTime } from '#simulators/validity.ts'
import type { PlacePlan } from './places/PlacePlan.ts'

const SATURDAY = 6
/** Passages per minute. */
export function ratePerMinute({ perMinute }: PlacePlan, at: number): number {
  const { hour, weekday } = localTime(at)
  return (weekday < SATURDAY ? perMinute.working : perMinute.free)[hour]!
}

/** 1 in, 2 out. A device that watches one direction always reports that one. */
export function directionAt({ outward }: PlacePlan, at: number, device: 0 | 1 | 2, random: () => number): 1 | 2 {
  if (device) return device
  return random() < outward(localTime(at).hour) ? 2 : 1
}

/** Milliseconds until the next of random events that occur `perMinute`. */
export const untilNext = (perMinute: number, random: () => number): number =>
  (-Math.log(1 - random()) * 60_000) / perMinute

/** A random element, weighted. */
export function weighted<T extends { weight: number }>(list: readonly T[], random: () => number): T {
  let left = random() * list.reduce((sum, item) => sum + item.weight, 0)
  return list.find(item => (left -= item.weight) < 0) ?? list.at(-1)!
}
