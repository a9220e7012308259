/** The six figures at the top of the data centre; each opens the list whose total it is. */
import { DEVICES_ONLINE, OPEN_ALARMS } from '#base/boardTexts.ts'
import { COMMANDS, COUNT_OF_RECORDS, COUNT_OF_TIMES, REFUSED } from '#base/figureTexts.ts'
import { NONE } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Progress } from '#console/kit/figure/Progress.tsx'
import { Sparkline } from '#console/kit/figure/Sparkline.tsx'
import { Stat, StatStrip } from '#console/kit/figure/Stat.tsx'
import type { Chosen } from './useChosen.ts'
import { change, sum, type Overview, type Series } from './overview.ts'
import { passagesOf, periodOf } from './periods.ts'
import {
  alarmLists,
  callbackLists,
  commandLists,
  devicesHref,
  passageLists,
  passagesHref,
  PASSED_ALONE,
  refusedLists,
} from './tileLists.ts'
import { className, useTileLists } from './useTileLists.tsx'
import { resultWords } from './Passages.tsx'

const CALLBACKS: Text = ['回调推送', 'Callbacks']

const share = (part: number, whole: number): string => (whole ? `${Math.round((part / whole) * 1000) / 10}%` : '—')

/** Single failures are usual. */
const GOOD = 0.99
/** The share that is well; `good` is how large it should be. */
const bar = (label: Text, part: number, whole: number, good: number) => (
  <Progress hideLabel label={label} value={whole ? part / whole : 0} tone={part < whole * good ? 'warn' : 'ok'} />
)

type FiguresProps = { data: Overview; series: Series; chosen: Chosen }

/** By the level of alarms. */
const ALARM_WORDS: Readonly<Record<number, Text>> = {
  1: ['告警', 'alerts'],
  2: ['故障', 'faults'],
  3: ['紧急', 'urgent'],
}

export const Figures = ({ data, series, chosen: { appId, sourceId, region } }: FiguresProps) => {
  const translate = useTranslate()
  const { opening, dialog } = useTileLists()
  const { devices, passages, reasons, alarms, commands, callbacks, days } = data
  const period = periodOf(days).label
  const passed = sum(series.passed)
  // Only hours or days for which both periods have data: a platform that started yesterday afternoon compares afternoons.
  const first = series.before.findIndex(n => n > 0)
  const [now, before] =
    first < 0 ? [0, 0] : [sum(series.passed.slice(first, series.now)), sum(series.before.slice(first, series.now))]
  const refused = sum(series.refused)
  const openAlarms = sum((alarms ?? []).map(alarm => alarm.n))
  const narrowed = region
    ? `appId=${(devices?.appIds ?? []).join(',')}`
    : sourceId
      ? `sourceId=${(devices?.sourceIds ?? [sourceId]).join(',')}`
      : ''
  const app = appId ?? devices?.appId ?? undefined
  return (
    <div className="dc-strip">
      <StatStrip bare>
        {devices && (
          <Stat
            label={DEVICES_ONLINE}
            value={devices.online.toLocaleString('en-US')}
            unit={[`/ ${devices.total} 台`, `/ ${devices.total}`]}
            note={translate([`离线 ${devices.total - devices.online}`, `${devices.total - devices.online} offline`])}
            visual={bar(DEVICES_ONLINE, devices.online, devices.total, 1)}
            // Devices in use: those in stock belong to no application.
            onPress={() => navigate(devicesHref(appId, narrowed))}
          />
        )}
        {passages && (
          <Stat
            label={passagesOf(days)}
            window={days === 1 ? ['按小时', 'by hour'] : ['按天', 'by day']}
            value={passed.toLocaleString('en-US')}
            unit={COUNT_OF_TIMES}
            visual={
              <Sparkline
                values={series.passed.slice(0, series.now + 1)}
                label={translate(days === 1 ? ['今日各小时', 'By hour'] : ['每天', 'By day'])}
              />
            }
            note={translate(days === 1 ? ['较昨日同期', 'vs yesterday'] : ['较前一周期', 'vs the period before'])}
            delta={change(now, before) ?? '—'}
            {...opening(passagesOf(days), passageLists(data), app && passagesHref(app, days, PASSED_ALONE))}
          />
        )}
        {passages && reasons && (
          <Stat
            label={REFUSED}
            window={period}
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
              days > 1
                ? translate([
                    `占全部 ${share(refused, passed + refused)}`,
                    `${share(refused, passed + refused)} of all`,
                  ])
                : reasons
                    .slice(0, 2)
                    .map(reason => `${translate(resultWords({ result: 0, reason: reason.reason }))} ${reason.n}`)
                    .join(' · ') || translate(NONE)
            }
            {...opening(REFUSED, refusedLists(data), app && passagesHref(app, days, 'result=0'))}
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
              alarms.map(alarm => `${translate(ALARM_WORDS[alarm.level] ?? ALARM_WORDS[1]!)} ${alarm.n}`).join(' · ') ||
              translate(NONE)
            }
            {...opening(OPEN_ALARMS, alarmLists(data, className))}
          />
        )}
        {commands && (
          <Stat
            label={COMMANDS}
            window={period}
            value={commands.n.toLocaleString('en-US')}
            unit={COUNT_OF_RECORDS}
            visual={bar(['成功率', 'Succeeded'], commands.done, commands.done + commands.failed, GOOD)}
            note={translate([`P99 ${commands.p99 ?? '—'} 毫秒`, `P99 ${commands.p99 ?? '—'} ms`])}
            delta={translate([`中位 ${commands.p50 ?? '—'}`, `median ${commands.p50 ?? '—'}`])}
            {...opening(COMMANDS, commandLists(data))}
          />
        )}
        {callbacks && (
          <Stat
            label={CALLBACKS}
            window={period}
            value={callbacks.ended.toLocaleString('en-US')}
            unit={COUNT_OF_RECORDS}
            visual={bar(['送达率', 'Delivered'], callbacks.ok, callbacks.ended, GOOD)}
            note={translate([
              callbacks.percent === null ? '没有结束的推送' : `送达 ${callbacks.percent}%`,
              callbacks.percent === null ? 'None has ended' : `${callbacks.percent}% delivered`,
            ])}
            delta={translate([`重试中 ${callbacks.retrying}`, `${callbacks.retrying} retrying`])}
            {...opening(CALLBACKS, callbackLists(data, className))}
          />
        )}
      </StatStrip>
      {dialog}
    </div>
  )
}
