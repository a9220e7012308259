/** The most pressing new alarm, in the place of a scene on a large screen, to be read at five metres. */
import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Siren } from 'lucide-react'
import { agoText } from '#base/ago.ts'
import { useMe } from '#console/data/me.ts'
import { useClasses } from '#console/data/registry.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { ALARM_LEVELS } from '../../alarm/alarmLevels.rules.ts'
import { partOfKey } from '../partState.ts'
import { useNow } from '../useNow.ts'
import { largeScreens } from './largeScreens.ts'
import { openAlarmsQuery, type OpenAlarm } from './openAlarms.ts'
import './alarm.css'

const { alert } = ALARM_LEVELS
/** How long an alarm keeps the screen while no person acknowledges it. */
const shownMs = (level: number): number => (level === alert[0] ? 60_000 : 600_000)

/** For a large screen: the worst of the alarms that are new and not acknowledged; undefined where there is none. */
export const usePressingAlarm = (): { alarm: OpenAlarm; others: number } | undefined => {
  const may = useMe()?.permissions.has('deviceAlarm:list') ?? false
  const { data } = useQuery({ ...openAlarmsQuery(), enabled: may })
  const now = useNow(5000)
  useEffect(() => {
    largeScreens.open += 1
    return () => {
      largeScreens.open -= 1
    }
  }, [])
  const pressing = (data?.alarms ?? []).filter(
    alarm => alarm.state === 0 && !alarm.clearedAt && now - Date.parse(alarm.announcedAt) < shownMs(alarm.level),
  )
  return pressing[0] && { alarm: pressing[0], others: pressing.length - 1 }
}

export const LargeAlarm = ({ alarm, others }: { alarm: OpenAlarm; others: number }) => {
  const translate = useTranslate()
  const now = useNow(1000)
  const part = partOfKey(useClasses().get(alarm.deviceClass), alarm.component)
  const level = Object.values(ALARM_LEVELS).find(([wire]) => wire === alarm.level)
  return (
    <section className="large-alarm" role="alert">
      <Icon of={Siren} size={56} />
      <h2>{alarm.name}</h2>
      <p>{[alarm.siteName, alarm.deviceName, part && translate(part)].filter(Boolean).join(' · ')}</p>
      <p className="large-alarm-note">
        {level && translate([level[1], level[2]])} · {translate(agoText(alarm.lastAt, now))}
        {alarm.repeats > 1 && ` · ×${alarm.repeats}`}
        {others > 0 && ` · ${translate([`另有 ${others} 条新告警`, `${others} more new alarms`])}`}
      </p>
    </section>
  )
}
