/** A number with its bounds, its step and its unit. */
import { useState } from 'react'
import { Minus, Plus } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import './NumberField.css'

export type NumberFieldProps = FieldProps & {
  value: number | undefined
  onChange: (value: number | undefined) => void
  onBlur?: () => void
  min?: number
  max?: number
  step?: number
  unit?: Words
  /** Digits after the point. */
  decimals?: number
  placeholder?: Words
  readOnly?: boolean
  name?: string
}

export const NumberField = ({
  value,
  onChange,
  onBlur,
  min,
  max,
  step = 1,
  unit,
  decimals = 0,
  placeholder,
  readOnly,
  name,
  disabled,
  ...field
}: NumberFieldProps) => {
  const translate = useTranslate()
  // What react-aria goes on showing while somebody types: it formats whatever it is given, and would take away the point of `1.`.
  const [held, setHeld] = useState<{ value: number | undefined }>()
  const isWhole = (steps: number): boolean => Math.abs(steps - Math.round(steps)) < 1e-6
  const mayBe = (next: number): boolean =>
    !(next < (min ?? -Infinity)) && !(next > (max ?? Infinity)) && isWhole((next - (min ?? 0)) / step)
  /** A number that is typed counts at once. One that is not possible, or not complete, is made possible on leaving. */
  const type = (typed: string): void => {
    setHeld(before => before ?? { value })
    const next = typed.trim() === '' ? undefined : Number(typed.replaceAll(',', ''))
    if (next === undefined || mayBe(next)) onChange(next)
  }
  const leave = (): void => {
    setHeld(undefined)
    onBlur?.()
  }
  return (
    <Field {...field} group>
      {({ labelId, describedBy }) => (
        <AriaNumberField
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          // react-aria uses NaN for an empty field.
          value={(held ? held.value : value) ?? Number.NaN}
          onChange={next => {
            setHeld(undefined)
            onChange(Number.isNaN(next) ? undefined : next)
          }}
          minValue={min}
          maxValue={max}
          step={step}
          name={name}
          isDisabled={disabled}
          isReadOnly={readOnly}
          isRequired={field.required}
          isInvalid={Boolean(field.error)}
          formatOptions={{ maximumFractionDigits: decimals, useGrouping: true }}
        >
          <Group className="box number-field" data-disabled={disabled || undefined}>
            <Input
              onInput={event => type(event.currentTarget.value)}
              onBlur={leave}
              placeholder={translate(placeholder ?? placeholderOf('enter', field))}
            />
            {unit !== undefined && <span className="box-affix">{translate(unit)}</span>}
            {!readOnly && (
              <span className="number-field-steps">
                <Button slot="decrement" className="number-field-step">
                  <Icon of={Minus} size={12} />
                </Button>
                <Button slot="increment" className="number-field-step">
                  <Icon of={Plus} size={12} />
                </Button>
              </span>
            )}
          </Group>
        </AriaNumberField>
      )}
    </Field>
  )
}
