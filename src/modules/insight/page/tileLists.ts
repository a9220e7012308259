/** The lists whose totals are the figures of the data centre. A figure of several applications is the sum of several lists. */
import type { Text } from '#base/text.ts'
import type { Overview } from './overview.ts'
import { periodOf } from './periods.ts'
import type { Chosen } from './useChosen.ts'

export interface TileList {
  label: Text
  n: number
  href: string
}

const asked = (...parts: readonly string[]): string => {
  const query = parts.filter(Boolean).join('&')
  return query && `?${query}`
}

export const passagesHref = (appId: string, days: number, filter = ''): string =>
  `/apply/recordQuery/${appId}${asked(periodOf(days).list, filter)}`

export const passageLists = ({ ranking, days }: Overview): readonly TileList[] =>
  (ranking ?? []).map(row => ({ label: [row.name, row.name], n: row.n, href: passagesHref(row.appId, days) }))

export const refusedLists = ({ ranking, days }: Overview): readonly TileList[] =>
  (ranking ?? [])
    .filter(row => row.refused > 0)
    .map(row => ({ label: [row.name, row.name], n: row.refused, href: passagesHref(row.appId, days, 'result=0') }))

/** `nameOf`: the label of a device class. */
export const alarmLists = (
  { alarmLists: rows }: Overview,
  nameOf: (deviceClass: string) => Text,
): readonly TileList[] =>
  (rows ?? []).map(row => {
    const [zh, en] = nameOf(row.deviceClass)
    return {
      label: [`${row.name} · ${zh}`, `${row.name} · ${en}`],
      n: row.n,
      href: `/apply/alarm/${row.appId}?openedAt=all&open=true&deviceClass=${row.deviceClass}`,
    }
  })

/**
 * Devices in use; those in stock belong to no application. `where`: what a narrowed view is narrowed to. Those of one
 * application are counted by class on its own page.
 */
export const devicesHref = (appId: string | undefined, where = ''): string =>
  appId ? `/applyLayout/${appId}` : `/hardwareManage/deviceWarehouse${asked('state=1', where)}`

/** The alarms of a device in the period. */
export const deviceAlarmsHref = (
  device: { deviceId: string; deviceClass: string; appId: string },
  days: number,
): string =>
  `/${device.deviceClass}/event/${device.appId}${asked(`deviceId=${device.deviceId}`, 'level=1,2', periodOf(days).list)}`

/** The failed sync tasks of the platform, which has no list of those of one application. */
export const failedHref = ({ appId, sourceId, region }: Partial<Chosen>): string | undefined =>
  appId || sourceId || region ? undefined : '/hardwareManage/syncTask?state=failed&put=1'
