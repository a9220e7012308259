/** Instants and days in local time. Every function requires the zone: a server has none of its own. */

/** The platform's, where no application is concerned. */
export const DEFAULT_ZONE = 'Asia/Shanghai'

type Parts = Record<string, string>

/** Of `yyyy-MM-ddTHH:mm:ss`; a year of five digits has a sign and six of them in ISO 8601: the last instants of 9999 in UTC are in it. */
const utcOf = (wall: string): number => Date.parse(`${wall.replace(/^\d{5}-/, '+0$&')}Z`)
const dayMs = (day: string): number => utcOf(`${day}T00:00:00`)

const QUARTER_MS = 15 * 60_000
const YEAR_9999_MS = 253_370_764_800_000
/** The UTC offset of a zone in a quarter of an hour: since 1970, zones change theirs only between quarters. */
const offsets = new Map<string, number>()
const MOST_OFFSETS = 10_000

/** Cached per zone: creating the formatter each time would take most of the time of a long export. */
function parts(at: Date, zone: string): Parts {
  const ms = at.getTime()
  if (!(ms >= 0 && ms < YEAR_9999_MS)) return partsByIntl(at, zone)
  const quarter = Math.floor(ms / QUARTER_MS)
  const key = `${zone} ${quarter}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    const start = new Date(quarter * QUARTER_MS)
    const p = partsByIntl(start, zone)
    const wallMs = Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`)
    offset = wallMs - start.getTime()
    if (offsets.size >= MOST_OFFSETS) offsets.clear()
    offsets.set(key, offset)
  }
  const [year, month, day, hour, minute, second] = new Date(ms + offset).toISOString().split(/[-T:.]/)
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! }
}

const partsByIntl = (at: Date, zone: string): Parts =>
  Object.fromEntries(
    formatter(zone)
      .formatToParts(at)
      // Years before 1000 come with as few digits as they have.
      .map(part => [part.type, part.type === 'year' ? part.value.padStart(4, '0') : part.value]),
  )

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(zone: string): Intl.DateTimeFormat {
  let known = formatters.get(zone)
  if (!known) {
    known = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(zone, known)
  }
  return known
}

/** `yyyy/MM/dd HH:mm:ss` */
export function showInstant(at: string | number | Date, zone: string): string {
  const p = parts(new Date(at), zone)
  return `${p.year}/${p.month}/${p.day} ${p.hour}:${p.minute}:${p.second}`
}

/** `yyyy-MM-dd` of the day an instant falls on. */
export function dayOf(at: string | number | Date, zone: string): string {
  const p = parts(new Date(at), zone)
  return `${p.year}-${p.month}-${p.day}`
}

/** Minutes since midnight, and the weekday (1 = Monday … 7 = Sunday), in the zone. */
export function localMinute(
  at: string | number | Date,
  zone: string,
): { minute: number; weekday: number; day: string } {
  const p = parts(new Date(at), zone)
  const weekday = new Date(dayMs(`${p.year}-${p.month}-${p.day}`)).getUTCDay()
  return {
    minute: Number(p.hour) * 60 + Number(p.minute),
    weekday: weekday === 0 ? 7 : weekday,
    day: `${p.year}-${p.month}-${p.day}`,
  }
}

/** The instant at which local time is `yyyy-MM-ddTHH:mm:ss`. */
export function instantOf(wall: string, zone: string): Date {
  const guess = utcOf(wall)
  const offsetAt = (at: number): number => {
    const wall = parts(new Date(at), zone)
    return utcOf(`${wall.year}-${wall.month}-${wall.day}T${wall.hour}:${wall.minute}:${wall.second}`) - at
  }
  // The offset at the guess may be the one from the other side of a summer time change.
  return new Date(guess - offsetAt(guess - offsetAt(guess)))
}
/** The first instant of a local day, also where midnight is skipped or occurs twice. */
export function startOfDay(day: string, zone: string): Date {
  const start = dayMs(day)
  let at = instantOf(`${day}T00:00:00`, zone).getTime()
  while (dayMs(dayOf(at - 1, zone)) >= start) at -= QUARTER_MS
  while (dayMs(dayOf(at, zone)) < start) at += QUARTER_MS
  return new Date(at)
}

/** As shown, and with the offset from UTC where the clock shows the same twice: `2026/11/01 01:30:00 -05:00`. */
export function writtenInstant(given: string | number | Date, zone: string): string {
  const at = Math.floor(new Date(given).getTime() / 1000) * 1000
  const text = showInstant(at, zone)
  const wall = text.replaceAll('/', '-').replace(' ', 'T')
  if (instantOf(wall, zone).getTime() === at) return text
  const offsetMin = Math.round((utcOf(wall) - at) / 60_000)
  const two = (n: number): string => String(Math.trunc(Math.abs(n))).padStart(2, '0')
  return `${text} ${offsetMin < 0 ? '-' : '+'}${two(offsetMin / 60)}:${two(offsetMin % 60)}`
}

/** What a request names: an instant, or a day, which is where it begins in `zone`. Null when it is neither, or outside the years 1000 to 9999. */
export function askedInstant(given: string, zone: string): Date | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(given)
  const at = new Date(isDay ? `${given}T00:00:00Z` : given)
  if (!(at.getUTCFullYear() >= 1000 && at.getUTCFullYear() <= 9999)) return null
  return isDay ? startOfDay(given, zone) : at
}
