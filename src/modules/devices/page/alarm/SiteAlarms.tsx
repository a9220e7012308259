/** The alarms of a site that no person has acknowledged, above everything else on the page of its guard; nothing while there are none. */
import { useQuery } from '@tanstack/react-query'
import { Siren } from 'lucide-react'
import { useMe } from '#console/data/me.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { AlarmRow } from './AlarmRow.tsx'
import { openAlarmsQuery, refetchOpenAlarms } from './openAlarms.ts'

/** More would push the doors out of reach. */
const MOST = 3

export const SiteAlarms = ({ appId, siteId }: { appId: string; siteId: string }) => {
  const translate = useTranslate()
  const may = useMe()?.permissions.has('deviceAlarm:list') ?? false
  const { data } = useQuery({ ...openAlarmsQuery(siteId), enabled: may })
  const active = data?.alarms.filter(alarm => alarm.state === 0) ?? []
  if (!active.length) return null
  const rest = (data?.active ?? 0) - Math.min(MOST, active.length)
  return (
    <section className="site-alarms" role="alert" aria-label={translate(['未确认的告警', 'Alarms not acknowledged'])}>
      <h2>
        <Icon of={Siren} size={20} />
        {translate([`${data!.active} 条告警未确认`, `${data!.active} not acknowledged`])}
      </h2>
      <ul>
        {active.slice(0, MOST).map(alarm => (
          <AlarmRow key={alarm.id} alarm={alarm} large onChanged={refetchOpenAlarms} />
        ))}
      </ul>
      {rest > 0 && (
        <Link href={`/apply/alarm/${appId}?openedAt=all&open=true&siteId=${siteId}`}>
          {translate([`另有 ${rest} 条`, `${rest} more`])}
        </Link>
      )}
    </section>
  )
}
