/** The six figures at the top of the data centre; each opens the list whose total it is. */
import { DEVICES_ONLINE, OPEN_ALARMS } from '#base/boardTexts.ts'
import { COUNT_OF_RECORDS, COUNT_OF_TIMES, PASSAGES_TODAY, REFUSED } from '#base/figureTexts.ts'
import { NONE } from '#base/labelTexts.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Sparkline } from '#console/kit/figure/Sparkline.tsx'
import { Stat, StatStrip } from '#console/kit/figure/Stat.tsx'
import { byHour, change, sum, type Overview, type Series } from './overview.ts'
import { resultWords } from './Passages.tsx'

export const Figures = ({
  data,
  series,
  hour,
}: {
  data: Overview
  series: Series
  /** The current hour, 0 to 23. */ hour: number
}) => {
  const translate = useTranslate()
  const { devices, passages, reasons, alarms, commands, callbacks } = data
  const today = Date.parse(data.today)
  const passed = sum(series.today)
  // Only hours for which both days have data: a platform that started yesterday afternoon compares afternoons.
  const first = series.yesterday.findIndex(n => n > 0)
  const [now, before] =
    first < 0 ? [0, 0] : [sum(series.today.slice(first, hour)), sum(series.yesterday.slice(first, hour))]
  const refused = sum(byHour(passages ?? [], today, 0))
  const openAlarms = sum((alarms ?? []).map(alarm => alarm.n))
  const app = devices?.appId
  const to = (path: string): (() => void) | undefined => (app ? () => navigate(path.replace(':app', app)) : undefined)
  return (
    <div className="dc-strip">
      <StatStrip bare>
        {devices && (
          <Stat
            label={DEVICES_ONLINE}
            value={devices.online.toLocaleString('en-US')}
            unit={[`/ ${devices.total} 台`, `/ ${devices.total}`]}
            note={translate([`离线 ${devices.total - devices.online}`, `${devices.total - devices.online} offline`])}
            visual={
              <Sparkline values={series.minutes.up} label={translate(['近 31 分钟消息', 'Messages, 31 minutes'])} />
            }
            // Devices in use: those in stock belong to no application.
            onPress={() => navigate('/hardwareManage/deviceWarehouse?state=1')}
          />
        )}
        {passages && (
          <Stat
            label={PASSAGES_TODAY}
            window={['按小时', 'by hour']}
            value={passed.toLocaleString('en-US')}
            unit={COUNT_OF_TIMES}
            visual={<Sparkline values={series.today.slice(0, hour + 1)} label={translate(['今日各小时', 'By hour'])} />}
            note={translate(['较昨日同期', 'Against yesterday'])}
            delta={change(now, before) ?? '—'}
            {...(to('/apply/recordQuery/:app?time=today')
              ? { onPress: to('/apply/recordQuery/:app?time=today')! }
              : {})}
          />
        )}
        {passages && reasons && (
          <Stat
            label={REFUSED}
            window={['今日', 'today']}
            value={refused.toLocaleString('en-US')}
            unit={COUNT_OF_TIMES}
            visual={
              <div className="dc-stack">
                {reasons.slice(0, 4).map(reason => (
                  <span key={reason.reason} style={{ flexGrow: reason.n }} />
                ))}
              </div>
            }
            note={
              reasons
                .slice(0, 2)
                .map(reason => `${translate(resultWords({ result: 0, reason: reason.reason }))} ${reason.n}`)
                .join(' · ') || translate(NONE)
            }
            {...(to('/apply/recordQuery/:app?time=today&result=0')
              ? { onPress: to('/apply/recordQuery/:app?time=today&result=0')! }
              : {})}
          />
        )}
        {alarms && (
          <Stat
            label={OPEN_ALARMS}
            window={['近 24 小时', '24 hours']}
            value={openAlarms}
            unit={COUNT_OF_RECORDS}
            alarm={openAlarms > 0}
            visual={
              <div className="dc-stack">
                {alarms.map(alarm => (
                  <span key={alarm.level} style={{ flexGrow: alarm.n }} />
                ))}
              </div>
            }
            note={
              alarms
                .map(alarm => `${translate(alarm.level === 2 ? ['故障', 'faults'] : ['告警', 'alerts'])} ${alarm.n}`)
                .join(' · ') || translate(NONE)
            }
          />
        )}
        {commands && (
          <Stat
            label={['指令往返', 'Commands']}
            window={['近 31 分钟', '31 minutes']}
            value={commands.p99 ?? '—'}
            unit={['毫秒 P99', 'ms P99']}
            note={translate([`中位 ${commands.p50 ?? '—'} 毫秒`, `median ${commands.p50 ?? '—'} ms`])}
            delta={translate([`${commands.n} 条`, `${commands.n}`])}
          />
        )}
        {callbacks && (
          <Stat
            label={['回调送达', 'Callbacks']}
            window={['近 24 小时', '24 hours']}
            value={callbacks.percent ?? '—'}
            unit={callbacks.percent === null ? '' : '%'}
            note={`${callbacks.ok} / ${callbacks.ended}`}
            delta={translate([`重试中 ${callbacks.retrying}`, `${callbacks.retrying} retrying`])}
          />
        )}
      </StatStrip>
    </div>
  )
}
