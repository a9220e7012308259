/** Finished and closed repair tickets: by whom, how fast and with which rating. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { DONE_STATES, type ticket } from './ticket.noun.ts'

const TicketStory = lazy(async () => (await import('./page/TicketStory.tsx')).TicketStory)

const pieces: LensPieces<typeof ticket> = { where: { state: DONE_STATES }, drawer: row => <TicketStory row={row} /> }

export default function ReportRecord(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
