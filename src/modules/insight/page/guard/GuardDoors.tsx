/** The doors of one site with their current state; at most one of them is unfolded to be opened. */
import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { useOffline } from '#console/data/offline.ts'
import { can } from '#console/data/me.ts'
import { useClasses } from '#console/data/registry.ts'
import { get } from '#console/data/request.ts'
import type { Page } from '#console/data/rows.ts'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { DEVICES } from '#modules/devices/page/deviceCache.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { useDeviceLive } from '#modules/devices/page/useDeviceLive.ts'
import { useThrottled } from '#modules/devices/page/useDevices.ts'
import { useNow } from '#modules/devices/page/useNow.ts'
import { GuardDoor } from './GuardDoor.tsx'
import { openedParts } from './guardDoors.ts'

/** The most that one answer may hold. */
const MOST = 100

export const GuardDoors = ({ appId, siteId }: { appId: string; siteId: string }) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const classes = useClasses()
  const away = useOffline()
  const now = useNow(15_000)
  const [unfolded, setUnfolded] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: [DEVICES, 'page', 'guard', appId, siteId],
    queryFn: ({ signal }) =>
      get<Page<DeviceRow>>(`${DEVICES}/page`, { appId, siteId, size: MOST }, { signal, quiet: true }),
  })
  const renew = useThrottled(() => void refetch())
  useDeviceLive(
    { appId, types: ['state', 'session', 'fact'] },
    messages => {
      void import('#modules/devices/page/applyMessages.ts').then(({ applyMessages, asksAnew }) => {
        applyMessages(client, messages)
        if (asksAnew(messages)) renew()
      })
    },
    renew,
  )
  // A guard who cannot read what became of a command would not know whether the door opened.
  const may = can('command:send') && can('command:view')
  const doors = data && openedParts(data.records, classes)
  return (
    <section className="guard-doors" aria-label={translate(['门', 'Doors'])}>
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !doors ? (
        <Skeleton lines={4} />
      ) : doors.length === 0 ? (
        <Empty
          title={['这个站点还没有可以打开的设备', 'No device of this site can be opened']}
          note={['把设备分配到站点后，门会出现在这里。', 'Doors appear here once devices are assigned to the site.']}
        />
      ) : (
        doors.map(door => {
          const id = `${door.row.id} ${door.component}`
          return (
            <GuardDoor
              key={id}
              appId={appId}
              door={door}
              now={now}
              away={away}
              may={may}
              unfolded={unfolded === id || doors.length === 1}
              onUnfold={() => setUnfolded(unfolded === id ? undefined : id)}
            />
          )
        })
      )}
    </section>
  )
}
