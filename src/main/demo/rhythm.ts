/** How busy the place is at each hour of its day, and which way people go. */
import { localTime } from '#simulators/validity.ts'

/** Passages in a minute, by hour in Asia/Shanghai; never so few that a newcomer sees nothing happen. */
const PER_MINUTE = [2.4, 2.2, 2.2, 2.2, 2.2, 2.6, 5, 10, 12, 8, 6, 7, 8, 6, 6, 6, 7, 10, 12, 11, 9, 7, 5, 3]

export const ratePerMinute = (at: number): number => PER_MINUTE[localTime(at).hour]!

/** 1 in, 2 out: out in the morning, home in the evening. A device that watches one way says that way. */
export function directionAt(at: number, device: 0 | 1 | 2, random: () => number): 1 | 2 {
  if (device) return device
  const { hour } = localTime(at)
  const outward = hour >= 6 && hour < 10 ? 0.76 : hour >= 17 && hour < 22 ? 0.24 : 0.5
  return random() < outward ? 2 : 1
}

/** Milliseconds until the next of things that come `perMinute` at random. */
export const untilNext = (perMinute: number, random: () => number): number =>
  (-Math.log(1 - random()) * 60_000) / perMinute

/** One of the list, each as likely as its weight says. */
export function weighted<T extends { weight: number }>(list: readonly T[], random: () => number): T {
  let left = random() * list.reduce((sum, item) => sum + item.weight, 0)
  return list.find(item => (left -= item.weight) < 0) ?? list.at(-1)!
}
