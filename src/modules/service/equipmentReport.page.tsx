/** Faults that somebody still has to mend. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/LensPage.tsx'
import { TicketStory } from './page/TicketStory.tsx'
import { OPEN_STATES } from './ticket.noun.ts'

const pieces: LensPieces = { where: { state: OPEN_STATES }, drawer: row => <TicketStory row={row} /> }

export default function EquipmentReport(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
