/** What the bell opens: open alarms, each acknowledged or taken with one press. */
import { useState, type ReactElement } from 'react'
import { Volume2, VolumeX } from 'lucide-react'
import { agoText } from '#base/ago.ts'
import { useClasses } from '#console/data/registry.ts'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { post, routeAppId } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { Link } from '#console/kit/Link.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Popover, type TriggerProps } from '#console/kit/overlay/Popover.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { partOfKey } from '../partState.ts'
import { useNow } from '../useNow.ts'
import { alarmHref } from './alarmHref.ts'
import { ALARM_STATES, alarmTone } from './alarmWords.ts'
import { ALARM_API, ALARMS, setSound, soundOn, type OpenAlarm, type OpenAlarms } from './openAlarms.ts'

type AlarmListProps = { open: OpenAlarms; trigger: ReactElement<TriggerProps>; onChanged: () => void }

const AlarmRow = ({ alarm, onChanged, onLeave }: { alarm: OpenAlarm; onChanged: () => void; onLeave: () => void }) => {
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
  const { word } = ALARM_STATES[alarm.state]!
  return (
    <li className={`alarm-row alarm-${alarmTone(alarm)}`}>
      <div className="alarm-row-main">
        <Link href={alarmHref(alarm)} onPress={onLeave}>
          {alarm.name}
        </Link>
        {alarm.repeats > 1 && <span className="third">×{alarm.repeats.toLocaleString('en-US')}</span>}
        <Pill tone={alarmTone(alarm)} variant="plain">
          {alarm.clearedAt && alarm.state === 0 ? ['已恢复，待确认', 'Over, not acknowledged'] : word}
        </Pill>
      </div>
      <small className="ellipsis" title={where}>
        {where}
      </small>
      <div className="alarm-row-end">
        <time dateTime={alarm.lastAt}>{translate(agoText(alarm.lastAt, now))}</time>
        {alarm.state === 0 && can('deviceAlarm:acknowledge') && (
          <Button size="small" busy={busy} onPress={() => void act('acknowledge', { ids: [alarm.id] })}>
            {translate(['确认', 'Acknowledge'])}
          </Button>
        )}
        {alarm.state < 2 && !alarm.clearedAt && can('deviceAlarm:claim') && (
          <Button size="small" variant="primary" busy={busy} onPress={() => void act(`${alarm.id}/claim`, {})}>
            {translate(['接手', 'Take it'])}
          </Button>
        )}
      </div>
    </li>
  )
}

const AlarmList = ({ open, trigger, onChanged }: AlarmListProps) => {
  const translate = useTranslate()
  const [sound, hear] = useState(soundOn)
  const appId = routeAppId() ?? open.alarms[0]?.appId
  const rest = open.total - open.alarms.length
  return (
    <Popover label={ALARMS} trigger={trigger} placement="bottom end" flush>
      {close => (
        <div className="alarm-list">
          <header>
            <h2>{translate(['未结束的告警', 'Open alarms'])}</h2>
            <IconButton
              size="small"
              icon={sound ? Volume2 : VolumeX}
              label={sound ? ['关闭声音', 'Turn the sound off'] : ['打开声音', 'Turn the sound on']}
              onPress={() => {
                setSound(!sound)
                hear(!sound)
              }}
            />
          </header>
          {open.alarms.length === 0 ? (
            <p className="alarm-none">{translate(['没有未结束的告警', 'No open alarms'])}</p>
          ) : (
            <ul>
              {open.alarms.map(alarm => (
                <AlarmRow key={alarm.id} alarm={alarm} onChanged={onChanged} onLeave={close} />
              ))}
            </ul>
          )}
          {appId && (
            <footer>
              <Link href={`/apply/alarm/${appId}?openedAt=all`} onPress={close}>
                {translate(
                  rest > 0 ? [`全部告警（另有 ${rest} 条）`, `All alarms (${rest} more)`] : ['全部告警', 'All alarms'],
                )}
              </Link>
            </footer>
          )}
        </div>
      )}
    </Popover>
  )
}
export default AlarmList
