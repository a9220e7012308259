/** What belongs to a row of a door: its device with the state of its parts, and the settings that its class knows. */
import { useQuery } from '@tanstack/react-query'
import type { DeviceClass } from '#model/device.ts'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import type { Page } from '#console/data/rows.ts'
import { DEVICES } from '#modules/devices/page/deviceCache.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { useDevicesLive } from '#modules/devices/page/useDevices.ts'
import { doorSetting } from '../doorSetting.noun.ts'

const PAGE = 100
const MOST_PAGES = 10

/** The devices of a class by id, kept as they are now by live messages; none for users who see no devices. */
export function useClassDevices(appId: string | undefined, deviceClass: string | undefined): readonly DeviceRow[] {
  useDevicesLive(appId, deviceClass)
  const { data } = useQuery({
    queryKey: [DEVICES, 'page', 'of a class', appId, deviceClass],
    enabled: deviceClass !== undefined && can('deviceBind:list'),
    queryFn: async ({ signal }): Promise<Page<DeviceRow>> => {
      const page = (current: number) =>
        get<Page<DeviceRow>>(`${DEVICES}/page`, { appId, deviceClass, current, size: PAGE }, { signal, quiet: true })
      const first = await page(1)
      const count = Math.max(0, Math.min(MOST_PAGES, Math.ceil(first.total / PAGE)) - 1)
      const more = await Promise.all(Array.from({ length: count }, (_, at) => page(at + 2)))
      return { ...first, records: [first, ...more].flatMap(one => one.records) }
    },
  })
  return data?.records ?? NONE
}
const NONE: readonly DeviceRow[] = []

/** In the order of the form. */
export function settingNames({ documents }: DeviceClass): readonly string[] {
  const kept = documents.flatMap(({ keeps = [] }) => keeps)
  return Object.keys(doorSetting.fields).filter(name => kept.includes(name))
}
