/** Self-registered agencies, as a tab of the users by platform; loaded when it is opened. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { agency, registrationLens } from '../agency.noun.ts'

const CompanyDrawer = lazy(async () => (await import('./CompanyDrawer.tsx')).CompanyDrawer)

const registered: LensPieces<typeof agency> = {
  where: { stage: '1,2' },
  drawer: row => <CompanyDrawer noun={agency} row={row} />,
}

export const Registrations = (props: PageProps) => (
  <LensPage {...props} noun={agency} lens={registrationLens} pieces={registered} />
)
