/** 设备总览: a class of devices at a glance; every number opens the list with the same total. Shared by all classes. */
import { NO_DEVICES } from '#base/figureTexts.ts'
import { useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { NoDefinition, LoadError } from '#console/crud/list/LoadError.tsx'
import { spanText } from '#base/ago.ts'
import { applyMessages } from './page/applyMessages.ts'
import { DEVICES } from './page/deviceCache.ts'
import { COUNTED, dayFigures, isEvent, type Day } from './page/sum/hourly.ts'
import type { Page } from '#console/data/rows.ts'
import type { DeviceRow } from './page/DeviceRow.ts'
import { EventsChart, PassagesChart } from './page/sum/SumCharts.tsx'
import { AlarmList, OfflineList, SiteList } from './page/sum/SumLists.tsx'
import { SumStrip } from './page/sum/SumStrip.tsx'
import { useAllDevices } from './page/useAllDevices.ts'
import { useThrottled, useFigures } from './page/useDevices.ts'
import { useDeviceLive } from './page/useDeviceLive.ts'
import { useNow } from './page/useNow.ts'
import './page/page.css'
import './page/sum/Sum.css'

const SumWeek = lazy(async () => (await import('./page/sum/SumWeek.tsx')).SumWeek)

const PACE_MS = 5000
const LONGEST = 6
const nothing: readonly DeviceRow[] = []

export default function EquiSumPage({ appId, deviceClass }: PageProps) {
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
  if (!deviceClass) return <NoDefinition />
  if (figures.isError && !figures.data)
    return <LoadError error={figures.error} onRetry={() => void figures.refetch()} />
  const title = (
    <PageHead
      title={['设备总览', 'Overview']}
      aside={<LiveDot state={figures.isError ? 'lost' : live} words={['实时 · 每 5 秒', 'Live · every 5 s']} />}
    />
  )
  if (figures.data?.total === 0)
    return (
      <div className="devices">
        {title}
        <NoDevices href={`/${deviceClass.key}/equi/${appId}`} />
      </div>
    )
  const hours = figures.data?.hours ?? []
  const passing = deviceClass.figures === 'passages'
  const [first, second] = COUNTED[deviceClass.figures].map(fits => dayFigures(hours, now, fits)) as [Day, Day]
  const events = dayFigures(hours, now, isEvent)
  const of = { appId, deviceClass }
  const span = passing ? undefined : 3
  return (
    <div className="devices">
      {title}
      <div className="sum">
        <SumStrip {...of} figures={figures.data} rows={rows} now={now} />
        <div className="sum-row">
          {passing ? (
            <PassagesChart passed={first} refused={second} />
          ) : (
            <EventsChart main={of.deviceClass.figures} events={first} />
          )}
          <AlarmList {...of} alarms={figures.data?.alarms} />
        </div>
        <div className="sum-row">
          {passing && <EventsChart events={events} />}
          <OfflineList {...of} away={away.data} now={now} span={span} />
          <SiteList {...of} rows={devices && rows} span={span} />
        </div>
        <SumWeek {...of} rows={devices && rows} />
      </div>
    </div>
  )
}

const NoDevices = ({ href }: { href: string }) => {
  const translate = useTranslate()
  return (
    <Card>
      <Empty
        title={NO_DEVICES}
        note={['接入第一台设备后，这里会显示它们的一天。', 'Once the first is connected, their day is shown here.']}
        action={
          can('deviceBind:connect') && (
            <Button variant="primary" icon={Plus} onPress={() => navigate(href)}>
              {translate(['去添加设备', 'Add a device'])}
            </Button>
          )
        }
      />
    </Card>
  )
}
