/** The data of an application's home page. What the user may not read is null; counts by class omit classes without any. */
import type { HourRow, RecentRow } from './page/overview.ts'

export type StepKey = 'site' | 'device' | 'person' | 'right' | 'passage' | 'integration'
export interface SetUpStep {
  key: StepKey
  done: boolean
}
/** `onlineBefore`: yesterday at this time of day. */
export interface ClassDevices {
  deviceClass: string
  total: number
  online: number
  onlineBefore: number
  offlineSince: string | null
}
/** Numbers of rights, each of one person on one device, by state of delivery. */
export interface ClassRights {
  deviceClass: string
  total: number
  confirmed: number
  failed: number
  missing: number
  clockOff: number
}
export interface Key {
  id: string
  name: string
  clientId: string
  main: boolean
  expiresAt: string | null
  lastUsedAt: string | null
}
export interface HomeApplication {
  name: string
  industry: number
  state: number
  appKey: string
  deviceClasses: string[]
  createdAt: string
  expiresOn: string | null
  daysLeft: number | null
  deviceQuota: number
  personQuota: number
  /** For its organisation, which has the quota. */
  files: { usedBytes: number; quotaBytes: number }
}
export interface Home {
  asOf: string
  today: string
  application: HomeApplication | null
  devices: ClassDevices[] | null
  /** Of them so many `counted` are within the limit. */
  people: { total: number; counted: number; before: number } | null
  /** `before`: yesterday up to this time of day. */
  passages: { hours: HourRow[]; before: number } | null
  /** Devices with an open alarm and the number of open alarms, by class; alarms of today, and of yesterday up to this time of day. */
  alarms: { open: { deviceClass: string; devices: number; n: number }[]; today: number; before: number } | null
  sync: ClassRights[] | null
  /** Of the last 24 hours; by class, the number being retried now and the number given up today. */
  callbacks: {
    ok: number
    ended: number
    retrying: number
    percent: number | null
    classes: { deviceClass: string; retrying: number; failed: number }[]
  } | null
  keys: Key[] | null
  recent: RecentRow[] | null
  /** Null once all are done. */
  steps: SetUpStep[] | null
}
