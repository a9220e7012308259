/** Filters of the list of events: days, device, event. All act at once. */
import { lazy, useCallback, useMemo, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { DeviceClass } from '#model/device.ts'
import { PickPlaceholder } from '#console/crud/PickPlaceholder.tsx'
import { SpanPick } from '#console/crud/SpanPick.tsx'
import { get } from '#console/data/request.ts'
import { quickDates } from '#console/kit/defaults.ts'
import { quickOf, spanOf } from '#console/kit/daySpan.ts'
import type { Option } from '#console/kit/Options.tsx'
import { SearchForm } from '#console/kit/SearchForm.tsx'
import { Segmented } from '#console/kit/Segmented.tsx'
import '#console/kit/DateRange.css'
import { spanIn, spanText } from './daySpan.ts'
import { DEVICES } from './deviceCache.ts'
import type { DevicePage, DeviceRow } from './DeviceRow.ts'

const loadCombo = () => import('#console/kit/ComboBox.tsx')
const ComboBox = lazy(async () => ({ default: (await loadCombo()).ComboBox<string> }))
const loadSelect = () => import('#console/kit/Select.tsx')
const Select = lazy(async () => ({ default: (await loadSelect()).Select<string> }))

const useDeviceOptions = (
  appId: string | undefined,
  deviceClass: string | undefined,
): ((text: string, signal: AbortSignal) => Promise<readonly Option[]>) =>
  useCallback(
    async (text, signal) =>
      (
        await get<DevicePage>(
          `${DEVICES}/page`,
          { appId, ...(deviceClass ? { deviceClass } : {}), ...(text ? { name: text } : {}), size: 20 },
          { signal, quiet: true },
        )
      ).records.map(row => ({ id: row.id, label: row.name, note: row.sn })),
    [appId, deviceClass],
  )

/** The option of an id that stands in the address. */
const useDeviceOption = (appId: string | undefined, id: string | undefined): Option | undefined => {
  const { data } = useQuery({
    queryKey: [DEVICES, 'detail', id],
    queryFn: ({ signal }) => get<DeviceRow>(`${DEVICES}/${id}/detail`, { appId }, { signal, quiet: true }),
    enabled: id !== undefined,
  })
  return useMemo(() => (id === undefined ? undefined : { id, label: data?.id === id ? data.name : '…' }), [id, data])
}

type Filters = Readonly<Record<string, string>>
export type EventFiltersProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  filters: Filters
  onChange: (change: Readonly<Record<string, string | undefined>>) => void
  tools: ReactNode
}

export const EventFilters = ({ appId, deviceClass, filters, onChange, tools }: EventFiltersProps) => {
  const load = useDeviceOptions(appId, deviceClass.key)
  const device = useDeviceOption(appId, filters.deviceId)
  const span = spanIn(filters.time)
  const events = Object.entries(deviceClass.events)
    .filter(([, spec]) => spec.record !== 'passage')
    .map(([id, spec]): Option => ({ id, label: spec.label }))
  return (
    <SearchForm
      onClear={() => onChange({ time: undefined, deviceId: undefined, identifier: undefined, level: undefined })}
      tools={tools}
    >
      <div className="date-range">
        <Segmented
          label={['时间', 'Time']}
          items={quickDates}
          value={quickOf(span)}
          onChange={quick => onChange({ time: spanText(spanOf(quick)) })}
        />
        <SpanPick label={['时间', 'Time']} value={span} onChange={next => onChange({ time: spanText(next) })} />
      </div>
      <PickPlaceholder load={loadCombo} label={['设备', 'Device']} chosen={device !== undefined}>
        <ComboBox
          label={['设备', 'Device']}
          hideLabel
          value={device}
          onChange={option => onChange({ deviceId: option?.id })}
          load={load}
        />
      </PickPlaceholder>
      <PickPlaceholder load={loadSelect} label={['事件', 'Event']} chosen={filters.identifier !== undefined}>
        <Select
          label={['事件', 'Event']}
          hideLabel
          clearable
          options={events}
          value={filters.identifier}
          onChange={identifier => onChange({ identifier })}
        />
      </PickPlaceholder>
    </SearchForm>
  )
}
