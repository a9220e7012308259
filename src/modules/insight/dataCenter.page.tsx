/** The data centre: one card, six figures, and below them what moved, what was delivered, where, who and what fails. */
import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Maximize2, RefreshCw } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import type { Text } from '#base/text.ts'
import { useLive } from '#console/data/live.ts'
import { get } from '#console/data/request.ts'
import { Bars } from '#console/kit/Bars.tsx'
import { Button } from '#console/kit/Button.tsx'
import { ErrorState } from '#console/kit/ErrorState.tsx'
import { useSay } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { PageHead } from '#console/kit/PageHead.tsx'
import { Skeleton } from '#console/kit/Skeleton.tsx'
import { Delivery } from './page/Delivery.tsx'
import { byHour, last31, sum, type Overview, type Series } from './page/overview.ts'
import { Figures } from './page/Figures.tsx'
import { Passages } from './page/Passages.tsx'
import './page/dataCenter.css'

const DAY_MS = 86_400_000
const REFRESH_MS = 5000
const everything = {}

const Cell = ({ title, note, end, children }: { title: Text; note?: string; end?: ReactNode; children: ReactNode }) => {
  const say = useSay()
  return (
    <section className="dc-cell" aria-label={say(title)}>
      <header className="dc-head">
        <h2>{say(title)}</h2>
        {note && <small>{note}</small>}
        {end}
      </header>
      {children}
    </section>
  )
}

export const DataCenter = () => {
  const say = useSay()
  const root = useRef<HTMLDivElement>(null)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['/api/insight/overview'],
    queryFn: ({ signal }) => get<Overview>('/api/insight/overview', undefined, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  const renew = useCallback(() => void refetch(), [refetch])
  const live = useLive(everything, renew)
  const fresh = useFresh(data)
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
              {say(['每 5 秒', 'Every 5 s'])}
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
              {say(['大屏', 'Full screen'])}
            </Button>
          </>
        }
      />
      {data ? <Board data={data} fresh={fresh} /> : <Skeleton lines={12} />}
    </div>
  )
}

/** Passages that were not there at the last look. */
function useFresh(data: Overview | undefined): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string>>(undefined)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!data) return
    const ids = new Set(data.recent.map(row => row.id))
    if (known.current) setFresh(new Set([...ids].filter(id => !known.current!.has(id))))
    known.current = ids
  }, [data])
  return fresh
}

