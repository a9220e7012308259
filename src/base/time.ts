/** Instants and days as people here read them: shown in the application's zone, default Asia/Shanghai. */
export const DEFAULT_ZONE = 'Asia/Shanghai'

const parts = (at: Date, zone: string): Record<string, string> =>
  Object.fromEntries(
    formatter(zone)
      .formatToParts(at)
      .map(part => [part.type, part.value]),
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
export function showInstant(at: string | number | Date, zone = DEFAULT_ZONE): string {
  const p = parts(new Date(at), zone)
  return `${p.year}/${p.month}/${p.day} ${p.hour}:${p.minute}:${p.second}`
}
/** `HH:mm:ss` */
export const showClock = (at: string | number | Date, zone = DEFAULT_ZONE): string => showInstant(at, zone).slice(11)

/** `yyyy-MM-dd` of the day an instant falls on. */
export function dayOf(at: string | number | Date, zone = DEFAULT_ZONE): string {
  const p = parts(new Date(at), zone)
  return `${p.year}-${p.month}-${p.day}`
}

/** Minutes since midnight, and the weekday (1 = Monday … 7 = Sunday), in the zone. */
export function localMinute(
  at: string | number | Date,
  zone = DEFAULT_ZONE,
): { minute: number; weekday: number; day: string } {
  const p = parts(new Date(at), zone)
  const weekday = new Date(`${p.year}-${p.month}-${p.day}T00:00:00Z`).getUTCDay()
  return {
    minute: Number(p.hour) * 60 + Number(p.minute),
    weekday: weekday === 0 ? 7 : weekday,
    day: `${p.year}-${p.month}-${p.day}`,
  }
}

/** The instant at which a local day begins. */
export function startOfDay(day: string, zone = DEFAULT_ZONE): Date {
  const guess = new Date(`${day}T00:00:00Z`)
  const shown = parts(guess, zone)
  const asUtc = Date.UTC(
    Number(shown.year),
    Number(shown.month) - 1,
    Number(shown.day),
    Number(shown.hour),
    Number(shown.minute),
  )
  return new Date(guess.getTime() - (asUtc - guess.getTime()))
}
