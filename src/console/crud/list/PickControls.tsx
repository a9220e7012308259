/** The controls behind the filters that are chosen from a list. */
import { flagWord, type ChoiceField, type FlagField, type TextField } from '#model/field.ts'
import { keyChoices } from '#model/keyWords.ts'
import { ReferenceSelect } from '#console/crud/form/ReferenceSelect.tsx'
import TreeReference from '#console/crud/form/TreeReference.tsx'
import { useLoadedNoun } from '#console/crud/useLoadedNoun.ts'
import { registry } from '#console/data/registry.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { Select } from '#console/kit/input/Select.tsx'

type Pick = { value: string | undefined; onChange: (value: string | undefined) => void }

export const ChoicePick = ({ field, many, value, onChange }: Pick & { field: ChoiceField; many: boolean }) => {
  const options = Object.values(field.values).map(([wire, zh, en]) => ({ id: String(wire), label: [zh, en] as const }))
  return many ? (
    <MultiSelect
      label={field.label}
      hideLabel
      options={options}
      value={value?.split(',') ?? []}
      onChange={next => onChange(next.length ? next.join(',') : undefined)}
    />
  ) : (
    <Select label={field.label} hideLabel clearable options={options} value={value} onChange={onChange} />
  )
}

export const FlagPick = ({ field, placeholder, value, onChange }: Pick & { field: FlagField; placeholder: Words }) => (
  <Select
    label={field.label}
    hideLabel
    placeholder={placeholder}
    clearable
    options={[
      { id: 'true', label: flagWord(field, true) },
      { id: 'false', label: flagWord(field, false) },
    ]}
    value={value}
    onChange={onChange}
  />
)

export const ReferencePick = ({ label, to, value, onChange }: Pick & { label: Words; to: string }) => {
  const tree = useLoadedNoun(to)
  return tree?.tree ? (
    <TreeReference every noun={tree} label={label} hideLabel value={value} onChange={onChange} />
  ) : (
    <ReferenceSelect every label={label} hideLabel to={to} value={value} onChange={onChange} />
  )
}

/** Keys of the definitions, in the order of their words. The acts are those of the chosen object, or of all. */
export const KeyPick = ({
  field,
  object,
  value,
  onChange,
}: Pick & { field: TextField; object: string | undefined }) => {
  const translate = useTranslate()
  const options = keyChoices(field, object, registry())
    .map(([id, label]) => ({ id, label: translate(label) }))
    .sort((one, other) => one.label.localeCompare(other.label, translate(['zh', 'en'])))
  return <Select label={field.label} hideLabel clearable options={options} value={value} onChange={onChange} />
}
