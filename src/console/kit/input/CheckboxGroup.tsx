/** Chooses several of a few options that are all visible. */
import { useState } from 'react'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { select } from '#console/kit/defaults.ts'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { Option, OptionId } from '#console/kit/input/Options.tsx'
import { isSearched, OptionsSearch } from '#console/kit/input/OptionsSearch.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import '#console/kit/input/Radio.css'

export type CheckboxGroupProps<Id extends OptionId> = FieldProps & {
  options: readonly Option<Id>[]
  value: readonly Id[]
  onChange: (value: readonly Id[]) => void
  /** Default 99. */
  limit?: number
  name?: string
}

export const CheckboxGroup = <Id extends OptionId = string>({
  options,
  value,
  onChange,
  limit = select.limit,
  name,
  disabled,
  ...field
}: CheckboxGroupProps<Id>) => {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const needle = search.trim().toLowerCase()
  const found = options.filter(option => translate(option.label).toLowerCase().includes(needle))
  const change = (id: Id, on: boolean): void => {
    if (on && value.length >= limit) {
      toast.warn([`最多选择 ${limit} 项`, `Choose at most ${limit}`])
      return
    }
    // The value is in the order of the options, not in the order in which they were ticked.
    onChange(options.map(option => option.id).filter(one => (one === id ? on : value.includes(one))))
  }
  return (
    <Field {...field} group>
      {({ labelId, describedBy }) => (
        <div className="radio" role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
          {isSearched('checkbox', options.length) && <OptionsSearch value={search} onChange={setSearch} />}
          {found.map(option => (
            <Checkbox
              key={option.id}
              checked={value.includes(option.id)}
              onChange={on => change(option.id, on)}
              {...(name ? { name } : {})}
              {...(disabled || option.disabled ? { disabled: true } : {})}
            >
              {translate(option.label)}
            </Checkbox>
          ))}
        </div>
      )}
    </Field>
  )
}
