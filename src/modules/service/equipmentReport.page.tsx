/** Repair tickets that are not finished. */
import { lazy, Suspense } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { OPEN_STATES, type ticket } from './ticket.noun.ts'

const TicketStory = lazy(async () => ({ default: (await import('./page/TicketStory.tsx')).TicketStory }))

const pieces: LensPieces<typeof ticket> = {
  where: { state: OPEN_STATES },
  drawer: row => (
    <Suspense>
      <TicketStory row={row} />
    </Suspense>
  ),
}

export default function EquipmentReport(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
