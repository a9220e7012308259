/** Six figures of a class of devices; each opens the list it counts. */
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import { COUNT_OF_DEVICES, TODAY } from '#base/figureTexts.ts'
import { dayOf } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Progress } from '#console/kit/figure/Progress.tsx'
import { Sparkline } from '#console/kit/figure/Sparkline.tsx'
import { Stat, StatStrip } from '#console/kit/figure/Stat.tsx'
import { spanText } from '#base/ago.ts'
import type { DeviceRow, Figures } from '../DeviceRow.ts'
import { BLANK, placesOf } from '../list/EquiStrip.tsx'
import { COUNTED_WORDS } from './countedWords.ts'
import { change, COUNTED, dayFigures, type Day } from './hourly.ts'

/** The mean over all devices for each half hour. */
const onlineCurve = (rows: readonly DeviceRow[]): readonly number[] => {
  const known = rows.filter(row => row.since !== null)
  return known.length
    ? Array.from(
        { length: 48 },
        (_, at) => known.reduce((sum, row) => sum + (row.heartbeat[at] ?? 0), 0) / known.length,
      )
    : []
}

/** The number of yesterday at this time. */
const beforeOf = ({ before }: Day): Text => [
  `昨日此时 ${before.toLocaleString('en-US')}`,
  `Yesterday ${before.toLocaleString('en-US')}`,
]

export type SumStripProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  figures: Figures | undefined
  rows: readonly DeviceRow[]
  now: number
}

export const SumStrip = ({ appId, deviceClass, figures, rows, now }: SumStripProps) => {
  const translate = useTranslate()
  const list =
    (kind: string, query = ''): (() => void) =>
    () =>
      navigate(`/${deviceClass.key}/${kind}/${appId}${query ? `?${query}` : ''}`)
  const day = dayOf(now)
  const today = `time=${day},${day}`
  const hours = figures?.hours ?? []
  const words = COUNTED_WORDS[deviceClass.figures]
  const days = COUNTED[deviceClass.figures].map(fits => dayFigures(hours, now, fits))
  const compared = (one: Day): { note: string; delta: string } => {
    const by = change(one.sum, one.before)
    return { note: translate(beforeOf(one)), delta: by === null ? '' : `${by > 0 ? '+' : ''}${by}%` }
  }
  const curve = onlineCurve(rows)
  const share = figures?.total ? figures.online / figures.total : undefined
  const offline = figures ? figures.total - figures.online : 0
  const longest = figures?.longestOffline
  const value = (n: number | undefined) => (n === undefined ? '–' : n.toLocaleString('en-US'))
  const bars = (one: Day, label: Text) =>
    figures && one.today.length > 1 ? (
      <Sparkline values={one.today} label={translate(label)} width={140} height={24} />
    ) : (
      <span />
    )
  return (
    <StatStrip>
      <Stat
        label={['设备总数', 'Devices']}
        value={value(figures?.total)}
        unit={COUNT_OF_DEVICES}
        onPress={list('equi')}
        visual={<Progress hideLabel label={ONLINE} value={share ?? 0} tone="ok" />}
        note={figures ? translate(placesOf(figures)) : BLANK}
      />
      <Stat
        label={ONLINE}
        window={['近 24 时', '24 h']}
        value={value(figures?.online)}
        unit={share === undefined ? '' : `${Math.round(share * 1000) / 10}%`}
        onPress={list('equi', 'status=online')}
        visual={
          <Sparkline
            values={curve}
            label={translate(['近 24 小时在线率', 'Share connected over 24 hours'])}
            width={140}
            height={24}
          />
        }
        note={
          curve.length
            ? translate([
                `24 时均值 ${((curve.reduce((sum, one) => sum + one, 0) / curve.length) * 100).toFixed(1)}%`,
                `Mean ${((curve.reduce((sum, one) => sum + one, 0) / curve.length) * 100).toFixed(1)}%`,
              ])
            : BLANK
        }
      />
      <Stat
        label={OFFLINE}
        value={value(figures && offline)}
        unit={COUNT_OF_DEVICES}
        onPress={list('equi', 'status=offline')}
        visual={
          <Progress
            hideLabel
            label={OFFLINE}
            value={figures?.total ? offline / figures.total : 0}
            tone={offline ? 'warn' : 'info'}
          />
        }
        note={
          !figures
            ? BLANK
            : longest
              ? translate([
                  `最久 ${spanText(now - Date.parse(longest.since))[0]}`,
                  `Longest ${spanText(now - Date.parse(longest.since))[1]}`,
                ])
              : translate(offline ? ['从未连接', 'Never connected'] : ['全部在线', 'All connected'])
        }
      />
      <Stat
        label={['告警中', 'Alarms']}
        window={['近 24 时', '24 h']}
        value={value(figures?.alarming)}
        unit={COUNT_OF_DEVICES}
        alarm={Boolean(figures?.alarming)}
        onPress={list('equi', 'status=alarm')}
        visual={
          <Progress
            hideLabel
            label={['告警', 'Alarms']}
            value={figures?.total ? figures.alarming / figures.total : 0}
            tone={figures?.alarming ? 'bad' : 'info'}
          />
        }
        note={!figures ? BLANK : translate([`${figures.alarmTotal} 条未处理`, `${figures.alarmTotal} not handled`])}
      />
      {words.counts.map(({ label, hours: byHour, pages, where }, at) => {
        const one = days[at]!
        const page = pages.find(kind => deviceClass.pages.includes(kind))
        return (
          <Stat
            key={label[1]}
            label={label}
            window={TODAY}
            value={value(figures && one.sum)}
            unit={words.unit}
            {...(page ? { onPress: list(page, [today, where].filter(Boolean).join('&')) } : {})}
            visual={bars(one, byHour)}
            {...compared(one)}
          />
        )
      })}
    </StatStrip>
  )
}
