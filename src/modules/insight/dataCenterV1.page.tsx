/** The older data centre: totals as tiles, two curves, the applications. */
import { ONLINE } from '#base/listTexts.ts'
import { DOWNSTREAM, REFUSED, UPSTREAM } from '#base/figureTexts.ts'
import { DEVICES, PEOPLE } from '#base/subjectTexts.ts'
import { useQuery } from '@tanstack/react-query'
import { showInstant } from '#base/time.ts'
import { OwnApplications } from '#console/app/OwnApplications.tsx'
import { can } from '#console/data/me.ts'
import { get, isBeyondPlaces } from '#console/data/request.ts'
import { Card } from '#console/kit/layout/Card.tsx'
import { DataTiles } from '#console/kit/figure/DataTiles.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { lastDates, lastMinutes, shortDate } from '#console/kit/figure/lastSpans.ts'
import { RangedLineChart } from '#console/kit/figure/RangedLineChart.tsx'
import { Link } from '#console/kit/Link.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { TOTALS, type Total } from './page/totals.ts'
import './page/dataCenterV1.css'

const REFRESH_MS = 30_000
const APPLICATIONS = 10

interface Curves {
  asOf: string
  /** Null for users who may not read it. */
  minutes: { minute: string; up: number; down: number }[] | null
  days: { day: string; passed: number; refused: number }[] | null
}
interface Listed {
  total: number
  more?: boolean
  records: { id: string; name: string; deviceCount: number; onlineCount: number; personCount: number }[]
}

const listOf = (api: string, query: Readonly<Record<string, string | number>>, signal: AbortSignal): Promise<Listed> =>
  get<Listed>(`${api}/page`, query, { signal, quiet: true })
const addressOf = ({ path, filters }: Total): string =>
  filters ? `${path}?${new URLSearchParams(filters).toString()}` : path

export const DataCenterV1 = () => {
  const translate = useTranslate()
  const shown = TOTALS.filter(total => can(total.point))
  const totals = useQuery({
    queryKey: ['totals', shown.map(total => total.point)],
    // A total that cannot be read leaves its tile empty, and the others as they are.
    queryFn: ({ signal }) =>
      Promise.all(
        shown.map(total =>
          listOf(total.api, { ...total.filters, size: 1 }, signal).then(
            list => list.total,
            () => undefined,
          ),
        ),
      ),
    refetchInterval: REFRESH_MS,
  })
  const curves = useQuery({
    queryKey: ['/api/insight/curves'],
    queryFn: ({ signal }) => get<Curves>('/api/insight/curves', undefined, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  const applications = useQuery({
    queryKey: ['/api/admin/application', 'first'],
    queryFn: ({ signal }) => listOf('/api/admin/application', { size: APPLICATIONS }, signal),
    enabled: can('application:list'),
    refetchInterval: REFRESH_MS,
  })
  if (curves.error && !curves.data)
    return isBeyondPlaces(curves.error) ? (
      <OwnApplications />
    ) : (
      <ErrorState
        title={['数据概览暂时打不开', 'The overview cannot be shown']}
        note={curves.error.message}
        onRetry={() => void curves.refetch()}
      />
    )
  return (
    <Stack gap={16}>
      <PageHead
        title={['数据概览', 'Overview']}
        count={curves.data ? showInstant(curves.data.asOf) : ''}
        aside={<span className="third">{translate(['每 30 秒', 'Every 30 s'])}</span>}
      />
      <Stack gap={20}>
        <DataTiles
          label={['总数', 'Totals']}
          kind="box"
          span={6}
          items={shown.map((total, at) => ({
            title: total.title,
            icon: total.icon,
            count: totals.data?.[at],
            onPress: () => navigate(addressOf(total)),
          }))}
        />
        {curves.data && <TwoCurves {...curves.data} />}
        {can('application:list') && (
          <Card title={['应用', 'Applications']} flush>
            {applications.data?.records.length === 0 ? (
              <Empty title={['还没有应用', 'No application yet']} />
            ) : (
              <table className="v1-table">
                <thead>
                  <tr>
                    {([['应用', 'Application'], DEVICES, ONLINE, PEOPLE] as const).map(words => (
                      <th key={words[1]} scope="col">
                        {translate(words)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {applications.data?.records.map(app => (
                    <tr key={app.id}>
                      <td>
                        <Link href={`/applyLayout/${app.id}`}>{app.name}</Link>
                      </td>
                      <td>{app.deviceCount.toLocaleString('en-US')}</td>
                      <td>{app.onlineCount.toLocaleString('en-US')}</td>
                      <td>{app.personCount.toLocaleString('en-US')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Card>
        )}
      </Stack>
    </Stack>
  )
}

/** A period without messages is drawn as a line at zero, not as a gap. */
function TwoCurves({ asOf, minutes, days }: Curves) {
  const nowMs = new Date(asOf).getTime()
  const [clock, dates] = [lastMinutes(nowMs), lastDates(nowMs)]
  const byMinute = new Map((minutes ?? []).map(row => [lastMinutes(new Date(row.minute).getTime(), 1)[0], row]))
  const byDay = new Map((days ?? []).map(row => [row.day, row]))
  return (
    <Grid columns={2} gap={20}>
      {minutes && (
        <Card title={['消息量', 'Messages']} note={['近 31 分钟', 'Last 31 minutes']}>
          <RangedLineChart
            label={['每分钟消息', 'Messages a minute']}
            places={clock}
            area
            series={[
              { id: 'up', label: UPSTREAM, values: clock.map(at => byMinute.get(at)?.up ?? 0) },
              { id: 'down', label: DOWNSTREAM, values: clock.map(at => byMinute.get(at)?.down ?? 0) },
            ]}
          />
        </Card>
      )}
      {days && (
        <Card title={['识别趋势', 'Passages']} note={['近 31 天', 'Last 31 days']}>
          <RangedLineChart
            label={['每天识别', 'Passages a day']}
            places={dates.map(shortDate)}
            area
            series={[
              { id: 'passed', label: ['通过', 'Passed'], values: dates.map(at => byDay.get(at)?.passed ?? 0) },
              { id: 'refused', label: REFUSED, values: dates.map(at => byDay.get(at)?.refused ?? 0) },
            ]}
          />
        </Card>
      )}
    </Grid>
  )
}
