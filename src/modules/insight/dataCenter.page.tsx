/** The data centre: one card, six figures, and below them what moved, what was delivered, where, who and what fails. */
import { DATA_CENTRE } from '#base/boardTexts.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Maximize2, RefreshCw } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import { OwnApplications } from '#console/app/OwnApplications.tsx'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import { can } from '#console/data/me.ts'
import { get, isBeyondPlaces } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { AdvertCell } from './page/AdvertCell.tsx'
import { BoardCell } from './page/BoardCell.tsx'
import { BoardSkeleton } from './page/BoardSkeleton.tsx'
import { Delivery } from './page/Delivery.tsx'
import { boardTypes, seriesOf, type Overview, type Series } from './page/overview.ts'
import { Figures } from './page/Figures.tsx'
import { HoursCell } from './page/HoursCell.tsx'
import { MessagesCell } from './page/MessagesCell.tsx'
import { NothingToShow } from './page/NothingToShow.tsx'
import { Passages } from './page/Passages.tsx'
import { DeviceProblems } from './page/DeviceProblems.tsx'
import { AddedDevices } from './page/AddedDevices.tsx'
import { Ranking } from './page/Ranking.tsx'
import { SiteMap } from './page/SiteMap.tsx'
import { queryOf, useChosen, type Chosen } from './page/useChosen.ts'
import './page/dataCenter.css'

const Narrowing = lazy(async () => (await import('./page/Narrowing.tsx')).default)
const Wall = lazy(async () => (await import('./page/wall/Wall.tsx')).default)
const REFRESH_MS = 5000

export const DataCenter = () => {
  const translate = useTranslate()
  const { chosen, wall, change } = useChosen()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['/api/insight/overview', chosen],
    queryFn: ({ signal }) =>
      get<Overview>('/api/insight/overview', { ...queryOf(chosen), days: chosen.days }, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const renew = useCallback(() => void refetch(), [refetch])
  const live = useLiveRefetch({ type: boardTypes }, { loading: isFetching, failed: error !== null, refetch: renew })
  const fresh = useFresh(data)
  useEffect(() => void import('./page/tour/startTour.tsx').then(({ startTour }) => startTour()), [])
  const endWall = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    change({ wall: undefined })
  }, [change])
  if (error && !data)
    return isBeyondPlaces(error) ? (
      <OwnApplications />
    ) : (
      <ErrorState
        title={['数据中心暂时打不开', 'The data centre cannot be shown']}
        note={error.message}
        onRetry={renew}
      />
    )
  return (
    <div className="dc-page">
      <PageHead
        title={DATA_CENTRE}
        aside={<LiveDot state={live} />}
        count={data ? showInstant(data.asOf) : ''}
        actions={
          <>
            <Narrowing chosen={chosen} onChange={change} />
            <Button icon={RefreshCw} busy={isFetching && !data} onPress={renew}>
              {translate(['每 5 秒', 'Every 5 s'])}
            </Button>
            <Button
              icon={Maximize2}
              onPress={() => {
                // A browser may refuse; then the wall fills its window.
                void document.documentElement.requestFullscreen?.().catch(() => {})
                change({ wall: '1' })
              }}
            >
              {translate(['大屏', 'Full screen'])}
            </Button>
          </>
        }
      />
      {data && data.demo !== null && (
        <Notice>
          {translate([
            `演示数据正在后台生成，已完成 ${data.demo}%，各页面可以照常使用`,
            `The demo is being created in the background: ${data.demo}% is done, and every page can be used meanwhile`,
          ])}
        </Notice>
      )}
      {data ? <Board data={data} fresh={fresh} chosen={chosen} /> : <BoardSkeleton mapped />}
      {data && wall && <Wall data={data} fresh={fresh} chosen={chosen} onEnd={endWall} />}
    </div>
  )
}

/** The ids of passages that were not in the previous data. */
function useFresh(data: Overview | undefined): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string>>(undefined)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!data?.recent) return
    const ids = new Set(data.recent.map(row => row.id))
    if (known.current) setFresh(new Set([...ids].filter(id => !known.current!.has(id))))
    known.current = ids
  }, [data])
  return fresh
}

/** Only what the user may read is on the board; a board without anything says why. */
type BoardProps = { data: Overview; fresh: ReadonlySet<string>; chosen: Chosen }
const NO_BLOCKS: ReadonlySet<string> = new Set(['asOf', 'days', 'from', 'before', 'demo'])

const Board = ({ data, fresh, chosen }: BoardProps) => {
  const translate = useTranslate()
  const series = useMemo<Series>(() => seriesOf(data), [data])
  const { passages, minutes, sync, recent, worst, offline, ranking, added, days } = data
  if (Object.entries(data).every(([name, block]) => NO_BLOCKS.has(name) || block === null)) return <NothingToShow />
  return (
    <div className="dc">
      <Figures data={data} series={series} chosen={chosen} />
      {minutes && <MessagesCell minutes={series.minutes} height={180} />}
      {passages && <HoursCell series={series} days={days} height={180} />}
      {sync && (
        <BoardCell
          title={['授权同步', 'Delivery of rights']}
          note={[`${sync.people} 人 × ${sync.devices} 台终端`, `${sync.people} people × ${sync.devices} terminals`]}
        >
          <Delivery sync={sync} />
        </BoardCell>
      )}
      <SiteMap chosen={chosen} />
      {recent && (
        <BoardCell
          title={['实时通行', 'Passing now']}
          {...(days === 1
            ? { note: [`${series.passed[series.now] ?? 0} 次本小时`, `${series.passed[series.now] ?? 0} this hour`] }
            : {})}
        >
          {recent.length ? (
            <Passages rows={recent} freshIds={fresh} />
          ) : (
            <p className="dc-empty">{translate(['今天还没有人通行', 'Nobody has passed today'])}</p>
          )}
        </BoardCell>
      )}
      {(worst ?? offline) && <DeviceProblems worst={worst ?? []} offline={offline ?? []} days={days} />}
      {ranking && ranking.length > 1 && <Ranking rows={ranking} days={days} />}
      {added && <AddedDevices rows={added} nowMs={Date.parse(data.asOf)} />}
      <AdvertCell />
    </div>
  )
}
