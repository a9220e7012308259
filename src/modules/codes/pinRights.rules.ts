/** When a temporary PIN opens at the doors of a device: in its own period and hours, and only while the rules let its holder pass. */
import {
  common,
  exceptionalDays,
  isEmpty,
  spansOf,
  weekOf,
  type Exception,
  type Span,
} from '#modules/access/week.rules.ts'
import { partsOf, withClosed, type GivenRight } from '#modules/rights/part.rules.ts'

export interface PinHours {
  doorNos: readonly number[]
  validFrom: string | null
  validTo: string
  /** Of its time plan; null for always. */
  week: readonly Span[] | null
  exceptions: readonly Exception[] | null
}
interface Holder {
  state: number
  deleted: boolean
  personType: number
  validFrom: string | null
  validTo: string | null
}
/** One right in the form in which a device stores it. */
export interface PinRight {
  doors: readonly number[]
  validFrom: string | null
  validTo: string | null
  week: readonly Span[] | null
  closedDays: readonly string[]
}
const BLOCKED = 5
const instant = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null)
const latest = (a: string | null, b: string | null): string | null => (a && b ? (a > b ? a : b) : (a ?? b))

/** Nothing where the rules let the holder pass at none of these doors. */
export function pinRights(pin: PinHours, holder: Holder, rights: readonly GivenRight[], zone: string): PinRight[] {
  if (holder.deleted || holder.state !== 0 || holder.personType === BLOCKED) return []
  const period = {
    validFrom: latest(pin.validFrom, holder.validFrom),
    validTo: holder.validTo && holder.validTo < pin.validTo ? holder.validTo : pin.validTo,
  }
  const own = rights.filter(right => pin.doorNos.includes(right.doorNo))
  return partsOf(period, own, zone).flatMap(part => {
    const week = pin.week ? common([part.week, weekOf(pin.week)]) : part.week
    if (isEmpty(week)) return []
    // On a day on which its plan has other hours it does not open: no device knows hours of single days.
    const days = [...part.closed, ...(pin.week ? exceptionalDays(pin.exceptions ?? []).keys() : [])]
    const { closed } = withClosed({ ...part, week }, days, zone)
    return [
      {
        doors: part.doors,
        validFrom: instant(part.from),
        validTo: instant(part.to),
        week: spansOf(week),
        closedDays: closed,
      },
    ]
  })
}
