/** The filters of a list, generated from the `find` property of its fields. */
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { DeviceClass } from '#model/device.ts'
import type { Field } from '#model/field.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { fieldOf, filterField } from '#console/crud/lensFields.ts'
import { filterNames, isSpan, spanField } from '#console/crud/list/filterQuery.ts'
import { PickFilter } from '#console/crud/list/PickFilter.tsx'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { needsKey } from '#console/data/dictionary.ts'
import { can } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { SearchForm } from '#console/kit/table/SearchForm.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'

const LensSegments = lazy(async () => (await import('#console/crud/list/LensSegments.tsx')).LensSegments)
const LensTags = lazy(async () => (await import('#console/crud/list/LensTags.tsx')).LensTags)
const SpanFilter = lazy(async () => (await import('#console/crud/list/SpanFilter.tsx')).default)
const ScanButton = lazy(async () => (await import('#console/crud/scan/ScanButton.tsx')).ScanButton)
const DictionaryInput = lazy(async () => (await import('#console/crud/form/DictionaryInput.tsx')).default)

/** The camera for what is printed on things; several codes are one filter. */
const ScanFilter = (given: { noun: Noun; name: string; field: Field; onScan: (codes: string) => void }) => {
  const { noun, name, field, onScan } = given
  if (field.kind !== 'text' || !field.scanned) return null
  return <ScanButton field={field} name={name} api={noun.api} many onScan={codes => onScan(codes.join(' '))} />
}

export type FilterFormProps = {
  noun: Noun
  lens: Lens
  deviceClass?: DeviceClass | undefined
  address: ListAddress
  tools?: ReactNode
  /** The number of rows for each choice of the switch. */
  counts?: Readonly<Record<string, number>> | undefined
  busy?: boolean
  /** Hidden by the button of the toolbar; the filters remain in force. */
  shown?: boolean
}

export const FilterForm = ({
  noun,
  lens,
  deviceClass,
  address,
  tools,
  counts,
  busy,
  shown = true,
}: FilterFormProps) => {
  const translate = useTranslate()
  const { filters, setFilters } = address
  // Typed text takes effect with Enter or the button; choices take effect at once.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const applied = JSON.stringify(filters)
  useEffect(() => setTyped({}), [applied])
  const names = useMemo(
    () =>
      filterNames(noun, lens).filter(name => {
        const field = fieldOf(noun, name)
        return (
          name !== spanField(noun, lens) &&
          !lens.tags?.includes(name) &&
          name !== lens.segments &&
          !(field?.kind === 'ref' && !can(`${field.to}:list`))
        )
      }),
    [noun, lens],
  )
  const valueOf = (name: string): string => typed[name] ?? filters[name] ?? ''
  const search = (changes: Readonly<Record<string, string | undefined>> = {}): void =>
    setFilters({
      ...Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim() || undefined])),
      ...changes,
    })
  const clear = (): void => {
    setTyped({})
    setFilters(
      Object.fromEntries(
        [...names, ...(lens.tags ?? []), ...(lens.segments ? [lens.segments] : [])].map(name => [name, undefined]),
      ),
    )
  }

  let searchTaken = false
  const fields = names.map(name => {
    const field = filterField(noun, name, deviceClass)
    if (!field) return null
    const shared = { label: field.label, hideLabel: true }
    const pick = (value: string | undefined): void => search({ [name]: value })
    if (isSpan(noun, name))
      return <SpanFilter key={name} noun={noun} label={field.label} value={filters[name]} onChange={pick} />
    if (
      field.kind === 'choice' ||
      field.kind === 'ref' ||
      field.kind === 'flag' ||
      (field.kind === 'text' && (field.keyOf === 'noun' || field.keyOf === 'act'))
    )
      return <PickFilter key={name} field={field} object={filters.object} value={filters[name]} onChange={pick} />
    if (field.kind === 'dictionary' && !field.shape && !needsKey(field.from))
      return (
        <DictionaryInput
          key={name}
          label={field.label}
          hideLabel
          field={field}
          value={field.many ? (filters[name]?.split(',') ?? []) : filters[name]}
          values={filters}
          onChange={value => pick(Array.isArray(value) ? value.join(',') || undefined : (value as string) || undefined)}
        />
      )
    const scan = <ScanFilter {...{ noun, name, field }} onScan={pick} />
    const set = (value: string): void => setTyped(before => ({ ...before, [name]: value }))
    if (!searchTaken) {
      searchTaken = true
      return (
        <SearchField
          key={name}
          label={placeholderOf('enter', shared)}
          value={valueOf(name)}
          onChange={set}
          onSearch={value => search({ [name]: value.trim() || undefined })}
          end={scan}
        />
      )
    }
    return (
      <TextField
        key={name}
        {...shared}
        value={valueOf(name)}
        onChange={set}
        mono={field.kind === 'text' && field.mono === true}
        end={scan}
      />
    )
  })
  const tags = lens.tags && shown && <LensTags noun={noun} lens={lens} address={address} />
  const segments = shown && lens.segments && <LensSegments {...{ noun, lens, address, counts }} />
  if (names.length === 0 || !shown)
    return (
      <>
        {tags}
        {(segments || tools) && (
          <div className="crud-tools">
            {segments}
            {tools}
          </div>
        )}
      </>
    )
  return (
    <>
      {tags}
      <SearchForm
        onSearch={() => search()}
        onClear={clear}
        tools={tools}
        segments={segments}
        busy={busy ?? false}
        least={names.findLastIndex(name => filters[name]) + 1}
        key={translate(lens.label)}
      >
        {fields}
      </SearchForm>
    </>
  )
}
