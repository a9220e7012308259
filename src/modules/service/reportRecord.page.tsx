/** What was mended or closed, by whom, how fast and how well. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/LensPage.tsx'
import { TicketStory } from './page/TicketStory.tsx'
import { DONE_STATES } from './ticket.noun.ts'

const pieces: LensPieces = { where: { state: DONE_STATES }, drawer: row => <TicketStory row={row} /> }

export default function ReportRecord(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
