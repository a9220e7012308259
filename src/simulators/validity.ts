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
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
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

const QUARTER_MS = 900_000
/** ms to add to UTC, by zone and quarter hour, the finest step at which zones change their offset. */
const offsets = new Map<string, number>()
const OFFSETS_MAX = 10_000

function offsetAt(at: number, zone: string): number {
  const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS
  const key = `${zone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(quarter)
      .map(part => [part.type, Number(part.value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
  const made = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute) - quarter
  if (offsets.size >= OFFSETS_MAX) offsets.clear()
  offsets.set(key, made)
  return made
}

interface LocalTime {
  day: string
  weekday: number
  clock: string
  hour: number
}
const MINUTE_MS = 60_000
/** By zone and minute: everything in it is the same within a minute, and a day of passages is asked about in order. */
const minutes = new Map<string, Map<number, LocalTime>>()
const MINUTES_MAX = 5_000

/** Day, weekday (1 is Monday) and `HH:mm` in that zone. */
export function localTime(at: number, zone = ZONE): LocalTime {
  let known = minutes.get(zone)
  if (!known) minutes.set(zone, (known = new Map()))
  const minute = Math.floor(at / MINUTE_MS)
  const found = known.get(minute)
  if (found) return found
  const local = new Date(at + offsetAt(at, zone))
  const text = local.toISOString()
  const made: LocalTime = {
    day: text.slice(0, 10),
    weekday: ((local.getUTCDay() + 6) % 7) + 1,
    clock: text.slice(11, 16),
    hour: local.getUTCHours(),
  }
  if (known.size >= MINUTES_MAX) known.clear()
  known.set(minute, made)
  return made
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
