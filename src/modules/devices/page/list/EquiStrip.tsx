/** Four figures above the list of devices; each opens the list that it counts. */
import { counted } from '#base/counted.ts'
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { COUNT_OF_DEVICES, NO_DEVICES } from '#base/figureTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Stat, StatStrip } from '#console/kit/figure/Stat.tsx'
import { spanText } from '#base/ago.ts'
import type { Figures } from '../DeviceRow.ts'
import { useNow } from '../useNow.ts'

/** Keeps the height of the line while nothing is known, so that the layout does not jump. */
export const BLANK = '\u00a0'

/** The number of doors and sites of the devices. */
export const placesOf = ({ doors, sites }: Pick<Figures, 'doors' | 'sites'>): Text =>
  doors
    ? [`${doors} 扇门 · ${sites} 个站点`, `${counted(doors, 'door')} · ${counted(sites, 'site')}`]
    : [`${sites} 个站点`, counted(sites, 'site')]

const NONE: readonly string[] = []
type Status = 'all' | 'online' | 'offline' | 'alarm'

export const EquiStrip = ({ deviceClass, figures }: { deviceClass: DeviceClass; figures: Figures | undefined }) => {
  const translate = useTranslate()
  const now = useNow(30_000)
  const { setFilters } = useListAddress(NONE)
  const onStatus = (status: Status): void => {
    const gone = Object.fromEntries([...new URLSearchParams(location.search).keys()].map(key => [key, undefined]))
    setFilters({ ...gone, status: status === 'all' ? undefined : status })
  }
  const offline = figures ? figures.total - figures.online : 0
  const longest = figures?.longestOffline
  const span = longest && spanText(now - Date.parse(longest.since))
  const kinds = (figures?.alarms ?? []).slice(0, 3).map(alarm => {
    const label = deviceClass.events[alarm.identifier]?.label ?? ([alarm.name, alarm.name] as const)
    return `${translate(label)} ${alarm.n}`
  })
  const dash = figures ? undefined : '–'
  return (
    <StatStrip>
      <Stat
        label={['设备总数', 'Devices']}
        value={dash ?? figures!.total}
        unit={COUNT_OF_DEVICES}
        onPress={() => onStatus('all')}
        note={figures ? translate(placesOf(figures)) : BLANK}
      />
      <Stat
        label={ONLINE}
        value={dash ?? figures!.online}
        unit={
          figures && figures.total ? `${((figures.online / figures.total) * 100).toFixed(1).replace('.0', '')}%` : ''
        }
        onPress={() => onStatus('online')}
        note={
          !figures
            ? BLANK
            : translate(
                figures.total === 0
                  ? NO_DEVICES
                  : figures.online === figures.total
                    ? ['全部在线', 'All of them']
                    : ['心跳正常', 'Heartbeats received'],
              )
        }
      />
      <Stat
        label={OFFLINE}
        value={dash ?? offline}
        unit={COUNT_OF_DEVICES}
        onPress={() => onStatus('offline')}
        note={
          !figures
            ? BLANK
            : longest && span
              ? translate([`最久 ${longest.name} ${span[0]}`, `Longest: ${longest.name}, ${span[1]}`])
              : translate(offline ? ['从未连接', 'Never connected'] : ['无', 'None'])
        }
      />
      <Stat
        label={['告警中', 'Alarms']}
        value={dash ?? figures!.alarming}
        unit={COUNT_OF_DEVICES}
        alarm={Boolean(figures?.alarming)}
        onPress={() => onStatus('alarm')}
        note={
          !figures
            ? BLANK
            : kinds.length
              ? kinds.join(' · ')
              : translate(['近 24 小时无未处理告警', 'Nothing open in 24 hours'])
        }
      />
    </StatStrip>
  )
}
