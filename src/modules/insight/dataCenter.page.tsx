/** The data centre: one card, six figures, and below them what moved, what was delivered, where, who and what fails. */
import { DOWNSTREAM, UPSTREAM } from '#base/figureTexts.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Maximize2, RefreshCw } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import { get } from '#console/data/request.ts'
import { Bars } from '#console/kit/figure/Bars.tsx'
import { Button } from '#console/kit/Button.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { BoardCell } from './page/BoardCell.tsx'
import { Delivery } from './page/Delivery.tsx'
import { boardTypes, byHour, last31, sum, type Overview, type Series } from './page/overview.ts'
import { Figures } from './page/Figures.tsx'
import { HoursCell } from './page/HoursCell.tsx'
import { NothingToShow } from './page/NothingToShow.tsx'
import { Passages } from './page/Passages.tsx'
import { DeviceProblems } from './page/DeviceProblems.tsx'
import { SiteMap } from './page/SiteMap.tsx'
import './page/dataCenter.css'

const DAY_MS = 86_400_000
const REFRESH_MS = 5000

export const DataCenter = () => {
  const translate = useTranslate()
  const root = useRef<HTMLDivElement>(null)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['/api/insight/overview'],
    queryFn: ({ signal }) => get<Overview>('/api/insight/overview', undefined, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  const renew = useCallback(() => void refetch(), [refetch])
  const live = useLiveRefetch({ type: boardTypes }, { loading: isFetching, refetch: renew })
  const fresh = useFresh(data)
  useEffect(() => void import('./page/tour/startTour.tsx').then(({ startTour }) => startTour()), [])
  if (error && !data)
    return (
      <ErrorState
        title={['数据中心暂时打不开', 'The data centre cannot be shown']}
        note={error.message}
        onRetry={renew}
      />
    )
  return (
    <div ref={root} className="dc-page">
      <PageHead
        title={['数据中心', 'Data centre']}
        aside={<LiveDot state={live} />}
        count={data ? showInstant(data.asOf) : ''}
        actions={
          <>
            <Button icon={RefreshCw} busy={isFetching && !data} onPress={renew}>
              {translate(['每 5 秒', 'Every 5 s'])}
            </Button>
            <Button
              icon={Maximize2}
              onPress={() =>
                // A browser may refuse; then the page stays as it is.
                void (
                  document.fullscreenElement ? document.exitFullscreen() : root.current?.requestFullscreen()
                )?.catch(() => {})
              }
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
      {data ? <Board data={data} fresh={fresh} /> : <Skeleton lines={12} />}
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

/** Only what the user may read stands on the board; a board without anything says why. */
const Board = ({ data, fresh }: { data: Overview; fresh: ReadonlySet<string> }) => {
  const translate = useTranslate()
  const today = Date.parse(data.today)
  const now = Date.parse(data.asOf)
  const hour = Math.floor((now - today) / 3_600_000)
  const series = useMemo<Series>(
    () => ({
      today: byHour(data.passages ?? [], today),
      yesterday: byHour(data.passages ?? [], today - DAY_MS),
      minutes: last31(data.minutes ?? [], now),
    }),
    [data, today, now],
  )
  const { passages, minutes, sync, recent, worst, offline } = data
  if (Object.entries(data).every(([name, block]) => name === 'asOf' || name === 'today' || block === null))
    return <NothingToShow />
  return (
    <div className="dc">
      <Figures data={data} series={series} hour={hour} />
      {minutes && (
        <BoardCell
          title={['消息', 'Messages']}
          note={['近 31 分钟', '31 minutes']}
          end={
            <span>
              <span className="dc-key">
                {translate(UPSTREAM)} {sum(series.minutes.up)}
              </span>
              <span className="dc-key" data-second="">
                {translate(DOWNSTREAM)} {sum(series.minutes.down)}
              </span>
            </span>
          }
        >
          <Bars
            values={series.minutes.up}
            below={series.minutes.down}
            labels={series.minutes.labels}
            running={30}
            label={translate(['每分钟消息数', 'Messages per minute'])}
            height={180}
          />
        </BoardCell>
      )}
      {passages && <HoursCell today={series.today} yesterday={series.yesterday} hour={hour} height={180} />}
      {sync && (
        <BoardCell
          title={['授权同步', 'Delivery of rights']}
          note={[`${sync.people} 人 × ${sync.devices} 台终端`, `${sync.people} people × ${sync.devices} terminals`]}
        >
          <Delivery sync={sync} />
        </BoardCell>
      )}
      <SiteMap />
      {recent && (
        <BoardCell
          title={['实时通行', 'Passing now']}
          note={[`${series.today[hour] ?? 0} 次本小时`, `${series.today[hour] ?? 0} this hour`]}
        >
          {recent.length ? (
            <Passages rows={recent} freshIds={fresh} />
          ) : (
            <p className="dc-empty">{translate(['今天还没有人通行', 'Nobody has passed today'])}</p>
          )}
        </BoardCell>
      )}
      {(worst ?? offline) && (
        <BoardCell title={['故障最多的设备', 'Most alarms']} note={['今日', 'today']}>
          <DeviceProblems worst={worst ?? []} offline={offline ?? []} />
        </BoardCell>
      )}
    </div>
  )
}
