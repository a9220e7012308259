/** Locations: the tree of its lens; the drawer of one shows its floor plan with the devices there. */
import { useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import type { location } from '#modules/applications/location.noun.ts'

const LocationDrawer = lazy(async () => (await import('./page/LocationDrawer.tsx')).LocationDrawer)

export const Location = (props: PageProps) => {
  const { noun, appId } = props
  const pieces = useMemo(
    (): LensPieces<typeof location> =>
      noun
        ? {
            drawer: row => (
              <WhileLoading show={<Skeleton lines={8} />}>
                <LocationDrawer key={row.id} row={row} noun={noun} appId={appId} />
              </WhileLoading>
            ),
          }
        : {},
    [noun, appId],
  )
  return <LensPage {...props} pieces={pieces} />
}
