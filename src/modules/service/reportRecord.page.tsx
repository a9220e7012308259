/** Finished and closed repair tickets: by whom, how fast and with which rating. */
import { lazy, Suspense } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { DONE_STATES, type ticket } from './ticket.noun.ts'

const TicketStory = lazy(async () => ({ default: (await import('./page/TicketStory.tsx')).TicketStory }))

const pieces: LensPieces<typeof ticket> = {
  where: { state: DONE_STATES },
  drawer: row => (
    <Suspense>
      <TicketStory row={row} />
    </Suspense>
  ),
}

export default function ReportRecord(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
