/** The fields of an object within a row, side by side under its label. */
import type { ComponentType } from 'react'
import type { GroupField } from '#model/field.ts'
import type { Input, Params } from '#model/row.ts'
import type { FieldInputProps } from '#console/crud/form/FieldInput.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'

export type GroupInputProps = {
  field: GroupField
  value: unknown
  onChange: (value: Input) => void
  error?: Words | undefined
  disabled: boolean
  /** Renders the control of one field. */ input: ComponentType<FieldInputProps>
}

export const GroupInput = ({ field, value, onChange, error, disabled, input: Input }: GroupInputProps) => {
  const translate = useTranslate()
  const inner = (value ?? {}) as Params
  return (
    <fieldset className="crud-set">
      <legend className="visually-hidden">{translate(field.label)}</legend>
      <p className="crud-legend" aria-hidden="true">
        {translate(field.label)}
      </p>
      <Grid columns={3} gap={16}>
        {Object.entries(field.of).map(([key, of]) => (
          <Input
            key={key}
            field={of}
            name={key}
            values={inner}
            onChange={(part, next) => onChange({ ...inner, [part]: next })}
            disabled={disabled}
          />
        ))}
      </Grid>
      {error && (
        <p className="field-message bad" role="alert">
          {translate(error)}
        </p>
      )}
    </fieldset>
  )
}
