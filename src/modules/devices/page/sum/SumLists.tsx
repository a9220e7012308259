/** The lists below the charts: open alarms, devices offline for longest, state of sites. */
import { counted } from '#base/counted.ts'
import { ONLINE_OF_ALL } from '#base/overviewTexts.ts'
import { OPEN_ALARMS, SITES } from '#base/boardTexts.ts'
import type { DeviceClass } from '#model/device.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { spanText } from '#base/ago.ts'
import type { Page } from '#console/data/rows.ts'
import type { DeviceRow, Figures } from '../DeviceRow.ts'
import { SumList, type Line } from './SumList.tsx'

type ClassProps = { appId: string | undefined; deviceClass: DeviceClass }
/** The list of all devices of the class, of which each line here shows a part. */
const listOf = ({ appId, deviceClass }: ClassProps): string => `/${deviceClass.key}/equi/${appId}`

export const AlarmList = ({ alarms, ...of }: ClassProps & { alarms: Figures['alarms'] | undefined }) => {
  const translate = useTranslate()
  const { appId, deviceClass } = of
  const most = Math.max(1, ...(alarms ?? []).map(alarm => alarm.n))
  const lines = alarms?.map((alarm): Line => {
    const spec = deviceClass.events[alarm.identifier]
    return {
      id: alarm.identifier,
      href: deviceClass.pages.includes('event')
        ? `/${deviceClass.key}/event/${appId}?identifier=${alarm.identifier}`
        : `${listOf(of)}?status=alarm`,
      name: translate(spec?.label ?? [alarm.name, alarm.name]),
      value: alarm.n,
      share: alarm.n / most,
      tone: spec && spec.level !== 'alert' ? 'bad' : 'warn',
    }
  })
  return (
    <SumList
      title={OPEN_ALARMS}
      window={['近 24 时，按种类', '24 h, by kind']}
      lines={lines}
      empty={['近 24 小时没有未处理的告警', 'Nothing open in the last 24 hours']}
    />
  )
}

type ListProps = ClassProps & { span: 3 | undefined }

export const OfflineList = ({
  away,
  now,
  span,
  ...of
}: ListProps & { away: Page<DeviceRow> | undefined; now: number }) => {
  const translate = useTranslate()
  const lines = away?.records.map((row): Line => ({
    id: row.id,
    href: `${listOf(of)}?status=offline&row=${row.id}`,
    name: row.name,
    note: row.since
      ? (row.onlineReason ?? translate(['原因未知', 'Reason unknown']))
      : translate(['还没有连接过', 'Never connected']),
    value: row.since ? <span className="bad">{translate(spanText(now - Date.parse(row.since)))}</span> : '—',
  }))
  return (
    <SumList
      title={['最久离线', 'Longest offline']}
      {...(away && away.total > away.records.length
        ? { window: [`共 ${away.total} 台`, `${away.total} in all`] as const }
        : {})}
      span={span}
      lines={lines}
      empty={['全部在线', 'All of them are connected']}
    />
  )
}

export const SiteList = ({ rows, span, ...of }: ListProps & { rows: readonly DeviceRow[] | undefined }) => {
  const translate = useTranslate()
  const lines =
    rows &&
    [...Map.groupBy(rows, row => row.siteId ?? '')]
      .map(([id, own]): Line & { share: number } => {
        const online = own.filter(row => row.online).length
        return {
          id,
          href: id ? `${listOf(of)}?siteId=${id}` : listOf(of),
          name: own[0]!.siteName ?? translate(['未分配站点', 'No site']),
          note: translate([`${own.length} 台`, counted(own.length, 'device')]),
          value: `${online} / ${own.length}`,
          share: online / own.length,
          tone: online === own.length ? 'ok' : 'warn',
        }
      })
      .sort((a, b) => a.share - b.share)
  return (
    <SumList title={SITES} window={ONLINE_OF_ALL} span={span} lines={lines} empty={['还没有站点', 'No sites yet']} />
  )
}
