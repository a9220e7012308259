/** A choice among options that are fetched from an address. They may depend on the value of another field. */
import { useEffect, useMemo, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isList, type DictionaryField } from '#model/field.ts'
import type { Input } from '#model/row.ts'
import { loadDictionary, needsKey, type DictionaryOption } from '#console/data/dictionary.ts'
import { Cascader } from '#console/kit/input/Cascader.tsx'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { useLanguage, type Words } from '#console/kit/language.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { TreeSelect } from '#console/kit/input/TreeSelect.tsx'

export type DictionaryInputProps = FieldProps & {
  field: DictionaryField
  value: unknown
  /** All values of the form, among them that of the field on which the options depend. */
  values: Readonly<Input>
  onChange: (value: unknown) => void
  onBlur?: () => void
}

const nothing: readonly DictionaryOption[] = []
const failed: Words = ['选项加载失败，请稍后再试', 'The options could not be loaded; please try again']

export default function DictionaryInput({ field, value, values, onChange, onBlur, ...frame }: DictionaryInputProps) {
  const above = field.under === undefined ? undefined : values[field.under]
  const key = above === undefined || above === null ? '' : String(above)
  const language = useLanguage()
  const waits = needsKey(field.from) && key === ''
  const { data = nothing, isError } = useQuery({
    queryKey: ['dictionary', field.from, field.method, key, language],
    queryFn: ({ signal }) => loadDictionary(field, key, signal),
    enabled: !waits,
    staleTime: 60_000,
  })
  // A value that was chosen under another parent option is invalid under the new one.
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    onChange(isList(field) ? [] : null)
  }, [key])
  const many = Array.isArray(value) ? value.map(String) : []
  const one = value === undefined || value === null || value === '' ? undefined : String(value)
  const shared = {
    ...frame,
    ...(waits || frame.disabled ? { disabled: true } : {}),
    ...(isError && !frame.error ? { error: failed } : {}),
  }
  // A stored value is shown even if the list no longer contains it.
  const options = useMemo(() => {
    const known = new Set(data.map(option => option.id))
    const kept = (isList(field) ? many : one === undefined ? [] : [one]).filter(id => !known.has(id))
    return field.shape ? data : [...data, ...kept.map(id => ({ id, label: id }))]
  }, [data, field, JSON.stringify(value)])
  if (field.shape === 'way')
    return <Cascader {...shared} options={options} value={many} onChange={onChange} clearable />
  if (field.shape === 'tree')
    return (
      <TreeSelect
        {...shared}
        nodes={options as readonly TreeNode[]}
        value={one}
        onChange={id => onChange(id ?? null)}
        clearable={!field.required}
      />
    )
  if (field.many)
    return (
      <MultiSelect {...shared} options={options} value={many} onChange={onChange} {...(onBlur ? { onBlur } : {})} />
    )
  return (
    <Select
      {...shared}
      options={options}
      value={one}
      onChange={id => onChange(id ?? null)}
      clearable={!field.required}
      {...(onBlur ? { onBlur } : {})}
    />
  )
}
