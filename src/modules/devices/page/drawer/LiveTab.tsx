/** The current state of a device: its parts with their commands, its own properties, and its day. */
import { useState } from 'react'
import type { DeviceClass } from '#model/device.ts'
import type { LiveState } from '#console/data/live.ts'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { DetailView, type Detail } from '#console/kit/layout/DetailView.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { showClock } from '#base/time.ts'
import { lastContact, type DeviceRow, type Part, type State } from '../DeviceRow.ts'
import { OnlineBars, onlineShare } from './OnlineBars.tsx'
import { SET_LABEL } from '../../command/commandWords.rules.ts'
import { writable } from '../../command/setProperties.rules.ts'
import { PartCard } from './PartCard.tsx'
import { partName, partsLabel, shapedParts } from '../partState.ts'
import { SetProperties } from '../command/SetProperties.tsx'
import { statedValue } from '../statedValue.tsx'
import { useNow } from '../useNow.ts'
import './LiveTab.css'

export type LiveTabProps = { appId: string | undefined; deviceClass: DeviceClass; row: DeviceRow; live: LiveState }

/** Parts without a card: their states are in the grid, one line each. */
const plainParts = (deviceClass: DeviceClass, row: DeviceRow): readonly Part[] =>
  row.components.filter(part => !deviceClass.looks[part.kind])

export const LiveTab = ({ appId, deviceClass, row, live }: LiveTabProps) => {
  const translate = useTranslate()
  const now = useNow(1000)
  const whole = deviceClass.looks['']
  const shaped = shapedParts(deviceClass, row)
  const contactMs = lastContact(row)
  const own = row.shadow[''] ?? ({} as State)
  const items: Detail[] = Object.entries(deviceClass.properties)
    .filter(([name, property]) => !property.per && own[name] !== undefined)
    .map(([name, property]) => ({
      label: property.field.label,
      value: statedValue(property.field, own[name], translate),
      mono: property.field.kind === 'text' && property.field.mono === true,
    }))
  const unknown: Detail[] = Object.entries(own)
    .filter(([name]) => name !== 'statedAt' && !deviceClass.properties[name])
    .map(([name, value]) => ({
      label: name,
      value: <span className="mono">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>,
    }))
  const others: Detail[] = plainParts(deviceClass, row).flatMap(part => {
    const state = row.shadow[part.key]
    if (!state) return []
    const facts = Object.entries(deviceClass.properties)
      .filter(([name, property]) => property.per === part.kind && state[name] !== undefined)
      .map(([name, property]) =>
        property.field.kind === 'flag'
          ? `${translate(property.field.label)} ${state[name] ? '✓' : '✗'}`
          : statedValue(property.field, state[name], translate),
      )
    return facts.length
      ? [
          {
            label: translate(partName(deviceClass, part)),
            value: (
              <>
                {facts.map((fact, at) => (
                  <span key={at}>
                    {at > 0 && ' · '}
                    {fact}
                  </span>
                ))}
              </>
            ),
          },
        ]
      : []
  })
  const maySet = can('command:setProperties') && writable(deviceClass, undefined).length > 0
  const [setting, setSetting] = useState(false)
  const share = onlineShare(row.heartbeat, row.boundAt)
  return (
    <div className="live-tab">
      {!row.online && (
        <Notice tone="warn">
          {translate(
            row.since
              ? [
                  '设备离线，以下是离线前最后的报告；门的现状未知。',
                  'The device is offline. Below is its last reported state; the current state is unknown.',
                ]
              : ['设备还没有连接过。', 'The device has never connected.'],
          )}
        </Notice>
      )}
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
      <section>
        <header className="live-tab-head">
          <h3>{translate(['在线', 'Connected'])}</h3>
          <span className="small third">
            {share === null
              ? translate(['近 24 小时', 'Last 24 hours'])
              : translate([
                  `近 24 小时 · ${(share * 100).toFixed(1)}%`,
                  `Last 24 hours · ${(share * 100).toFixed(1)}%`,
                ])}
          </span>
          <span className="live-tab-keys small second">
            <i data-kind="whole" />
            {translate(['在线', 'Whole'])}
            <i data-kind="part" />
            {translate(['有中断', 'Broken'])}
            <i data-kind="none" />
            {translate(['离线', 'Away'])}
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
      <section>
        <header className="live-tab-head">
          <h3>{translate(['属性', 'Properties'])}</h3>
          {own.statedAt && <span className="small third mono">{showClock(own.statedAt)}</span>}
          {maySet && (
            <Button size="small" pressed={setting} aria-expanded={setting} onPress={() => setSetting(!setting)}>
              {translate(SET_LABEL)}
            </Button>
          )}
        </header>
        {maySet && setting && (
          <SetProperties
            key={row.id}
            appId={appId}
            deviceClass={deviceClass}
            row={row}
            onClose={() => setSetting(false)}
          />
        )}
        {items.length + unknown.length ? (
          <DetailView columns={3} items={[...items, ...others, ...unknown]} />
        ) : (
          <p className="third">{translate(['设备还没有报告属性', 'It has not stated any properties yet'])}</p>
        )}
      </section>
    </div>
  )
}
