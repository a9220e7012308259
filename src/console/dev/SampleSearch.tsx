/** The filters of the sample list, one of every kind. */
import { useState } from 'react'
import { RefreshCw } from 'lucide-react'
import type { Sample } from '#console/dev/sample.ts'
import type { Column } from '#console/kit/table/column.ts'
import { ColumnPicker } from '#console/kit/table/ColumnPicker.tsx'
import { DateRange } from '#console/kit/input/DateRange.tsx'
import { defaultSpan, type DaySpan } from '#console/kit/input/daySpan.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { Status } from '#console/kit/Pill.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { SearchForm } from '#console/kit/table/SearchForm.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'

type SampleSearchProps = { columns: readonly Column<Sample>[]; onSearch: () => void }

export const SampleSearch = ({ columns, onSearch }: SampleSearchProps) => {
  const [search, setSearch] = useState('')
  const [site, setSite] = useState<string>()
  const [state, setState] = useState<'all' | 'ok' | 'off' | 'bad'>('all')
  const [span, setSpan] = useState<DaySpan | undefined>(defaultSpan)
  return (
    <SearchForm
      onSearch={onSearch}
      onClear={() => {
        setSearch('')
        setSite(undefined)
      }}
      tools={
        <>
          <IconButton icon={RefreshCw} label={['刷新', 'Refresh']} onPress={onSearch} />
          <ColumnPicker name="kit-page" columns={columns} />
        </>
      }
    >
      <SearchField label={['名称、序列号', 'Name, serial']} value={search} onChange={setSearch} />
      <Select
        label={['站点', 'Site']}
        hideLabel
        placeholder={['全部站点', 'All sites']}
        value={site}
        onChange={setSite}
        clearable
        options={[
          { id: 'a', label: '滨江壹号' },
          { id: 'b', label: '前海国际中心' },
        ]}
      />
      <Segmented
        label={['状态', 'Status']}
        value={state}
        onChange={setState}
        items={[
          { id: 'all', label: ['全部', 'All'], count: 24 },
          { id: 'ok', label: ['在线', 'Online'], count: 21 },
          { id: 'off', label: ['离线', 'Offline'], count: 3 },
          { id: 'bad', label: ['告警', 'Alarm'], count: 2 },
        ]}
      />
      <TextField label={['固件', 'Firmware']} hideLabel value="" onChange={() => {}} />
      <DateRange label={['时间', 'Time']} value={span} onChange={setSpan} />
      <TextField label={['地址', 'Address']} hideLabel value="" onChange={() => {}} />
    </SearchForm>
  )
}
