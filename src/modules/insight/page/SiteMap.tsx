/** Where sites are and how they are: the map, and beside it the list of the same sites. */
import { SITES } from '#base/boardTexts.ts'
import { ONLINE_SHARES } from '#base/onlineShares.ts'
import type { Text } from '#base/text.ts'
import { useCallback, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PlacesMap } from '#console/crud/map/PlacesMap.tsx'
import { get } from '#console/data/request.ts'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import type { Place } from '#console/kit/map/PlaceList.tsx'
import { placeState } from '#console/kit/map/placeState.ts'
import { BoardCell } from './BoardCell.tsx'
import type { SiteRow, SitesAnswer } from './overview.ts'
import { queryOf, type Chosen } from './useChosen.ts'

const REFRESH_MS = 30_000

/** 2 of 5 are offline, or the word for the state. */
const noteOf = (place: { total: number; good: number }): Text => {
  const state = placeState(place)
  const off = place.total - place.good
  return state === 'part' || state === 'down' ? [`${off} 台离线`, `${off} offline`] : ONLINE_SHARES[state]
}
const placeOf = ({ id, name, appId, position, total, online: good }: SiteRow): Place => ({
  ...{ id, name, at: position, total, good, note: noteOf({ total, good }) },
  href: `/apply/siteManage/${appId}?row=${id}`,
})

export const SiteMap = ({ chosen }: { chosen: Chosen }) => {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['/api/insight/sites', queryOf(chosen)],
    queryFn: ({ signal }) => get<SitesAnswer>('/api/insight/sites', queryOf(chosen), { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  const renew = useCallback(() => void refetch(), [refetch])
  useLiveRefetch({ type: ['session'] }, { loading: isFetching, failed: error !== null, refetch: renew })
  const places = useMemo(() => data?.sites?.map(placeOf), [data])
  if (data && data.sites === null) return null
  return (
    <BoardCell title={SITES} note={data && places ? countsOf(data.total, places) : ['', '']} wide>
      {error && !data ? (
        <ErrorState title={['站点暂时读不到', 'The sites cannot be read']} note={error.message} onRetry={renew} />
      ) : (
        <PlacesMap
          label={['站点地图', 'Map of sites']}
          states={ONLINE_SHARES}
          places={places}
          empty={['还没有站点', 'No sites yet']}
        />
      )}
    </BoardCell>
  )
}

function countsOf(total: number, places: readonly Place[]): Text {
  const known = places.length
  const unplaced = places.filter(place => !place.at).length
  const zh = [
    `${total} 处`,
    ...(unplaced ? [`${unplaced} 处未标位置`] : []),
    ...(known < total ? [`显示前 ${known} 处`] : []),
  ]
  const en = [
    `${total}`,
    ...(unplaced ? [`${unplaced} not on the map`] : []),
    ...(known < total ? [`the first ${known} are shown`] : []),
  ]
  return [zh.join(' · '), en.join(' · ')]
}
