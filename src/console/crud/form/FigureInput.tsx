/** The control of a number, with its unit and decimals; money is entered in yuan. */
import { UNITS } from '#base/figureTexts.ts'
import type { InputOf } from '#console/crud/form/InputOf.ts'
import { NumberField } from '#console/kit/input/NumberField.tsx'

export const FigureInput = ({
  field,
  value,
  onChange,
  ...shared
}: InputOf<'integer' | 'decimal' | 'fen'> & { value: unknown }) => {
  const unit = field.kind !== 'fen' && field.unit ? { unit: UNITS[field.unit] } : {}
  if (field.kind === 'integer')
    return (
      <NumberField
        {...shared}
        value={typeof value === 'number' ? value : undefined}
        onChange={onChange}
        {...(field.min === undefined ? {} : { min: field.min })}
        {...(field.max === undefined ? {} : { max: field.max })}
        {...unit}
      />
    )
  const figure = value === '' ? undefined : Number(value)
  if (field.kind === 'decimal')
    return (
      <NumberField
        {...shared}
        value={figure}
        onChange={next => onChange(next === undefined ? null : next.toFixed(field.scale))}
        {...(field.min === undefined ? {} : { min: field.min })}
        {...(field.max === undefined ? {} : { max: field.max })}
        decimals={field.scale}
        step={10 ** -field.scale}
        {...unit}
      />
    )
  return (
    <NumberField
      {...shared}
      value={figure === undefined ? undefined : figure / 100}
      onChange={next => onChange(next === undefined ? null : String(Math.round(next * 100)))}
      decimals={2}
      step={0.01}
      unit={['元', 'yuan']}
    />
  )
}
