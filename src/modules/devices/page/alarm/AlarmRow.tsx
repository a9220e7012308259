/** One open alarm, acknowledged or taken with one press. */
import { useState } from 'react'
import { agoText } from '#base/ago.ts'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { useClasses } from '#console/data/registry.ts'
import { post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { partOfKey } from '../partState.ts'
import { useNow } from '../useNow.ts'
import { alarmHref } from './alarmHref.ts'
import { alarmState } from './alarmState.ts'
import { ALARM_API, type OpenAlarm } from './openAlarms.ts'
import './alarm.css'

type AlarmRowProps = {
  alarm: OpenAlarm
  /** For a thumb. */
  large?: boolean
  onChanged: () => void
  onLeave?: () => void
}

export const AlarmRow = ({ alarm, large, onChanged, onLeave }: AlarmRowProps) => {
  const translate = useTranslate()
  const deviceClass = useClasses().get(alarm.deviceClass)
  const now = useNow(30_000)
  const [busy, setBusy] = useState(false)
  const act = async (path: string, body: object): Promise<void> => {
    setBusy(true)
    await post(`${ALARM_API}/${path}`, { ...body, appId: alarm.appId }).catch(() => undefined)
    setBusy(false)
    void invalidateRows(ALARM_API)
    onChanged()
  }
  const part = partOfKey(deviceClass, alarm.component)
  const where = [alarm.deviceName, part && translate(part), alarm.siteName].filter(Boolean).join(' · ')
  const { tone, word } = alarmState(alarm)
  return (
    <li className={`alarm-row alarm-${tone}`}>
      <div className="alarm-row-main">
        <Link href={alarmHref(alarm)} {...(onLeave ? { onPress: onLeave } : {})}>
          {alarm.name}
        </Link>
        {alarm.repeats > 1 && <span className="third">×{alarm.repeats.toLocaleString('en-US')}</span>}
        <Pill tone={tone} variant="plain">
          {word}
        </Pill>
      </div>
      <small className="ellipsis" title={where}>
        {where}
      </small>
      <div className="alarm-row-end">
        <time dateTime={alarm.lastAt}>{translate(agoText(alarm.lastAt, now))}</time>
        {alarm.state === 0 && can('deviceAlarm:acknowledge') && (
          <Button
            size={large ? 'large' : 'small'}
            busy={busy}
            onPress={() => void act('acknowledge', { ids: [alarm.id] })}
          >
            {translate(['确认', 'Acknowledge'])}
          </Button>
        )}
        {alarm.state < 2 && !alarm.clearedAt && can('deviceAlarm:claim') && (
          <Button
            size={large ? 'large' : 'small'}
            variant="primary"
            busy={busy}
            onPress={() => void act(`${alarm.id}/claim`, {})}
          >
            {translate(['接手', 'Take it'])}
          </Button>
        )}
      </div>
    </li>
  )
}
