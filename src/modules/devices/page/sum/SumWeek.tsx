/** The last seven days of a class: counts, connection, the most faulty devices, models, delivery of rights, and movements. */
import { counted } from '#base/counted.ts'
import { useQuery } from '@tanstack/react-query'
import { COUNT_OF_TIMES, NO_DEVICES } from '#base/figureTexts.ts'
import { ONLINE_OF_ALL } from '#base/overviewTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { shortDate } from '#console/kit/figure/lastSpans.ts'
import { LineChart } from '#console/kit/figure/LineChart.tsx'
import { StackedBars } from '#console/kit/figure/StackedBars.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { DeviceRow } from '../DeviceRow.ts'
import { DEVICES } from '../deviceCache.ts'
import { COUNTED_WORDS } from './countedWords.ts'
import { COUNTED } from './hourly.ts'
import { DeliveryRing, type Delivery } from './DeliveryRing.tsx'
import { percent } from './percent.ts'
import { SumList, type Line } from './SumList.tsx'
import { WrongList } from './WrongList.tsx'
import { WeekHours } from './WeekHours.tsx'

export interface Week {
  days: readonly { day: string; online: number | null }[]
  counts: readonly { day: string; family: number; result: number; n: number }[]
  /** Of four weeks, by weekday from 1, and hour. */
  hours: readonly { weekday: number; hour: number; family: number; result: number; n: number }[]
  faulty: readonly { id: string; name: string; n: number }[]
  wrong: readonly {
    deviceId: string
    deviceName: string
    identifier: string
    component: string
    n: number
    wrong: number
  }[]
  moved: { given: number; byHand: number; meanMs: number | null }
  worn: readonly { id: string; name: string; cycles: number; rated: number | null }[]
}
const EVERY_MS = 60_000
const SEVEN_DAYS: Text = ['近 7 日', '7 days']
export type SumWeekProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  rows: readonly DeviceRow[] | undefined
}

