/** The control behind a filter that is chosen from a list. */
import { table } from '#console/kit/defaults.ts'
import type { Text } from '#base/text.ts'
import { flagWord, type ChoiceField, type FlagField, type RefField, type TextField } from '#model/field.ts'
import { keyChoices } from '#model/keyChoices.ts'
import { ReferenceSelect } from '#console/crud/form/ReferenceSelect.tsx'
import TreeReference from '#console/crud/form/TreeReference.tsx'
import { useLoadedNoun } from '#console/crud/useLoadedNoun.ts'
import { registry } from '#console/data/registry.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { Select } from '#console/kit/input/Select.tsx'

type Pick = { value: string | undefined; onChange: (value: string | undefined) => void }
export type PickControlProps = Pick & { field: ChoiceField | FlagField | RefField; placeholder: Text }
export type KeyControlProps = Pick & {
  /** A key of the definitions: what users see in its column is not what the row holds. */
  field: TextField
  /** The chosen object, whose acts are offered as keys. */
  object: string | undefined
}

export const PickControl = ({ field, placeholder, ...pick }: PickControlProps) => {
  if (field.kind === 'choice') return <ChoicePick field={field} {...pick} />
  if (field.kind === 'ref') return <ReferencePick label={field.label} to={field.to} {...pick} />
  const { value, onChange } = pick
  return (
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
}

const ChoicePick = ({ field, value, onChange }: Pick & { field: ChoiceField }) => {
  const options = Object.values(field.values).map(([wire, zh, en]) => ({ id: String(wire), label: [zh, en] as const }))
  return table.filterMultiple && field.find !== 'equal' ? (
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

export const ReferencePick = ({ label, to, value, onChange }: Pick & { label: Words; to: string }) => {
  const tree = useLoadedNoun(to)
  return tree?.tree ? (
    <TreeReference every noun={tree} label={label} hideLabel value={value} onChange={onChange} />
  ) : (
    <ReferenceSelect every label={label} hideLabel to={to} value={value} onChange={onChange} />
  )
}

/** Keys of the definitions, in the order of their words. The acts are those of the chosen object, or of all. */
const Keys = ({ field, object, value, onChange }: KeyControlProps) => {
  const translate = useTranslate()
  const options = keyChoices(field, object, registry())
    .map(([id, label]) => ({ id, label: translate(label) }))
    .sort((one, other) => one.label.localeCompare(other.label, translate(['zh', 'en'])))
  return <Select label={field.label} hideLabel clearable options={options} value={value} onChange={onChange} />
}

/** A text is a key of the definitions, whose words are those of every definition. */
export const keyControl = async () => {
  await registry().prepare()
  return Keys
}
