/** Local time as the browser shows it: in the zone of the application, or the platform's. Only for screens. */
import * as zoned from './zonedTime.ts'

let shown = zoned.DEFAULT_ZONE
export const shownZone = (): string => shown
export const setShownZone = (zone: string): void => void (shown = zone)

type At = string | number | Date

/** `yyyy/MM/dd HH:mm:ss` */
export const showInstant = (at: At, zone = shown): string => zoned.showInstant(at, zone)
/** `HH:mm:ss` */
export const showClock = (at: At, zone = shown): string => showInstant(at, zone).slice(11)
/** `yyyy-MM-dd` of the day an instant falls on. */
export const dayOf = (at: At, zone = shown): string => zoned.dayOf(at, zone)
/** The instant at which local time is `yyyy-MM-ddTHH:mm:ss`. */
export const instantOf = (wall: string, zone = shown): Date => zoned.instantOf(wall, zone)
/** The first instant of a local day. */
export const startOfDay = (day: string, zone = shown): Date => zoned.startOfDay(day, zone)
