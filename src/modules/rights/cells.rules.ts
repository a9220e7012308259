/** The state of one cell: from the right, the part of it that the device can store, what it confirmed, and whether its clock is right. */
import type { DeliveryKey } from '#model/delivery.ts'
import { FAILURES } from '#modules/sync/outcome.rules.ts'
import type { Answer } from './effective.server.ts'

/** A difference between the rules and the device. */
export interface Known {
  flying: boolean
  /** The kind of the exception, if there is one. */
  kind: string | null
}
export interface ShownDevice {
  online: boolean
  clockOff: boolean
  now: string
  /** It is sent no list, because its protocol carries none: it asks. */
  asks?: boolean
}
/** The thing model requires an alarm beyond a minute (15.0). */
const CLOCK_OFF_S = 60
export const isClockOff = (offsetS: number | null): boolean => offsetS !== null && Math.abs(offsetS) > CLOCK_OFF_S

export function deliveryStateOf(
  { answer, person, rights }: Answer,
  doorNo: number,
  known: Known | undefined,
  device: ShownDevice,
): { state: DeliveryKey; reason: string | null } {
  const { now } = device
  const here = rights.filter(right => right.doorNo === doorNo)
  const open = device.online ? null : 'offline'
  if (here.length === 0)
    return rights.length === 0 && known ? { state: 'removing', reason: open } : { state: 'none', reason: null }
  if (!answer.desired)
    switch (answer.why) {
      case 'noPortrait':
      case 'noCard':
        return { state: answer.why, reason: null }
      case 'noOther':
        return { state: 'notKept', reason: null }
      case 'over':
        return { state: 'over', reason: person?.validTo && person.validTo < now ? 'person' : 'right' }
      default:
        return known ? { state: 'removing', reason: open } : { state: 'barred', reason: answer.why }
    }
  if (here.every(right => right.validTo && right.validTo < now)) return { state: 'over', reason: 'right' }
  if (device.asks) return { state: 'asks', reason: null }
  if (known?.flying) return { state: 'sending', reason: null }
  if (known?.kind && FAILURES.includes(known.kind)) return { state: 'failed', reason: known.kind }
  if (known) return device.online ? { state: 'queued', reason: known.kind } : { state: 'waiting', reason: 'offline' }
  if (device.clockOff) return { state: 'clockOff', reason: null }
  const held = answer.desired.rights.filter(right => right.doors.includes(doorNo))
  // Nothing for this door is on the device: it currently stores other doors, or the right lies outside the person's own validity.
  if (held.length === 0)
    return answer.whole ? { state: 'over', reason: 'outside' } : { state: 'notKept', reason: 'otherDoors' }
  if (!answer.whole) return { state: 'partly', reason: 'keepsPart' }
  if (held.every(right => right.validFrom && right.validFrom > now)) return { state: 'notYet', reason: null }
  return { state: 'confirmed', reason: null }
}
