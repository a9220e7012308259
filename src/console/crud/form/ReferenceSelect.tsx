/** Selects rows of another noun: one by typing, several from a list. */
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { nounOf } from '#console/data/registry.ts'
import { get } from '#console/data/request.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import { referenceLoader, referenceOptions } from '#console/crud/references.ts'
import type { Row } from '#model/row.ts'
import { ComboBox } from '#console/kit/input/ComboBox.tsx'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import type { Option } from '#console/kit/input/Options.tsx'

type OneProps = FieldProps & {
  to: string
  value: string | undefined
  /** The name of the selected row, if known. */ named?: string | undefined
  onChange: (id: string | undefined) => void
  onBlur?: () => void
}

export const ReferenceSelect = ({ to, value, named, onChange, ...field }: OneProps) => {
  const [chosen, setChosen] = useState<Option>()
  const noun = nounOf(to)
  const known = chosen?.id === value ? chosen : undefined
  // The id may come from the address of the page, so that its name is not loaded yet.
  const { data } = useQuery({
    queryKey: [noun?.api, 'view', value],
    queryFn: ({ signal }) => get<Row>(`${noun!.api}/${value}`, undefined, { signal, quiet: true }),
    enabled: Boolean(noun && value && !known && named === undefined),
    staleTime: 60_000,
  })
  const label = known?.label ?? named ?? (data && noun ? nameOf(noun, data) : undefined)
  const shown = useMemo(
    (): Option | undefined => (value ? { id: value, label: label ?? '…' } : undefined),
    [value, label],
  )
  return (
    <ComboBox
      {...field}
      value={shown}
      load={referenceLoader(to)}
      onChange={option => {
        setChosen(option)
        onChange(option?.id)
      }}
    />
  )
}

type ManyProps = FieldProps & {
  to: string
  value: readonly string[]
  named?: readonly Option[]
  onChange: (ids: readonly string[]) => void
}

export const ReferenceMany = ({ to, value, named = [], onChange, ...field }: ManyProps) => {
  const noun = nounOf(to)
  const { data } = useQuery({
    queryKey: [noun?.api, 'options'],
    queryFn: ({ signal }) => referenceOptions(to, signal),
    enabled: noun !== undefined,
    staleTime: 30_000,
  })
  const [first] = useState(named)
  const options = useMemo(
    () => [...new Map([...first, ...named, ...(data ?? [])].map(option => [option.id, option])).values()],
    [first, named, data],
  )
  return <MultiSelect {...field} options={options} value={value} onChange={onChange} />
}
