/** Devices that need attention: those with the most alarms today, then those that are offline. */
import { showInstant } from '#base/time.ts'
import { registry } from '#console/data/registry.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { BoardCell } from './BoardCell.tsx'
import type { Overview } from './overview.ts'
import { periodOf } from './periods.ts'
import { deviceAlarmsHref } from './tileLists.ts'

type Rows<K extends 'worst' | 'offline'> = NonNullable<Overview[K]>

type DeviceProblemsProps = {
  worst: Rows<'worst'>
  offline: Rows<'offline'>
  days: number
  /** How many fit. */ most?: number
}
export const DeviceProblems = ({ worst: all, offline, days, most = 8 }: DeviceProblemsProps) => {
  const translate = useTranslate()
  const worst = all.slice(0, most)
  return (
    <BoardCell title={['故障最多的设备', 'Most alarms']} note={periodOf(days).label}>
      <div className="dc-list">
        {worst.map(device => (
          <a
            key={device.deviceId}
            className="dc-row"
            href={deviceAlarmsHref(device, days, registry().classIndex)}
            onClick={followLink}
          >
            <span className="dc-passage-words">
              <b>{device.name}</b>
              <small>{device.last}</small>
            </span>
            <span className="dc-meter">
              <span style={{ width: `${(device.n / worst[0]!.n) * 100}%` }} />
            </span>
            <b>{device.n}</b>
          </a>
        ))}
        {offline.slice(0, Math.max(0, most - worst.length)).map(device => (
          <a
            key={device.deviceId}
            className="dc-row"
            href={`/${device.deviceClass}/equi/${device.appId}?row=${device.deviceId}`}
            onClick={followLink}
          >
            <span className="dc-passage-words">
              <b>{device.name}</b>
              <small>
                {translate(['离线自 ', 'Offline since '])}
                {showInstant(device.since).slice(5, 16)}
              </small>
            </span>
            <span className="bad">{translate(['离线', 'offline'])}</span>
          </a>
        ))}
        {worst.length + offline.length === 0 && (
          <p className="dc-empty">{translate(['没有告警，也没有离线', 'No alarms, nothing offline'])}</p>
        )}
      </div>
    </BoardCell>
  )
}
