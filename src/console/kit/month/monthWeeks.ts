/** The weeks of a month, and the places of entries in them. Days are `2026-11-25`; weeks begin on Monday. */
export type Spanned = { id: string; /** The last day is included. */ from: string; to: string }
export type Placed<E extends Spanned> = {
  entry: E
  /** The first column and the number of columns, of seven. */ at: number
  days: number
  lane: number
  /** It goes on before, and after this week. */ before: boolean
  after: boolean
}

const DAY_MS = 86_400_000
const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
const distance = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** `2026-11` some months later. */
export const monthAfter = (month: string, count: number): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** Whole weeks, so that the first and the last may have days of other months. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const length = distance(first, `${monthAfter(month, 1)}-01`)
  const weeks = Math.ceil((weekday + length) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day - weekday)),
  )
}

/** Entries of a week in lanes: long ones first, each in the first lane that is free. */
export function lanesOf<E extends Spanned>(week: readonly string[], entries: readonly E[]): readonly Placed<E>[] {
  const [first, last] = [week[0]!, week.at(-1)!]
  const ends: number[] = []
  return entries
    .filter(({ from, to }) => from <= last && to >= first)
    .map(entry => {
      const at = Math.max(0, distance(first, entry.from))
      const days = Math.min(6, distance(first, entry.to)) - at + 1
      return { entry, at, days, before: entry.from < first, after: entry.to > last }
    })
    .sort((one, other) => one.at - other.at || other.days - one.days)
    .map(placed => {
      const free = ends.findIndex(end => end <= placed.at)
      const lane = free === -1 ? ends.length : free
      ends[lane] = placed.at + placed.days
      return { ...placed, lane }
    })
}
