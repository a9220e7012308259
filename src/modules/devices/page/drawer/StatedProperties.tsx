/** The reported properties: of the device, of parts without a card, and those that its class does not know; and the form that sets them. */
import { lowered } from '#base/text.ts'
import { PROPERTIES } from '#base/labelTexts.ts'
import { useState } from 'react'
import { ChartLine } from 'lucide-react'
import type { DeviceClass } from '#model/device.ts'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { DetailView, type Detail } from '#console/kit/layout/DetailView.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { showClock } from '#base/time.ts'
import type { DeviceRow, Part, State } from '../DeviceRow.ts'
import { SET_LABEL } from '../../command/commandWords.rules.ts'
import { writable } from '../../command/setProperties.rules.ts'
import { partName } from '../partState.ts'
import { statedValue } from '../statedValue.tsx'
import './LiveTab.css'

const ReadingDialog = lazy(async () => (await import('./ReadingDialog.tsx')).ReadingDialog)
const SetProperties = lazy(async () => (await import('../command/SetProperties.tsx')).SetProperties)

type StatedPropertiesProps = { appId: string | undefined; deviceClass: DeviceClass; row: DeviceRow }

/** Parts without a card: their states are in the grid, one line each. */
const plainParts = (deviceClass: DeviceClass, row: DeviceRow): readonly Part[] =>
  row.components.filter(part => !deviceClass.looks[part.kind])

export const StatedProperties = ({ appId, deviceClass, row }: StatedPropertiesProps) => {
  const translate = useTranslate()
  const [curve, setCurve] = useState<string>()
  const own = row.shadow[''] ?? ({} as State)
  const items: Detail[] = Object.entries(deviceClass.properties)
    .filter(([name, property]) => !property.per && own[name] !== undefined)
    .map(([name, property]) => ({
      label: property.field.label,
      value: property.record ? (
        <span className="live-tab-reading">
          {statedValue(property.field, own[name], translate)}
          {can('deviceBind:detail') && (
            <IconButton
              size="small"
              icon={ChartLine}
              label={[`${property.field.label[0]}曲线`, `Curve of ${lowered(property.field.label[1])}`]}
              onPress={() => setCurve(name)}
            />
          )}
        </span>
      ) : (
        statedValue(property.field, own[name], translate)
      ),
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
  return (
    <section>
      <header className="live-tab-head">
        <h3>{translate(PROPERTIES)}</h3>
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
      {curve !== undefined && (
        <ReadingDialog
          deviceId={row.id}
          appId={appId}
          property={curve}
          field={deviceClass.properties[curve]!.field}
          onClose={() => setCurve(undefined)}
        />
      )}
      {items.length + unknown.length ? (
        <DetailView columns={3} items={[...items, ...others, ...unknown]} />
      ) : (
        <p className="third">{translate(['设备还没有报告属性', 'It has not stated any properties yet'])}</p>
      )}
    </section>
  )
}
