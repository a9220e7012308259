/** Repair tickets that are not finished. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { OPEN_STATES, type ticket } from './ticket.noun.ts'

const TicketStory = lazy(async () => (await import('./page/TicketStory.tsx')).TicketStory)

const pieces: LensPieces<typeof ticket> = { where: { state: OPEN_STATES }, drawer: row => <TicketStory row={row} /> }

export default function EquipmentReport(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