export const SumWeek = ({ appId, deviceClass, rows }: SumWeekProps) => {
  const list = `/${deviceClass.key}/equi/${appId}`
  const { data } = useQuery({
    queryKey: [DEVICES, 'week', appId, deviceClass.key],
    queryFn: ({ signal }) =>
      get<Week>(`${DEVICES}/week`, { appId, deviceClass: deviceClass.key }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  const grants = deviceClass.pages.includes('authorize') && can('personAuth:summary')
  const delivery = useQuery({
    queryKey: ['/api/person/auth', 'summary', appId, deviceClass.key],
    queryFn: ({ signal }) =>
      get<Delivery>('/api/person/auth/summary', { appId, deviceClass: deviceClass.key }, { signal, quiet: true }),
    enabled: grants,
    refetchInterval: EVERY_MS,
  }).data
  if (!data) return <Skeleton shape="card" height={240} />
  const moves = Object.values(deviceClass.commands).some(({ proof }) => proof)
  const span = grants && moves ? 3 : undefined
  return (
    <>
      <div className="sum-row">
        <WeekCounts week={data} deviceClass={deviceClass} />
        <WeekOnline week={data} />
      </div>
      <div className="sum-row">
        <WeekHours week={data} deviceClass={deviceClass} />
      </div>
      <div className="sum-row">
        <FaultyList week={data} list={list} span={span} />
        <ModelList rows={rows} list={list} span={span} />
        {grants && <DeliveryRing delivery={delivery} href={`/${deviceClass.key}/authorize/${appId}`} span={span} />}
        {moves && <MovedList week={data} list={list} span={span} />}
      </div>
      {data.wrong.length > 0 && (
        <div className="sum-row">
          <WrongList week={data} deviceClass={deviceClass} list={list} />
        </div>
      )}
    </>
  )
}

const WeekCounts = ({ week, deviceClass }: { week: Week; deviceClass: DeviceClass }) => {
  const translate = useTranslate()
  const [first, second] = COUNTED[deviceClass.figures].map(fits =>
    week.days.map(({ day }) =>
      week.counts.reduce((sum, entry) => sum + (entry.day === day && fits(entry) ? entry.n : 0), 0),
    ),
  ) as [number[], number[]]
  const sum = (some: readonly number[]): string => some.reduce((all, n) => all + n, 0).toLocaleString('en-US')
  const counts = COUNTED_WORDS[deviceClass.figures]
  const words = counts.week(sum(first), sum(second))
  return (
    <section className="sum-cell" data-span="4" aria-label={translate(SEVEN_DAYS)}>
      <header className="sum-head">
        <h2>{translate(counts.all)}</h2>
        <span>{translate(['近 7 日，按日', '7 days, by day'])}</span>
        <span className="sum-keys">
          <span>{translate(words)}</span>
        </span>
      </header>
      <StackedBars
        stacks={[
          // Where alerts and faults are among the events, the rest is what is usual.
          {
            id: 'first',
            label: counts.stacks[0],
            values: counts.among ? first.map((n, at) => n - second[at]!) : first,
          },
          { id: 'second', label: counts.stacks[1], values: second, tone: 'warn' },
        ]}
        places={week.days.map(({ day }) => shortDate(day))}
        running={week.days.length - 1}
        height={180}
        label={words}
      />
    </section>
  )
}

const WeekOnline = ({ week }: { week: Week }) => {
  const translate = useTranslate()
  const known = week.days.flatMap(({ online }) => online ?? [])
  const mean = known.reduce((sum, share) => sum + share, 0)
  return (
    <section className="sum-cell" aria-label={translate(['在线率', 'Connected'])}>
      <header className="sum-head">
        <h2>{translate(['在线率', 'Connected'])}</h2>
        <span>{translate(SEVEN_DAYS)}</span>
        <span className="sum-keys">
          {known.length > 0 &&
            translate([`平均 ${percent(mean, known.length)}`, `mean ${percent(mean, known.length)}`])}
        </span>
      </header>
      <LineChart
        label={['近 7 日在线率', 'Connected share of seven days']}
        places={week.days.map(({ day }) => shortDate(day))}
        series={[
          {
            id: 'online',
            label: ['在线率', 'Connected'],
            values: week.days.map(({ online }) => (online === null ? null : Math.floor(online * 1000) / 10)),
          },
        ]}
        unit={['%', '%']}
        height={180}
        area
      />
    </section>
  )
}

type ListProps = { week: Week; list: string; span: 3 | undefined }

const FaultyList = ({ week, list, span }: ListProps) => {
  const most = Math.max(1, ...week.faulty.map(({ n }) => n))
  return (
    <SumList
      title={['异常最多', 'Most faults']}
      window={['近 7 日，前 10', '7 days, top 10']}
      span={span}
      lines={week.faulty.map(({ id, name, n }) => ({
        id,
        href: `${list}?row=${id}&tab=events`,
        name,
        value: n,
        share: n / most,
        tone: 'warn',
      }))}
      empty={['近 7 日没有告警与故障', 'No alert or fault in seven days']}
    />
  )
}

const ModelList = ({ rows, list, span }: Pick<SumWeekProps, 'rows'> & Pick<ListProps, 'list' | 'span'>) => {
  const translate = useTranslate()
  const models = rows && [...Map.groupBy(rows, row => row.modelId)].sort(([, a], [, b]) => b.length - a.length)
  return (
    <SumList
      title={['型号', 'Models']}
      window={ONLINE_OF_ALL}
      span={span}
      lines={models?.map(([id, own]): Line => {
        const online = own.filter(row => row.online).length
        return {
          id,
          href: `${list}?modelId=${id}`,
          name: own[0]!.modelName ?? id,
          note: translate([`${own.length} 台`, counted(own.length, 'device')]),
          value: `${online} / ${own.length}`,
          share: own.length / rows!.length,
        }
      })}
      empty={NO_DEVICES}
    />
  )
}

const MovedList = ({ week: { moved, worn }, list, span }: ListProps) => {
  const translate = useTranslate()
  const figures: Line[] = moved.given
    ? [
        {
          id: 'byHand',
          href: list,
          name: translate(['手动比例', 'By hand']),
          note: translate([`共 ${moved.given} 次指令`, `of ${moved.given} commands`]),
          value: percent(moved.byHand, moved.given),
          share: moved.byHand / moved.given,
        },
        {
          id: 'mean',
          href: list,
          name: translate(['平均动作时长', 'Mean time of a movement']),
          value: moved.meanMs === null ? '—' : `${(moved.meanMs / 1000).toFixed(1)} s`,
        },
      ]
    : []
  const wear = worn.map(({ id, name, cycles, rated }): Line => {
    const share = rated ? cycles / rated : undefined
    const done = `${cycles.toLocaleString('en-US')} ${translate(COUNT_OF_TIMES)}`.trim()
    return {
      id,
      href: `${list}?row=${id}`,
      name,
      note: rated
        ? translate([`${done} / 额定 ${rated.toLocaleString('en-US')}`, `${done} of ${rated.toLocaleString('en-US')}`])
        : translate([`${done}，型号未填额定次数`, `${done}; the model states no rating`]),
      value: share === undefined ? '—' : percent(cycles, rated!),
      ...(share === undefined ? {} : { share, tone: share > 0.9 ? 'bad' : share > 0.7 ? 'warn' : 'ok' }),
    }
  })
  return (
    <SumList
      title={wear.length ? ['动作与寿命', 'Movements and wear'] : ['动作', 'Movements']}
      window={SEVEN_DAYS}
      span={span}
      lines={[...figures, ...wear]}
      empty={['近 7 日没有动作', 'No movement in seven days']}
    />
  )
}
