/** Filters of the list of events: days, device, event. All act at once. */
import { useCallback, useMemo, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { DeviceClass } from '#model/device.ts'
import { get } from '#console/data/request.ts'
import { ComboBox } from '#console/kit/ComboBox.tsx'
import { DateRange } from '#console/kit/DateRange.tsx'
import type { Option } from '#console/kit/Options.tsx'
import { SearchForm } from '#console/kit/SearchForm.tsx'
import { Select } from '#console/kit/Select.tsx'
import { spanIn, spanText } from './daySpan.ts'
import { DEVICES } from './deviceCache.ts'
import type { DevicePage, DeviceRow } from './DeviceRow.ts'

export const useDeviceOptions = (
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
export const useDeviceOption = (appId: string | undefined, id: string | undefined): Option | undefined => {
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
  const events = Object.entries(deviceClass.events)
    .filter(([, spec]) => spec.record !== 'passage')
    .map(([id, spec]): Option => ({ id, label: spec.label }))
  return (
    <SearchForm
      onClear={() => onChange({ time: undefined, deviceId: undefined, identifier: undefined, level: undefined })}
      tools={tools}
    >
      <DateRange
        label={['时间', 'Time']}
        value={spanIn(filters.time)}
        onChange={span => onChange({ time: spanText(span) })}
      />
      <ComboBox
        label={['设备', 'Device']}
        hideLabel
        value={device}
        onChange={option => onChange({ deviceId: option?.id })}
        load={load}
      />
      <Select
        label={['事件', 'Event']}
        hideLabel
        clearable
        options={events}
        value={filters.identifier}
        onChange={identifier => onChange({ identifier })}
      />
    </SearchForm>
  )
}
