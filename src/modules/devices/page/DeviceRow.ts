/** Devices, commands and events as the API returns them to these pages. */
import type { RowOf } from '#model/row.ts'
import type { device } from '../stock/device.noun.ts'
import type { deviceBind } from '../stock/deviceBind.noun.ts'
import type { command } from '../command/command.noun.ts'
import type { deviceEvent } from '../facts/facts.noun.ts'

/** A device as the warehouse lists it. */
export type WarehouseRow = RowOf<typeof device>

export interface Part {
  id: string
  kind: string
  no: number
  name: string | null
  key: string
}
type Bound = RowOf<typeof deviceBind>
export type State = Bound['shadow'][string]
export type Alarm = NonNullable<Bound['alarm']>
/** With the additional columns of its list. */
export type DeviceRow = Bound & {
  address: string | null
  protocol: string | null
  /** The device that it is behind. */
  gateway: { id: string; name: string; deviceClass: string } | null
  components: readonly Part[]
}
export type DeviceDetail = DeviceRow & {
  productKey: string
  labelCode: string
  activatedAt: string | null
  roundTripMs: number | null
  /** Its model carries other devices. */
  isGateway: boolean
}

export type CommandRow = RowOf<typeof command>
export type EventRow = RowOf<typeof deviceEvent>
export interface Figures {
  total: number
  online: number
  alarming: number
  sites: number
  doors: number
  longestOffline: { id: string; name: string; since: string } | null
  alarms: readonly { name: string; identifier: string; n: number }[]
  alarmTotal: number
  hours: readonly { hour: string; family: number; result: number; n: number }[]
}

/** The last contact with the device: reports are newer than the sign of life, which is written rarely. */
export const lastContact = (row: DeviceRow): number =>
  Math.max(
    0,
    ...[row.lastSeenAt, row.online ? row.since : null, ...Object.values(row.shadow).map(state => state.statedAt)].map(
      at => (at ? Date.parse(at) : 0),
    ),
  )
