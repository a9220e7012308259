/** Places on a map, and beside it the list of the same places; below it where there is no room. */
import { useMemo } from 'react'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import type { Words } from '#console/kit/language.tsx'
import { PlaceList, type Place } from '#console/kit/map/PlaceList.tsx'
import { placeState } from '#console/kit/map/placeState.ts'
import type { MapPlace, PointMapProps } from '#console/kit/map/PointMap.tsx'

const TiledPointMap = lazy(async () => (await import('./TiledPointMap.tsx')).default)

type PlacesMapProps = Pick<PointMapProps, 'label' | 'states'> & {
  /** undefined while they are being loaded. */
  places: readonly Place[] | undefined
  /** Shown in the list while there are none. */
  empty: Words
  /** Fills the height of a page. */
  tall?: boolean
}

export const PlacesMap = ({ label, states, places, empty, tall }: PlacesMapProps) => {
  const points = useMemo<readonly MapPlace[]>(
    () =>
      (places ?? []).flatMap(place =>
        place.at
          ? {
              id: place.id,
              name: place.name,
              at: place.at,
              state: placeState(place),
              note: place.note,
              href: place.href,
            }
          : [],
      ),
    [places],
  )
  return (
    <div className="places-map" data-tall={tall || undefined}>
      <WhileLoading show={<Skeleton lines={8} />}>
        <TiledPointMap label={label} points={points} states={states} />
      </WhileLoading>
      {places ? <PlaceList places={places} empty={empty} /> : <Skeleton lines={8} />}
    </div>
  )
}
