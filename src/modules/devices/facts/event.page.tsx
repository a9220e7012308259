/** 事件记录: events of a class, newest first and live; alarms are handled here, or become repair tickets. Shared by all classes. */
import { useMemo, useState } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import type { EventRow } from '../page/DeviceRow.ts'
import { isEnd } from './endEvent.rules.ts'
import type { deviceEvent } from './facts.noun.ts'
import { eventColumns } from '../page/eventColumns.tsx'

const EventDetail = lazy(async () => (await import('../page/EventDetail.tsx')).EventDetail)
const EventTicket = lazy(async () => (await import('../page/EventTicket.tsx')).EventTicket)

export default function EventPage(props: PageProps) {
  const { appId, deviceClass } = props
  const [reported, setReported] = useState<EventRow>()
  const pieces = useMemo(
    (): LensPieces<typeof deviceEvent> =>
      deviceClass
        ? {
            columns: eventColumns(deviceClass),
            acts: row =>
              row.level !== 0 && !isEnd(row.params) && !row.ticketNo && can('ticket:add')
                ? [{ id: 'ticket', label: ['生成报修', 'Report for repair'], onPress: () => setReported(row) }]
                : [],
            drawer: row => (
              <WhileLoading show={<Skeleton lines={8} />}>
                <EventDetail appId={appId} deviceClass={deviceClass} event={row} />
              </WhileLoading>
            ),
          }
        : {},
    [appId, deviceClass],
  )
  return (
    <>
      <LensPage {...props} pieces={pieces} />
      {reported && deviceClass && (
        <EventTicket deviceClass={deviceClass} event={reported} onClose={() => setReported(undefined)} />
      )}
    </>
  )
}
