/** Devices, commands and events as the API answers them to these pages. */
import type { RowOf } from '#model/row.ts'
import type { device } from '../device.noun.ts'

/** A device as the warehouse lists it. */
export type WarehouseRow = RowOf<typeof device>

export interface Part {
  id: string
  kind: string
  no: number
  name: string | null
  key: string
}
export type State = Readonly<Record<string, unknown>> & { statedAt?: string }
export interface Alarm {
  id: string
  name: string
  identifier: string
  component: string
  level: number
  time: string
  n: number
}

export interface DeviceRow {
  id: string
  rev: number
  name: string
  sn: string
  deviceClass: string
  modelId: string
  modelName: string
  siteId: string | null
  siteName: string | null
  position: string | null
  direction: number | null
  enabled: boolean
  boundAt: string | null
  online: boolean
  onlineReason: string | null
  /** Online since, or offline since; null before it ever connected. */
  since: string | null
  lastSeenAt: string | null
  address: string | null
  protocol: string | null
  components: readonly Part[]
  /** By part; '' is the device itself. */
  shadow: Readonly<Record<string, State>>
  alarm: Alarm | null
  /** 48 half hours, the share of each it was connected. */
  heartbeat: readonly (number | null)[]
}
export interface DeviceDetail extends DeviceRow {
  productKey: string
  activatedAt: string | null
  roundTripMs: number | null
}
export interface Counts {
  all: number
  online: number
  offline: number
  alarm: number
}
export interface DevicePage {
  records: readonly DeviceRow[]
  counts: Counts
  total: number
}

export interface CommandRow {
  id: string
  deviceId: string
  deviceName?: string
  component: string
  identifier: string
  params: Readonly<Record<string, unknown>> | null
  reason: string | null
  origin: string
  userName: string | null
  /** 0 queued · 1 sent · 2 acknowledged · 3 done · 4 failed · 5 timed out · 6 cancelled */
  state: number
  code: number | null
  message: string | null
  queuedAt: string
  sentAt: string | null
  ackedAt: string | null
  /** When the state that proves it was reported. */
  provenAt: string | null
  finishedAt: string | null
  expiresAt: string
}
export interface EventRow {
  id: string
  time: string
  deviceId: string
  deviceName: string
  component: string
  name: string
  identifier: string
  level: number
  params: Readonly<Record<string, unknown>> | null
  clockOff: boolean
  receivedAt: string
  handleState: number
  handler: string | null
  handleRemark: string | null
}
export interface Paged<Row> {
  records: readonly Row[]
  total: number
  more?: boolean
}
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

/** The last thing heard of it: reports are newer than the sign of life, which is written rarely. */
export const lastContact = (row: DeviceRow): number =>
  Math.max(
    0,
    ...[row.lastSeenAt, row.online ? row.since : null, ...Object.values(row.shadow).map(state => state.statedAt)].map(
      at => (at ? Date.parse(at) : 0),
    ),
  )
