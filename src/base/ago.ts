/** Durations and times elapsed, as short as they can be while still exact enough to act on. */
import type { Text } from './text.ts'
import { dayOf, showClock, showInstant } from './time.ts'

/** 2 天 4 时, 38 分, 12 秒: two units at most. */
export const spanText = (ms: number): Text => {
  const s = Math.max(0, Math.floor(ms / 1000))
  const [days, hours, minutes] = [Math.floor(s / 86_400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60]
  if (days) return [`${days} 天${hours ? ` ${hours} 时` : ''}`, `${days} d${hours ? ` ${hours} h` : ''}`]
  if (hours) return [`${hours} 时${minutes ? ` ${minutes} 分` : ''}`, `${hours} h${minutes ? ` ${minutes} min` : ''}`]
  if (minutes) return [`${minutes} 分`, `${minutes} min`]
  return [`${s} 秒`, `${s} s`]
}

/** A span as `spanText` says it, where that leaves nothing out: 1,800,000 ms are 30 分, 1500 are not 1 秒. */
export const wholeSpanText = (ms: number): Text | undefined => {
  const stepMs = ms < 60_000 ? 1000 : ms < 86_400_000 ? 60_000 : 3_600_000
  return ms > 0 && ms % stepMs === 0 ? spanText(ms) : undefined
}

/** 4 秒前; date and time for another day. */
export const agoText = (at: number | string, now: number): Text => {
  const time = typeof at === 'number' ? at : Date.parse(at)
  const ms = Math.max(0, now - time)
  if (ms < 3000) return ['刚刚', 'Just now']
  if (ms < 60 * 60_000) {
    const [zh, en] = spanText(ms)
    return [`${zh}前`, `${en} ago`]
  }
  const same = dayOf(time) === dayOf(now)
  const text = same ? showClock(time) : shortInstant(time)
  return [text, text]
}

/** 11-19 05:37 */
export const shortInstant = (at: number | string): string => showInstant(at).slice(5, 16).replace('/', '-')
/** 09:41:25.906 */
export const clockMs = (at: string): string =>
  `${showClock(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`
/** 10:41 for today, otherwise with its day. */
export const untilText = (at: number | string, now: number): string =>
  dayOf(at) === dayOf(now) ? showClock(at).slice(0, 5) : shortInstant(at)
