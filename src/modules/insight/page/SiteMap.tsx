/** Where sites are and how they are: the map, and beside it the list of the same sites. */
import { SITES } from '#base/boardTexts.ts'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { get } from '#console/data/request.ts'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import type { MapPlace } from '#console/kit/map/PointMap.tsx'
import { BoardCell } from './BoardCell.tsx'
import type { SitesAnswer } from './overview.ts'
import { Sites } from './Sites.tsx'
import { SITE_STATES, siteHref, siteNote, siteState } from './siteState.ts'
import { queryOf, type Chosen } from './useChosen.ts'
import './siteMap.css'

const TiledPointMap = lazy(() => import('./TiledPointMap.tsx'))
const REFRESH_MS = 30_000

export const SiteMap = ({ chosen }: { chosen: Chosen }) => {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['/api/insight/sites', chosen.sourceId, chosen.appId],
    queryFn: ({ signal }) => get<SitesAnswer>('/api/insight/sites', queryOf(chosen), { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  const renew = useCallback(() => void refetch(), [refetch])
  useLiveRefetch({ type: ['session'] }, { loading: isFetching, refetch: renew })
  const points = useMemo<readonly MapPlace[]>(
    () =>
      (data?.sites ?? []).flatMap(site =>
        site.position
          ? {
              ...{ id: site.id, name: site.name, at: site.position, state: siteState(site) },
              ...{ note: siteNote(site), href: siteHref(site) },
            }
          : [],
      ),
    [data],
  )
  if (data && data.sites === null) return null
  const known = data?.sites
  return (
    <BoardCell title={SITES} note={data ? noteOf(data.total, points.length, known!.length) : ['', '']} wide>
      {error && !data ? (
        <ErrorState title={['站点暂时读不到', 'The sites cannot be read']} note={error.message} onRetry={renew} />
      ) : (
        <div className="dc-map">
          <Suspense fallback={<Skeleton lines={8} />}>
            <TiledPointMap label={['站点地图', 'Map of sites']} points={points} states={SITE_STATES} />
          </Suspense>
          {known ? <Sites sites={known} /> : <Skeleton lines={8} />}
        </div>
      )}
    </BoardCell>
  )
}

const noteOf = (total: number, placed: number, known: number): readonly [string, string] => {
  const unplaced = known - placed
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
