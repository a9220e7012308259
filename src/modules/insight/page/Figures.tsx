/** The six figures on top of the data centre; each opens the list whose total it is. */
import { useSay } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Sparkline } from '#console/kit/Sparkline.tsx'
import { Stat, StatStrip } from '#console/kit/Stat.tsx'
import { byHour, change, sum, type Overview, type Series } from './overview.ts'
import { resultWords } from './Passages.tsx'

export const Figures = ({
  data,
  series,
  hour,
}: {
  data: Overview
  series: Series
  /** The running hour, 0 to 23. */ hour: number
}) => {
  const say = useSay()
  const today = Date.parse(data.today)
  const passed = sum(series.today)
  // Whole hours that both days have: a platform that began yesterday afternoon compares afternoons.
  const first = series.yesterday.findIndex(n => n > 0)
  const [now, before] =
    first < 0 ? [0, 0] : [sum(series.today.slice(first, hour)), sum(series.yesterday.slice(first, hour))]
  const refused = sum(byHour(data.hours, today, [1], 0))
  const alarms = sum(data.alarms.map(alarm => alarm.n))
  const app = data.devices.apps === 1 ? data.sites[0]?.appId : undefined
  const to = (path: string): (() => void) | undefined => (app ? () => navigate(path.replace(':app', app)) : undefined)
  return (
    <div className="dc-strip">
      <StatStrip bare>
        <Stat
          label={['设备在线', 'Devices online']}
          value={data.devices.online.toLocaleString('en-US')}
          unit={[`/ ${data.devices.total} 台`, `/ ${data.devices.total}`]}
          note={say([
            `离线 ${data.devices.total - data.devices.online}`,
            `${data.devices.total - data.devices.online} offline`,
          ])}
          visual={<Sparkline values={series.minutes.up} label={say(['近 31 分钟消息', 'Messages, 31 minutes'])} />}
          onPress={() => navigate('/hardwareManage/deviceWarehouse')}
        />
        <Stat
          label={['今日通行', 'Passages today']}
          window={['按小时', 'by hour']}
          value={passed.toLocaleString('en-US')}
          unit={['次', '']}
          visual={<Sparkline values={series.today.slice(0, hour + 1)} label={say(['今日各小时', 'By hour'])} />}
          note={say(['较昨日同期', 'Against yesterday'])}
          delta={change(now, before) ?? '—'}
          {...(to('/apply/recordQuery/:app?time=today') ? { onPress: to('/apply/recordQuery/:app?time=today')! } : {})}
        />
        <Stat
          label={['拒绝', 'Refused']}
          window={['今日', 'today']}
          value={refused.toLocaleString('en-US')}
          unit={['次', '']}
          visual={
            <div className="dc-stack">
              {data.reasons.slice(0, 4).map(reason => (
                <span key={reason.reason} style={{ flexGrow: reason.n }} />
              ))}
            </div>
          }
          note={
            data.reasons
              .slice(0, 2)
              .map(reason => `${say(resultWords({ result: 0, reason: reason.reason }))} ${reason.n}`)
              .join(' · ') || say(['无', 'none'])
          }
          {...(to('/apply/recordQuery/:app?time=today&result=0')
            ? { onPress: to('/apply/recordQuery/:app?time=today&result=0')! }
            : {})}
        />
        <Stat
          label={['未处理告警', 'Open alarms']}
          window={['近 24 小时', '24 hours']}
          value={alarms}
          unit={['条', '']}
          alarm={alarms > 0}
          visual={
            <div className="dc-stack">
              {data.alarms.map(alarm => (
                <span key={alarm.level} style={{ flexGrow: alarm.n }} />
              ))}
            </div>
          }
          note={
            data.alarms
              .map(alarm => `${say(alarm.level === 2 ? ['故障', 'faults'] : ['告警', 'alerts'])} ${alarm.n}`)
              .join(' · ') || say(['无', 'none'])
          }
        />
        <Stat
          label={['指令往返', 'Commands']}
          window={['近 31 分钟', '31 minutes']}
          value={data.commands.p99 ?? '—'}
          unit={['毫秒 P99', 'ms P99']}
          note={say([`中位 ${data.commands.p50 ?? '—'} 毫秒`, `median ${data.commands.p50 ?? '—'} ms`])}
          delta={say([`${data.commands.n} 条`, `${data.commands.n}`])}
        />
        <Stat
          label={['回调送达', 'Callbacks']}
          window={['近 1 小时', '1 hour']}
          value={data.callbacks.total ? Math.floor((data.callbacks.ok / data.callbacks.total) * 1000) / 10 : '—'}
          unit={data.callbacks.total ? '%' : ''}
          note={`${data.callbacks.ok} / ${data.callbacks.total}`}
          delta={say([`重试中 ${data.callbacks.retrying}`, `${data.callbacks.retrying} retrying`])}
        />
      </StatStrip>
    </div>
  )
}
