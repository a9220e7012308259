/** The head of a device's drawer: its state as a sentence, and four facts. */
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { DISABLED } from '#base/texts.ts'
import type { DeviceClass } from '#model/device.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { agoText, shortInstant, spanText } from '#base/ago.ts'
import { statedValue } from '../statedValue.tsx'
import { lastContact, type DeviceDetail, type DeviceRow } from '../DeviceRow.ts'
import { statusOf } from '../list/equiColumns.tsx'
import { useNow } from '../useNow.ts'
import './DeviceFacts.css'

export const DeviceFacts = ({
  appId,
  deviceClass,
  row,
  detail,
}: {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
  detail: DeviceDetail | undefined
}) => {
  const translate = useTranslate()
  const now = useNow(1000)
  const status = statusOf(deviceClass, row, now)
  const contactMs = lastContact(row)
  const power = deviceClass.properties.power
  const ip = row.shadow['']?.ip
  const span = row.since ? spanText(now - Date.parse(row.since)) : null
  const trip = detail?.roundTripMs
  return (
    <div className="device-facts">
      <div className="device-facts-line">
        <Pill tone={!row.enabled ? 'off' : row.online ? 'ok' : row.since ? 'off' : 'unknown'}>
          {!row.enabled ? DISABLED : row.online ? ONLINE : row.since ? OFFLINE : ['待接入', 'Never connected']}
        </Pill>
        {span && (
          <span className="medium nowrap">
            {translate(row.online ? [`已连续 ${span[0]}`, `For ${span[1]}`] : [`已 ${span[0]}`, `For ${span[1]}`])}
          </span>
        )}
        <span className="small second ellipsis device-facts-why">
          {row.alarm ? (
            <span className={status.tone === 'bad' ? 'bad' : 'warn'}>
              {translate(status.word)} · {translate(status.note)}
            </span>
          ) : row.online ? (
            row.since && translate([`自 ${shortInstant(row.since)}`, `since ${shortInstant(row.since)}`])
          ) : (
            translate(status.note)
          )}
        </span>
      </div>
      <dl>
        <div>
          <dt>{translate(['最后消息', 'Last message'])}</dt>
          <dd>{contactMs ? translate(agoText(contactMs, now)) : '—'}</dd>
        </div>
        <div>
          <dt>{translate(['往返', 'Round trip'])}</dt>
          <dd>
            {trip === null || trip === undefined ? (
              '—'
            ) : (
              <>
                {trip} ms <small>{translate(trip < 200 ? ['平稳', 'steady'] : ['偏慢', 'slow'])}</small>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{translate(['供电', 'Power'])}</dt>
          <dd className="ellipsis">{(power && statedValue(power.field, row.shadow['']?.power, translate)) ?? '—'}</dd>
        </div>
        <div>
          <dt>{translate(row.gateway ? ['经由网关', 'Through gateway'] : ['地址', 'Address'])}</dt>
          {row.gateway ? (
            <dd className="ellipsis">
              <Link href={`/${row.gateway.deviceClass}/equi/${appId}?row=${row.gateway.id}`}>{row.gateway.name}</Link>
            </dd>
          ) : (
            <dd className="mono ellipsis">{typeof ip === 'string' && ip ? ip : (row.address ?? '—')}</dd>
          )}
        </div>
      </dl>
    </div>
  )
}
