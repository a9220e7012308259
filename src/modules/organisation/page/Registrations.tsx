/** Self-registered agencies, as a tab of the users by platform; loaded when it is opened. */
import { lazy, Suspense } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { agency, registrationLens } from '../agency.noun.ts'

const CompanyDrawer = lazy(async () => ({ default: (await import('./CompanyDrawer.tsx')).CompanyDrawer }))

const registered: LensPieces<typeof agency> = {
  where: { stage: '1,2' },
  drawer: row => (
    <Suspense>
      <CompanyDrawer noun={agency} row={row} />
    </Suspense>
  ),
}

export const Registrations = (props: PageProps) => (
  <LensPage {...props} noun={agency} lens={registrationLens} pieces={registered} />
)
