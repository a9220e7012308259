/** Times as terminals of ZKTeco write them: the clock on their wall, or seconds in months of 31 days since 2000 (Security PUSH, appendices 5 and 6). */
import { instantOf, showInstant } from '#base/zonedTime.ts'
import { statedTime, type StatedMs } from '#model/statedTime.ts'

const WALL = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)$/

/** The instant at which the clock of the terminal shows `2026-11-27 08:53:23`; undefined where no clock ever does. */
export function instantOfWall(text: string, zone: string): StatedMs | undefined {
  const [, year, month, day, hour, minute, second] = WALL.exec(text) ?? []
  if (year === undefined) return undefined
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // `Date.parse` carries the 31st of a shorter month over.
  if (!(at >= 0) || new Date(at).getUTCDate() !== Number(day)) return undefined
  return statedTime(instantOf(`${year}-${month}-${day}T${hour}:${minute}:${second}`, zone).getTime())
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The clock on the wall that these seconds stand for. */
export function wallOfSeconds(text: string): string {
  if (!/^\d{1,10}$/.test(text)) return ''
  let rest = Number(text)
  const next = (of: number): number => {
    const part = rest % of
    rest = Math.floor(rest / of)
    return part
  }
  const [second, minute, hour, day, month] = [next(60), next(60), next(24), next(31) + 1, next(12) + 1]
  return `${rest + 2000}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
}

/** The parts of a local time: year, month, day, hour, minute, second. */
const partsAt = (at: number | string, zone: string): number[] => showInstant(at, zone).split(/[/ :]/).map(Number)

export function secondsOf(at: number | string, zone: string): number {
  const [year, month, day, hour, minute, second] = partsAt(at, zone) as [number, number, number, number, number, number]
  const days = (year - 2000) * 12 * 31 + (month - 1) * 31 + day - 1
  return days * 86_400 + (hour * 60 + minute) * 60 + second
}

/** The difference from UTC, `+0800`. */
export function offsetOf(at: number, zone: string): string {
  const [year, month, day, hour, minute, second] = partsAt(at, zone) as [number, number, number, number, number, number]
  const minutes = Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - at) / 60_000)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`
}

/** `2026-11-27 08:53:23`, as the clock of the terminal shows it. */
export const wallOf = (at: number, zone: string): string => showInstant(at, zone).replaceAll('/', '-')
