/** Whether a stored person may pass now: decided by the device's own clock, in the zone sent with the right. */
export interface Span {
  weekday: number
  from: string
  to: string
}
export interface Validity {
  validFrom: string | null
  validTo: string | null
  week: readonly Span[] | null
  /** `yyyy-MM-dd` in that zone. */
  closedDays?: readonly string[]
}
export interface DoorRight extends Validity {
  doors: readonly number[]
}
export type Refusal = 'notYet' | 'expired' | 'notInTime'

const ZONE = 'Asia/Shanghai'
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(zone, made)
  return made
}

/** Day, weekday (1 is Monday) and `HH:mm` in that zone. */
export function localTime(at: number, zone = ZONE): { day: string; weekday: number; clock: string; hour: number } {
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(at)
      .map(part => [part.type, part.value]),
  )
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    weekday: DAYS.indexOf(parts.weekday!) + 1,
    clock: `${parts.hour}:${parts.minute}`,
    hour: Number(parts.hour),
  }
}

/** The reason for a refusal, in the platform's words, or null. */
export function refusalOf({ validFrom, validTo, week, closedDays }: Validity, at: number, zone = ZONE): Refusal | null {
  if (validFrom && at < new Date(validFrom).getTime()) return 'notYet'
  if (validTo && at > new Date(validTo).getTime()) return 'expired'
  const { day, weekday, clock } = localTime(at, zone)
  if (closedDays?.includes(day)) return 'notInTime'
  if (!week) return null
  return week.some(span => Number(span.weekday) === weekday && span.from <= clock && clock < span.to)
    ? null
    : 'notInTime'
}

/** Any one right is sufficient; of several refusals, the one closest to passing is reported. */
export function refusalAt(
  rights: readonly DoorRight[],
  doorNo: number,
  at: number,
  zone = ZONE,
): Refusal | 'noPermission' | null {
  const refusals = rights.filter(right => right.doors.includes(doorNo)).map(right => refusalOf(right, at, zone))
  if (refusals.includes(null)) return null
  return (['notInTime', 'notYet', 'expired'] as const).find(reason => refusals.includes(reason)) ?? 'noPermission'
}

/** What these devices can store; a list that needs more is refused rather than stored in part. */
const MOST_SPANS_A_DAY = 3
const MOST_CLOSED_DAYS = 366
export function unkeepable(rights: readonly Validity[], most: number): string | null {
  if (rights.length > most) return `最多 ${most} 条权限 at most ${most} rights`
  for (const { week, closedDays } of rights) {
    if ((closedDays?.length ?? 0) > MOST_CLOSED_DAYS) return '禁行日过多 too many closed days'
    for (const spans of Map.groupBy(week ?? [], span => span.weekday).values()) {
      if (spans.length > MOST_SPANS_A_DAY) return '每天最多 3 个时段 at most 3 spans a day'
      if (spans.some(span => span.from >= span.to)) return '时段的结束应晚于开始 a span must end after it begins'
    }
  }
  return null
}
