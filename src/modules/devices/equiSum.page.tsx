/** 设备总览: a class of devices at a glance; every number opens the list with the same total. Shared by all classes. */
import { NO_DEVICES, PASSAGES_TODAY, YESTERDAY } from '#base/figureTexts.ts'
import { useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { Bars } from '#console/kit/figure/Bars.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Trouble } from '#console/crud/list/Trouble.tsx'
import { spanText } from './page/ago.ts'
import { applyMessages } from './page/applyMessages.ts'
import { DEVICES } from './page/deviceCache.ts'
import type { Page } from '#console/data/rows.ts'
import type { DeviceRow } from './page/DeviceRow.ts'
import { COUNTED, dayFigures, hourLabels, isEvent, type Day } from './page/sum/hourly.ts'
import { SumList, type Line } from './page/sum/SumLists.tsx'
import { SumStrip } from './page/sum/SumStrip.tsx'
import { useAllDevices } from './page/useAllDevices.ts'
import { useThrottled, useFigures } from './page/useDevices.ts'
import { useDeviceLive } from './page/useDeviceLive.ts'
import { useNow } from './page/useNow.ts'
import './page/page.css'
import './page/sum/Sum.css'

const PACE_MS = 5000
const LONGEST = 6
const nothing: readonly DeviceRow[] = []

export default function EquiSumPage({ appId, deviceClass }: PageProps) {
  const translate = useTranslate()
  const queries = useQueryClient()
  const now = useNow(15_000)
  const figures = useFigures(appId, deviceClass?.key)
  const devices = useAllDevices(appId)
  const rows = useMemo(
    () => devices?.filter(row => row.deviceClass === deviceClass?.key) ?? nothing,
    [devices, deviceClass],
  )
  const away = useQuery({
    queryKey: [DEVICES, 'page', 'away', appId, deviceClass?.key],
    queryFn: ({ signal }) =>
      get<Page<DeviceRow>>(
        `${DEVICES}/page`,
        { appId, deviceClass: deviceClass?.key, status: 'offline', size: LONGEST },
        { signal, quiet: true },
      ),
  })
  const renew = useThrottled(() => {
    void queries.invalidateQueries({ queryKey: [DEVICES, 'stat'] })
    void away.refetch()
  }, PACE_MS)
  const live = useDeviceLive(
    { appId, deviceClass: deviceClass?.key, types: ['fact', 'session'] },
    messages => {
      applyMessages(queries, messages)
      renew()
    },
    renew,
  )
  if (!deviceClass) return <ErrorState title={['页面定义缺失', 'This page has no definition']} />
  if (figures.isError && !figures.data) return <Trouble error={figures.error} onRetry={() => void figures.refetch()} />
  const title = (
    <PageHead
      title={['设备总览', 'Overview']}
      aside={<LiveDot state={live} words={['实时 · 每 5 秒', 'Live · every 5 s']} />}
    />
  )
  if (figures.data?.total === 0) {
    return (
      <div className="devices">
        {title}
        <Card>
          <Empty
            title={NO_DEVICES}
            note={['接入第一台设备后，这里会显示它们的一天。', 'Once the first is connected, their day is shown here.']}
            action={
              can('deviceBind:connect') && (
                <Button variant="primary" icon={Plus} onPress={() => navigate(`/${deviceClass.key}/equi/${appId}`)}>
                  {translate(['去添加设备', 'Add a device'])}
                </Button>
              )
            }
          />
        </Card>
      </div>
    )
  }
  const hours = figures.data?.hours ?? []
  const passing = deviceClass.figures === 'passages'
  const [passed, refused] = COUNTED.passages.map(fits => dayFigures(hours, now, fits)) as [Day, Day]
  const events = dayFigures(hours, now, isEvent)
  const equi = `/${deviceClass.key}/equi/${appId}`
  const most = Math.max(1, ...(figures.data?.alarms ?? []).map(alarm => alarm.n))
  const alarms = figures.data?.alarms.map((alarm): Line => {
    const spec = deviceClass.events[alarm.identifier]
    return {
      id: alarm.identifier,
      href: deviceClass.pages.includes('event')
        ? `/${deviceClass.key}/event/${appId}?identifier=${alarm.identifier}`
        : `${equi}?status=alarm`,
      name: translate(spec?.label ?? [alarm.name, alarm.name]),
      value: alarm.n,
      share: alarm.n / most,
      tone: spec?.level === 'fault' ? 'bad' : 'warn',
    }
  })
  const longest = away.data?.records.map((row): Line => ({
    id: row.id,
    href: `${equi}?status=offline&row=${row.id}`,
    name: row.name,
    note: row.since
      ? (row.onlineReason ?? translate(['原因未知', 'Reason unknown']))
      : translate(['还没有连接过', 'Never connected']),
    value: row.since ? <span className="bad">{translate(spanText(now - Date.parse(row.since)))}</span> : '—',
  }))
  const sites = [...Map.groupBy(rows, row => row.siteId ?? '')]
    .map(([id, own]): Line => {
      const online = own.filter(row => row.online).length
      return {
        id,
        href: id ? `${equi}?siteId=${id}` : equi,
        name: own[0]!.siteName ?? translate(['未分配站点', 'No site']),
        note: translate([`${own.length} 台`, `${own.length} devices`]),
        value: `${online} / ${own.length}`,
        share: online / own.length,
        tone: online === own.length ? 'ok' : 'warn',
      }
    })
    .sort((a, b) => (a.share ?? 0) - (b.share ?? 0))
  const eventBars = (height: number) => (
    <Bars
      values={events.today}
      before={events.yesterday}
      running={events.running}
      labels={hourLabels(events.running)}
      height={height}
      label={translate([`今日事件 ${events.sum}`, `${events.sum} events today`])}
    />
  )
  const keys = (below: boolean) => (
    <span className="sum-keys">
      <span>
        <i />
        {translate(['今日', 'Today'])}
      </span>
      {below && (
        <span>
          <i data-kind="below" />
          {translate(['拒绝', 'Refused'])}
        </span>
      )}
      <span>
        <i data-kind="before" />
        {translate(YESTERDAY)}
      </span>
    </span>
  )
  return (
    <div className="devices">
      {title}
      <div className="sum">
        <SumStrip appId={appId} deviceClass={deviceClass} figures={figures.data} rows={rows} now={now} />
        <div className="sum-row">
          {passing && (
            <section className="sum-cell" data-span="4" aria-label={translate(PASSAGES_TODAY)}>
              <header className="sum-head">
                <h2>{translate(['通行', 'Passages'])}</h2>
                <span>{translate(['今日每小时', 'Today, by hour'])}</span>
                {keys(true)}
              </header>
              <Bars
                values={passed.today}
                below={refused.today}
                before={passed.yesterday}
                running={passed.running}
                labels={hourLabels(passed.running)}
                height={208}
                label={translate([
                  `今日放行 ${passed.sum}，拒绝 ${refused.sum}`,
                  `Today ${passed.sum} passed, ${refused.sum} refused`,
                ])}
              />
            </section>
          )}
          {!passing && (
            <section className="sum-cell" data-span="4" aria-label={translate(['今日事件', 'Events today'])}>
              <header className="sum-head">
                <h2>{translate(['事件', 'Events'])}</h2>
                <span>{translate(['今日每小时', 'Today, by hour'])}</span>
                {keys(false)}
              </header>
              {eventBars(208)}
            </section>
          )}
          <SumList
            title={['未处理告警', 'Open alarms']}
            window={['近 24 时，按种类', '24 h, by kind']}
            lines={alarms}
            empty={['近 24 小时没有未处理的告警', 'Nothing open in the last 24 hours']}
          />
        </div>
        <div className="sum-row">
          {passing && (
            <section className="sum-cell" aria-label={translate(['今日事件', 'Events today'])}>
              <header className="sum-head">
                <h2>{translate(['事件', 'Events'])}</h2>
                <span>
                  {translate([
                    `今日 ${events.sum.toLocaleString('en-US')} 条`,
                    `${events.sum.toLocaleString('en-US')} today`,
                  ])}
                </span>
              </header>
              {eventBars(160)}
            </section>
          )}
          <SumList
            title={['最久离线', 'Longest offline']}
            {...(away.data && away.data.total > LONGEST
              ? { window: [`共 ${away.data.total} 台`, `${away.data.total} in all`] as const }
              : {})}
            {...(passing ? {} : { span: 3 as const })}
            lines={longest}
            empty={['全部在线', 'All of them are connected']}
          />
          <SumList
            title={['站点', 'Sites']}
            window={['在线 / 全部', 'online / all']}
            {...(passing ? {} : { span: 3 as const })}
            lines={devices ? sites : undefined}
            empty={['还没有站点', 'No sites yet']}
          />
        </div>
      </div>
    </div>
  )
}
