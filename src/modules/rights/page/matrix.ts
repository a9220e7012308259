/** The matrix as the server returns it, and the texts of its cells. */
import type { Text } from '#base/text.ts'
import type { DeliveryCell } from '#model/delivery.ts'

export interface Door {
  id: string
  no: number
  name: string | null
  deviceId: string
  deviceName: string
  online: boolean
  offlineSince: string | null
  personCount: number | null
  capacity: number | null
}
export interface MatrixPerson {
  id: string
  name: string
  personNo: string | null
  orgName: string | null
  portraitFile: string | null
  faceState: number
  validTo: string | null
}
export interface Matrix {
  /** As many as the table supports, of `doorTotal`. */
  doors: Door[]
  doorTotal: number
  people: MatrixPerson[]
  /** All people that match the filters, if requested. */
  personIds: string[] | null
  /** There is no cell where there is no right. */
  cells: (DeliveryCell & { given: number | null })[]
  /** Rights by stage, for the class and the site. */
  counts: Readonly<Record<string, number>>
  total: number
  size: number
  current: number
}
export interface Summary {
  total: number
  confirmed: number
  sending: number
  waiting: number
  failed: number
  missing: number
  clockOff: number
  perMinute: number
}
export interface CellDetail extends DeliveryCell {
  clockOffsetS: number | null
  acceptedElsewhere: number
  exception: {
    kind: string
    code: number | null
    message: string | null
    tries: number
    firstAt: string
    lastAt: string
    nextAt: string | null
  } | null
  decision: { allow: boolean; steps: { rule: string; label: Text; verdict: string; text: Text }[] }
  rights: {
    groupId: string
    /** Null for a direct right. */
    groupName: string | null
    validFrom: string | null
    validTo: string | null
    plan: string | null
  }[]
}

/** The action that would solve what a device refused with this code. */
export const FIXES: Readonly<Record<number, 'photo' | 'retry'>> = {
  4101: 'photo',
  4102: 'photo',
  4103: 'photo',
  4104: 'photo',
  4130: 'retry',
  4290: 'retry',
}

const DAY_MS = 86_400_000
/** "2 天" when a right ends within a week. */
export const daysLeft = (validTo: string | null, now: number): number | null => {
  if (!validTo) return null
  const days = Math.ceil((Date.parse(validTo) - now) / DAY_MS)
  return days >= 0 && days <= 7 ? days : null
}
