/** The controls of choices: among the values of a field, or among the rows of another noun. */
import { useState } from 'react'
import type { ChoiceField, RefField } from '#model/field.ts'
import { useCreateHere } from '#console/crud/form/useCreateHere.tsx'
import { nameOf } from '#console/crud/nameOf.ts'
import { ReferenceMany, ReferenceSelect } from '#console/crud/form/ReferenceSelect.tsx'
import { VIEW } from '#base/listTexts.ts'
import { can } from '#console/data/me.ts'
import { nounOf } from '#console/data/registry.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { CheckboxGroup } from '#console/kit/input/CheckboxGroup.tsx'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import type { Option } from '#console/kit/input/Options.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Radio } from '#console/kit/input/Radio.tsx'
import { Select } from '#console/kit/input/Select.tsx'

const ReferredDialog = lazy(async () => (await import('#console/crud/form/ReferredDialog.tsx')).default)
const TreeReference = lazy(async () => (await import('#console/crud/form/TreeReference.tsx')).default)
const TreeReferenceMany = lazy(async () => (await import('#console/crud/form/TreeReferenceMany.tsx')).default)

const radioUpTo = 3

type Shared = FieldProps & { value: unknown; onChange: (value: unknown) => void; onBlur: () => void }
export type ChoiceInputProps = Shared & {
  field: ChoiceField
  name: string
  /** The control is in a cell, so it is always a list that opens. */ bare: boolean
}
export type RefInputProps = Shared & {
  field: RefField
  /** The names of the selected rows, as far as they are known. */ names: unknown
}

export const ChoiceInput = ({ field, name, value, onChange, bare, ...frame }: ChoiceInputProps) => {
  const options = Object.values(field.values).map(([wire, zh, en]) => ({ id: wire, label: [zh, en] as const }))
  if (field.many) {
    const Many = field.as === 'checkbox' ? CheckboxGroup : MultiSelect
    return (
      <Many
        {...frame}
        options={options}
        value={Array.isArray(value) ? (value as (string | number)[]) : []}
        onChange={onChange}
      />
    )
  }
  return field.as === 'radio' || (field.as === undefined && field.required && options.length <= radioUpTo && !bare) ? (
    <Radio {...frame} options={options} value={value as string | number | undefined} onChange={onChange} />
  ) : (
    <Select
      {...frame}
      name={name}
      options={options}
      value={(value ?? undefined) as string | number | undefined}
      onChange={next => onChange(next ?? null)}
      clearable={!field.required}
    />
  )
}

/** One row, several, or a node of a tree, with links to the selected row and to the form of a new one. */
export const RefInput = ({ hideLabel, disabled, ...given }: RefInputProps) => {
  const [created, setCreated] = useState<Option>()
  const [viewing, setViewing] = useState(false)
  const translate = useTranslate()
  const { field, value, onChange } = given
  const here = useCreateHere(field.to, row => {
    setCreated({ id: row.id, label: nameOf(nounOf(field.to)!, row) })
    onChange(field.many ? [...(Array.isArray(value) ? value : []), row.id] : row.id)
  })
  const offered = !hideLabel && !disabled ? here : undefined
  const views = !hideLabel && !field.many && value !== null && value !== undefined && can(`${field.to}:view`)
  const aside = (views || offered) && (
    <span className="crud-asides">
      {views && <Link onPress={() => setViewing(true)}>{translate(VIEW)}</Link>}
      {offered?.aside}
    </span>
  )
  return (
    <>
      <Reference
        {...given}
        {...(hideLabel ? { hideLabel } : {})}
        {...(disabled ? { disabled } : {})}
        created={created}
        {...(aside ? { aside } : {})}
      />
      {viewing && <ReferredDialog referred={{ key: field.to, id: String(value) }} onClose={() => setViewing(false)} />}
      {offered?.dialog}
    </>
  )
}

const Reference = ({
  field,
  value,
  names,
  onChange,
  created,
  ...frame
}: RefInputProps & { created: Option | undefined }) => {
  const words = value === undefined || value === null ? '' : String(value)
  const target = nounOf(field.to)
  const named = created?.id === words ? String(created.label) : typeof names === 'string' ? names : undefined
  const one = { ...frame, value: words || undefined, named, onChange: (id?: string) => onChange(id ?? null) }
  if (!field.many && target?.tree) return <TreeReference {...one} noun={target} />
  if (!field.many) return <ReferenceSelect {...one} to={field.to} />
  const ids = Array.isArray(value) ? value.map(String) : []
  const known = Array.isArray(names) ? ids.map((id, at) => ({ id, label: String(names[at] ?? id) })) : []
  if (target?.tree)
    return (
      <TreeReferenceMany
        {...frame}
        noun={target}
        value={ids}
        named={created ? [...known, created] : known}
        onChange={onChange}
      />
    )
  return (
    <ReferenceMany
      {...frame}
      to={field.to}
      value={ids}
      named={created ? [...known, created] : known}
      onChange={onChange}
    />
  )
}
