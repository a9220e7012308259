/** All devices of an application, for selections and names. */
import { useQuery } from '@tanstack/react-query'
import { get } from '#console/data/request.ts'
import { DEVICES } from './deviceCache.ts'
import type { Page } from '#console/data/rows.ts'
import type { DeviceRow } from './DeviceRow.ts'

const PAGE = 100
const MOST_PAGES = 10

export const useAllDevices = (appId: string | undefined): readonly DeviceRow[] | undefined =>
  useQuery({
    queryKey: [DEVICES, 'all', appId],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const page = (current: number) =>
        get<Page<DeviceRow>>(`${DEVICES}/page`, { appId, current, size: PAGE }, { signal, quiet: true })
      const first = await page(1)
      const more = await Promise.all(
        Array.from({ length: Math.max(0, Math.min(MOST_PAGES, Math.ceil(first.total / PAGE)) - 1) }, (_, at) =>
          page(at + 2),
        ),
      )
      return [first, ...more].flatMap(one => one.records)
    },
  }).data
