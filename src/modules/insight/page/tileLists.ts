/** The lists whose totals are the figures of the data centre. A figure of several applications is the sum of several lists. */
import type { Text } from '#base/text.ts'
import { dayOf } from '#base/time.ts'
import type { ClassHead } from '#model/device.ts'
import { personAuth } from '#modules/rights/personAuth.noun.ts'
import type { ClassList, Overview, RightsStage, SyncFigures } from './overview.ts'
import { periodOf } from './periods.ts'

export interface TileList {
  label: Text
  n: number
  href: string
}

const asked = (...parts: readonly string[]): string => {
  const query = parts.filter(Boolean).join('&')
  return query && `?${query}`
}

/** The filter of those who passed. */
export const PASSED_ALONE = 'result=1'
export const passagesHref = (appId: string, days: number, filter = ''): string =>
  `/apply/recordQuery/${appId}${asked(periodOf(days).list, filter)}`

export const passageLists = ({ ranking, days }: Overview): readonly TileList[] =>
  (ranking ?? [])
    .filter(row => row.n > row.refused)
    .map(row => ({
      label: [row.name, row.name],
      n: row.n - row.refused,
      href: passagesHref(row.appId, days, PASSED_ALONE),
    }))

export const refusedLists = ({ ranking, days }: Overview): readonly TileList[] =>
  (ranking ?? [])
    .filter(row => row.refused > 0)
    .map(row => ({ label: [row.name, row.name], n: row.refused, href: passagesHref(row.appId, days, 'result=0') }))

/** The name is null for readers who may not read applications. */
const applicationText = (name: string | null): Text => (name === null ? APPLICATION : [name, name])
const APPLICATION: Text = ['某个应用', 'An application']

/** The label of a device class. */
type NameOf = (deviceClass: string) => Text

const classLists = (
  rows: readonly ClassList[],
  nameOf: NameOf,
  hrefOf: (row: ClassList) => string,
): readonly TileList[] =>
  rows.map(row => {
    const [zh, en] = nameOf(row.deviceClass)
    const [own, english] = applicationText(row.name)
    return { label: [`${own} · ${zh}`, `${english} · ${en}`], n: row.n, href: hrefOf(row) }
  })

export const alarmLists = ({ alarmLists: rows }: Overview, nameOf: NameOf): readonly TileList[] =>
  classLists(
    rows ?? [],
    nameOf,
    row => `/apply/alarm/${row.appId}?openedAt=all&open=true&deviceClass=${row.deviceClass}`,
  )

/** The days of the period, for lists that do not begin with the last thirty. */
const daysOf = ({ from, asOf }: Overview): string => `${dayOf(from)},${dayOf(asOf)}`

export const commandLists = (data: Overview): readonly TileList[] =>
  (data.commands?.lists ?? []).map(({ appId, name, n }) => ({
    label: applicationText(name),
    n,
    href: `/apply/command/${appId}?queuedAt=${daysOf(data)}`,
  }))

/** Deliveries that ended, by success or by giving up. */
export const callbackLists = (data: Overview, nameOf: NameOf): readonly TileList[] =>
  classLists(
    data.callbacks?.lists ?? [],
    nameOf,
    row => `/${row.deviceClass}/callback/${row.appId}?tab=log&state=2,3&createdAt=${daysOf(data)}`,
  )

const { values: STAGE_WORDS } = personAuth.fields.stage

/** All rights, or those in one of the stages: a list shows one stage. */
export const rightsLists = (
  { lists }: SyncFigures,
  nameOf: NameOf,
  stages?: readonly RightsStage[],
): readonly TileList[] =>
  lists.flatMap(row => {
    const [zh, en] = nameOf(row.deviceClass)
    const href = `/${row.deviceClass}/authorize/${row.appId}`
    if (!stages) return [{ label: [`${row.name} · ${zh}`, `${row.name} · ${en}`], n: row.total, href }]
    return stages
      .filter(stage => row[stage] > 0)
      .map((stage): TileList => {
        const [, stageZh, stageEn] = STAGE_WORDS[stage]
        return {
          label: [`${row.name} · ${zh} · ${stageZh}`, `${row.name} · ${en} · ${stageEn}`],
          n: row[stage],
          href: `${href}?stage=${stage}`,
        }
      })
  })

/**
 * Devices in use; those in stock belong to no application. `where`: what a narrowed view is narrowed to. Those of one
 * application are counted by class on its own page.
 */
export const devicesHref = (appId: string | undefined, where = ''): string =>
  appId ? `/applyLayout/${appId}` : `/hardwareManage/deviceWarehouse${asked('state=1', where)}`

/** The alarms of a device in the period; where its class has no list of events, those in the drawer of the device. */
export const deviceAlarmsHref = (
  device: { deviceId: string; deviceClass: string; appId: string },
  days: number,
  classIndex: readonly ClassHead[],
): string =>
  classIndex.some(({ key, pages }) => key === device.deviceClass && pages.includes('event'))
    ? `/${device.deviceClass}/event/${device.appId}${asked(`deviceId=${device.deviceId}`, 'level=1,2,3', periodOf(days).list)}`
    : `/${device.deviceClass}/equi/${device.appId}${asked(`row=${device.deviceId}`, 'tab=events')}`
