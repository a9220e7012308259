/** The devices that were assigned to applications last. */
import { NO_DEVICES } from '#base/figureTexts.ts'
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { agoText } from '#base/ago.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { BoardCell } from './BoardCell.tsx'
import type { AddedRow } from './overview.ts'

export const AddedDevices = ({ rows, nowMs }: { rows: readonly AddedRow[]; nowMs: number }) => {
  const translate = useTranslate()
  return (
    <BoardCell title={['新增设备', 'New devices']}>
      <div className="dc-list">
        {rows.map(device => (
          <a
            key={device.deviceId}
            className="dc-row"
            href={`/${device.deviceClass}/equi/${device.appId}?row=${device.deviceId}`}
            onClick={followLink}
          >
            <span className="dc-passage-words">
              <b>{device.name}</b>
              <small>{translate(agoText(device.boundAt, nowMs))}</small>
            </span>
            <span className={device.online ? 'second' : 'third'}>{translate(device.online ? ONLINE : OFFLINE)}</span>
          </a>
        ))}
        {rows.length === 0 && <p className="dc-empty">{translate(NO_DEVICES)}</p>}
      </div>
    </BoardCell>
  )
}