const Board = ({ data, fresh }: { data: Overview; fresh: ReadonlySet<string> }) => {
  const say = useSay()
  const today = Date.parse(data.today)
  const now = Date.parse(data.asOf)
  const hour = Math.floor((now - today) / 3_600_000)
  const series = useMemo<Series>(
    () => ({
      today: byHour(data.hours, today, [1]),
      yesterday: byHour(data.hours, today - DAY_MS, [1]),
      minutes: last31(data.minutes, now),
    }),
    [data, today, now],
  )
  const labels = Array.from({ length: 24 }, (_, at) => (at % 6 === 0 || at === 23 ? String(at).padStart(2, '0') : ''))
  return (
    <div className="dc">
      <Figures data={data} series={series} hour={hour} />
      <Cell
        title={['消息', 'Messages']}
        note={say(['近 31 分钟', '31 minutes'])}
        end={
          <span>
            <span className="dc-key">
              {say(['上行', 'Up'])} {sum(series.minutes.up)}
            </span>
            <span className="dc-key" data-second="">
              {say(['下行', 'Down'])} {sum(series.minutes.down)}
            </span>
          </span>
        }
      >
        <Bars
          values={series.minutes.up}
          below={series.minutes.down}
          labels={series.minutes.labels}
          running={30}
          label={say(['每分钟消息数', 'Messages per minute'])}
          height={180}
        />
      </Cell>
      <Cell
        title={['分时通行', 'Passages']}
        note={say(['每小时', 'per hour'])}
        end={
          <span>
            <span className="dc-key">{say(['今日', 'Today'])}</span>
            <span className="dc-key" data-tick="">
              {say(['昨日', 'Yesterday'])}
            </span>
          </span>
        }
      >
        <Bars
          values={series.today.slice(0, hour + 1)}
          before={series.yesterday}
          labels={labels}
          running={hour}
          label={say(['每小时通行数', 'Passages per hour'])}
          height={180}
        />
      </Cell>
      <Cell
        title={['授权同步', 'Delivery of rights']}
        note={say([
          `${data.sync.people} 人 × ${data.sync.devices} 台终端`,
          `${data.sync.people} people × ${data.sync.devices} terminals`,
        ])}
      >
        <Delivery sync={data.sync} />
      </Cell>
      <Cell title={['场所', 'Sites']} note={say([`${data.sites.length} 处`, `${data.sites.length}`])}>
        <div className="dc-list">
          {data.sites.slice(0, 8).map(site => {
            const state =
              site.total === 0 ? 'none' : site.online === 0 ? 'down' : site.online < site.total ? 'part' : 'ok'
            return (
              <a key={site.id} className="dc-row" href={`/apply/siteManage/${site.appId}`} onClick={followLink}>
                <i
                  className="dc-site-glyph"
                  data-state={state}
                  style={
                    {
                      '--off': `${Math.round(((site.total - site.online) / Math.max(1, site.total)) * 100)}%`,
                    } as CSSProperties
                  }
                />
                <span className="dc-passage-words">
                  <b>{site.name}</b>
                  <small>
                    {say(
                      state === 'ok'
                        ? ['全部在线', 'All online']
                        : state === 'none'
                          ? ['没有设备', 'No devices']
                          : [`${site.total - site.online} 台离线`, `${site.total - site.online} offline`],
                    )}
                  </small>
                </span>
                <b>
                  {site.online}/{site.total}
                </b>
              </a>
            )
          })}
          {data.sites.length === 0 && <p className="dc-empty">{say(['还没有站点', 'No sites yet'])}</p>}
        </div>
      </Cell>
      <Cell
        title={['实时通行', 'Passing now']}
        note={say([`${series.today[hour] ?? 0} 次本小时`, `${series.today[hour] ?? 0} this hour`])}
      >
        {data.recent.length ? (
          <Passages rows={data.recent} freshIds={fresh} />
        ) : (
          <p className="dc-empty">{say(['今天还没有人通行', 'Nobody has passed today'])}</p>
        )}
      </Cell>
      <Cell title={['故障最多的设备', 'Most alarms']} note={say(['今日', 'today'])}>
        <div className="dc-list">
          {data.worst.map(device => (
            <a
              key={device.deviceId}
              className="dc-row"
              href={`/${device.deviceClass}/equi/${device.appId}?row=${device.deviceId}`}
              onClick={followLink}
            >
              <span className="dc-passage-words">
                <b>{device.name}</b>
                <small>{device.last}</small>
              </span>
              <span className="dc-meter">
                <span style={{ width: `${(device.n / data.worst[0]!.n) * 100}%` }} />
              </span>
              <b>{device.n}</b>
            </a>
          ))}
          {data.offline.slice(0, Math.max(0, 8 - data.worst.length)).map(device => (
            <a
              key={device.deviceId}
              className="dc-row"
              href={`/${device.deviceClass}/equi/${device.appId}?row=${device.deviceId}`}
              onClick={followLink}
            >
              <span className="dc-passage-words">
                <b>{device.name}</b>
                <small>
                  {say(['离线自 ', 'Offline since '])}
                  {showInstant(device.since).slice(5, 16)}
                </small>
              </span>
              <span className="bad">{say(['离线', 'offline'])}</span>
            </a>
          ))}
          {data.worst.length + data.offline.length === 0 && (
            <p className="dc-empty">{say(['没有告警，也没有离线', 'No alarms, nothing offline'])}</p>
          )}
        </div>
      </Cell>
    </div>
  )
}
