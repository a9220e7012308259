/** What the bell opens: open alarms, each acknowledged or taken with one press. */
import { useState, type ReactElement } from 'react'
import { Volume2, VolumeX } from 'lucide-react'
import { routeAppId } from '#console/data/request.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { Link } from '#console/kit/Link.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Popover, type TriggerProps } from '#console/kit/overlay/Popover.tsx'
import { AlarmRow } from './AlarmRow.tsx'
import { ALARMS, setSound, soundOn, type OpenAlarms } from './openAlarms.ts'
import './alarm.css'

type AlarmListProps = { open: OpenAlarms; trigger: ReactElement<TriggerProps>; onChanged: () => void }

const AlarmList = ({ open, trigger, onChanged }: AlarmListProps) => {
  const translate = useTranslate()
  const [on, setOn] = useState(soundOn)
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
              icon={on ? Volume2 : VolumeX}
              label={on ? ['关闭声音', 'Turn the sound off'] : ['打开声音', 'Turn the sound on']}
              onPress={() => {
                setSound(!on)
                setOn(!on)
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
