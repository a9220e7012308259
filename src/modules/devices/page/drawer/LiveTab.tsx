/** The current state of a device: its parts with their commands, its own properties, and its day. */
import { onlyReports } from '#devices/fields/carried.ts'
import type { DeviceClass } from '#model/device.ts'
import type { LiveState } from '#console/data/live.ts'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { showClock } from '#base/time.ts'
import { lastContact, type DeviceRow } from '../DeviceRow.ts'
import { DevicesBehind } from './DevicesBehind.tsx'
import { OnlineBars, onlineShare } from './OnlineBars.tsx'
import { PartCard } from './PartCard.tsx'
import { partName, partsLabel, shapedParts } from '../partState.ts'
import { useNow } from '../useNow.ts'
import { StatedProperties } from './StatedProperties.tsx'
import './LiveTab.css'

export type LiveTabProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
  live: LiveState
  /** It is a gateway. */
  carries: boolean
}

export const LiveTab = ({ appId, deviceClass, row, live, carries }: LiveTabProps) => {
  const translate = useTranslate()
  const now = useNow(1000)
  const whole = deviceClass.looks['']
  const shaped = shapedParts(deviceClass, row)
  const contactMs = lastContact(row)
  const reports = onlyReports(row.protocol)
  return (
    <div className="live-tab">
      {!row.online && (
        <Notice tone="warn">
          {translate(
            row.since
              ? [
                  '设备离线，以下是离线前最后的报告；现在的状态未知。',
                  'The device is offline. Below is its last reported state; the current state is unknown.',
                ]
              : ['设备还没有连接过。', 'The device has never connected.'],
          )}
        </Notice>
      )}
      {reports && <Notice>{translate(reports)}</Notice>}
      {(shaped.length > 0 || whole) && (
        <section>
          <header className="live-tab-head">
            <h3>{translate(partsLabel(deviceClass))}</h3>
            <span className="small third">
              {row.online ? (
                <LiveDot
                  state={live}
                  {...(contactMs
                    ? { words: [`实时 · ${showClock(contactMs)}`, `Live · ${showClock(contactMs)}`] as const }
                    : {})}
                />
              ) : (
                ''
              )}
            </span>
          </header>
          <div className="part-cards">
            {whole && (
              <PartCard
                key={`${row.id} self`}
                appId={appId}
                deviceClass={deviceClass}
                row={row}
                component=""
                name={[row.name, row.name]}
                now={now}
              />
            )}
            {shaped.map(part => (
              <PartCard
                key={`${row.id} ${part.key}`}
                appId={appId}
                deviceClass={deviceClass}
                row={row}
                component={part.key}
                {...(part.name ? { no: part.no } : {})}
                name={partName(deviceClass, part)}
                now={now}
              />
            ))}
          </div>
        </section>
      )}
      {carries && <DevicesBehind appId={appId} gatewayId={row.id} />}
      <OnlineDay row={row} now={now} />
      <StatedProperties appId={appId} deviceClass={deviceClass} row={row} />
    </div>
  )
}

/** How much of the last 24 hours it was connected. */
const OnlineDay = ({ row, now }: { row: DeviceRow; now: number }) => {
  const translate = useTranslate()
  const share = onlineShare(row.heartbeat, row.boundAt)
  return (
    <section>
      <header className="live-tab-head">
        <h3>{translate(['在线', 'Connected'])}</h3>
        <span className="small third">
          {share === null
            ? translate(['近 24 小时', 'Last 24 hours'])
            : translate([`近 24 小时 · ${(share * 100).toFixed(1)}%`, `Last 24 hours · ${(share * 100).toFixed(1)}%`])}
        </span>
        <span className="live-tab-keys small second">
          <i data-kind="whole" />
          {translate(ONLINE)}
          <i data-kind="part" />
          {translate(['有中断', 'Broken'])}
          <i data-kind="none" />
          {translate(OFFLINE)}
        </span>
      </header>
      <OnlineBars
        shares={row.heartbeat}
        from={row.boundAt}
        width="full"
        height={40}
        label={translate(['近 24 小时在线情况', 'Connected over the last 24 hours'])}
      />
      <div className="live-tab-axis mono third">
        {[24, 18, 12, 6].map(hours => (
          <span key={hours}>{showClock(now - hours * 3_600_000).slice(0, 5)}</span>
        ))}
        <span>{translate(['现在', 'Now'])}</span>
      </div>
    </section>
  )
}
