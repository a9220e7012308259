/** 事件记录: events of a class, newest first and live; alarms are handled here. Shared by all classes. */
import { lazy, Suspense, useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import type { deviceEvent } from './facts.noun.ts'
import { eventColumns } from '../page/eventColumns.tsx'

const EventDetail = lazy(async () => ({ default: (await import('../page/EventDetail.tsx')).EventDetail }))

export default function EventPage(props: PageProps) {
  const { appId, deviceClass } = props
  const pieces = useMemo(
    (): LensPieces<typeof deviceEvent> =>
      deviceClass
        ? {
            columns: eventColumns(deviceClass),
            drawer: row => (
              <Suspense fallback={<Skeleton lines={8} />}>
                <EventDetail appId={appId} deviceClass={deviceClass} event={row} />
              </Suspense>
            ),
          }
        : {},
    [appId, deviceClass],
  )
  return <LensPage {...props} pieces={pieces} />
}
