/** Selects rows of another noun: one by typing, several from a list; a long list is searched by the server. */
import { useMemo, useState } from 'react'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { nounOf } from '#console/data/registry.ts'
import { get } from '#console/data/request.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import { MOST_OPTIONS, referenceLoader, referenceOptions } from '#console/crud/references.ts'
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
  /** Rows that take nothing new can be chosen too, for a filter. */
  every?: boolean
}

export const ReferenceSelect = ({ to, value, named, onChange, every, ...field }: OneProps) => {
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
      load={referenceLoader(to, every)}
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
  const [text, setText] = useState('')
  const read = (of: string) => ({
    queryKey: [noun?.api, 'options', of],
    queryFn: ({ signal }: { signal: AbortSignal }) => referenceOptions(to, of, signal),
    staleTime: 30_000,
  })
  const { data: start } = useQuery({ ...read(''), enabled: noun !== undefined })
  const isLong = start !== undefined && start.length >= MOST_OPTIONS
  const { data: found } = useQuery({ ...read(text), enabled: isLong && text !== '', placeholderData: keepPreviousData })
  const [chosen, setChosen] = useState(named)
  const known = [...chosen, ...named, ...(start ?? [])].filter(({ id }) => value.includes(id))
  // Chosen rows that the list does not contain, such as locked accounts, are options too: without one, a choice is lost.
  const missing = value.filter(id => start !== undefined && !known.some(option => option.id === id))
  const others = useQueries({
    queries: missing.map(id => ({
      queryKey: [noun?.api, 'view', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        get<Row>(`${noun!.api}/${id}`, undefined, { signal, quiet: true }),
      staleTime: 60_000,
      retry: false,
    })),
    combine: results =>
      results.map(({ data }, at): Option => ({ id: missing[at]!, label: data && noun ? nameOf(noun, data) : '…' })),
  })
  const offered = (text && found) || start || []
  const options = [...new Map([...known, ...others, ...offered].map(option => [option.id, option])).values()]
  return (
    <MultiSelect
      {...field}
      options={options}
      value={value}
      onSearch={isLong ? next => setText(next.trim()) : undefined}
      onChange={next => {
        setChosen(options.filter(({ id }) => next.includes(id)))
        onChange(next)
      }}
    />
  )
}
