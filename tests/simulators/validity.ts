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
  /** `yyyy-MM-dd` there. */
  closedDays?: readonly string[]
}

const ZONE = 'Asia/Shanghai'
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formatter = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Day, weekday (1 is Monday) and `HH:mm` there. */
export function localTime(at: number): { day: string; weekday: number; clock: string; hour: number } {
  const parts = Object.fromEntries(formatter.formatToParts(at).map(part => [part.type, part.value]))
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    weekday: DAYS.indexOf(parts.weekday!) + 1,
    clock: `${parts.hour}:${parts.minute}`,
    hour: Number(parts.hour),
  }
}

/** The reason to refuse, in the platform's words, or null. */
export function refusalOf(
  { validFrom, validTo, week, closedDays }: Validity,
  at: number,
): 'notYet' | 'expired' | 'notInTime' | null {
  if (validFrom && at < new Date(validFrom).getTime()) return 'notYet'
  if (validTo && at > new Date(validTo).getTime()) return 'expired'
  const { day, weekday, clock } = localTime(at)
  if (closedDays?.includes(day)) return 'notInTime'
  if (!week) return null
  return week.some(span => Number(span.weekday) === weekday && span.from <= clock && clock < span.to)
    ? null
    : 'notInTime'
}
