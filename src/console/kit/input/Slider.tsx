/** A slider, for numbers whose position in a range matters more than their digits. */
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Slider.css'

export type SliderProps = FieldProps & {
  value: number | undefined
  onChange: (value: number) => void
  onBlur?: () => void
  min?: number
  max?: number
  step?: number
  unit?: Words
  name?: string
}

export const Slider = ({
  value,
  onChange,
  onBlur,
  min = 0,
  max = 100,
  step = 1,
  unit,
  name,
  disabled,
  ...field
}: SliderProps) => {
  const translate = useTranslate()
  const at = value ?? min
  return (
    <Field {...field}>
      {({ id, describedBy }) => (
        <div className="slider" data-disabled={disabled || undefined} data-empty={value === undefined || undefined}>
          <input
            id={id}
            type="range"
            name={name}
            min={min}
            max={max}
            step={step}
            value={at}
            disabled={disabled}
            aria-invalid={field.error ? true : undefined}
            aria-describedby={describedBy}
            aria-valuetext={unit === undefined ? undefined : `${at} ${translate(unit)}`}
            style={{ '--at': `${((at - min) / (max - min || 1)) * 100}%` } as never}
            onChange={event => onChange(Number(event.target.value))}
            onBlur={onBlur}
          />
          <output htmlFor={id}>
            {value === undefined ? '—' : value.toLocaleString('en-US')}
            {unit !== undefined && value !== undefined && <small> {translate(unit)}</small>}
          </output>
        </div>
      )}
    </Field>
  )
}
