/** May somebody whom the device holds pass now? Judged by the device's own clock, in the place's zone. */
export interface Span {
  weekday: number
  from: string
  to: string
}
export interface Validity {
  validFrom: string | null
  validTo: string | null
  week: readonly Span[] | null
}

const ZONE = 'Asia/Shanghai'
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formatter = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Weekday (1 is Monday) and `HH:mm` there. */
export function localTime(at: number): { weekday: number; clock: string; hour: number } {
  const parts = Object.fromEntries(formatter.formatToParts(at).map(part => [part.type, part.value]))
  return { weekday: DAYS.indexOf(parts.weekday!) + 1, clock: `${parts.hour}:${parts.minute}`, hour: Number(parts.hour) }
}

/** The reason to refuse, in the platform's words, or null. */
export function refusalOf(
  { validFrom, validTo, week }: Validity,
  at: number,
): 'notYet' | 'expired' | 'notInTime' | null {
  if (validFrom && at < new Date(validFrom).getTime()) return 'notYet'
  if (validTo && at > new Date(validTo).getTime()) return 'expired'
  if (!week) return null
  const { weekday, clock } = localTime(at)
  return week.some(span => Number(span.weekday) === weekday && span.from <= clock && clock < span.to)
    ? null
    : 'notInTime'
}
