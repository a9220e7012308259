/** Chooses one of a few options that are all visible. */
import { useId } from 'react'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { Option, OptionId } from '#console/kit/input/Options.tsx'
import './Radio.css'

export type RadioProps<Id extends OptionId> = FieldProps & {
  options: readonly Option<Id>[]
  value: Id | undefined
  onChange: (value: Id) => void
  /** The options are below each other. */
  stacked?: boolean
}

export const Radio = <Id extends OptionId = string>({
  options,
  value,
  onChange,
  stacked,
  disabled,
  ...field
}: RadioProps<Id>) => {
  const translate = useTranslate()
  const name = useId()
  return (
    <Field {...field} group>
      {({ labelId, describedBy }) => (
        <div
          className="radio"
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          aria-required={field.required}
          data-stacked={stacked || undefined}
        >
          {options.map(option => (
            <label key={option.id} className="radio-item" data-disabled={disabled || option.disabled || undefined}>
              <input
                type="radio"
                name={name}
                checked={option.id === value}
                disabled={disabled || option.disabled}
                onChange={() => onChange(option.id)}
              />
              <span>
                {translate(option.label)}
                {option.note !== undefined && <small>{translate(option.note)}</small>}
              </span>
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
