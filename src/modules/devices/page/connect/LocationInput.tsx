/** The location of a new device, with the forms' control of trees: loaded when it is shown. */
import type { Field } from '#model/field.ts'
import { FieldInput } from '#console/crud/form/FieldInput.tsx'
import type { Words } from '#console/kit/language.tsx'

export type LocationInputProps = {
  field: Field
  value: string | undefined
  error: Words | undefined
  onChange: (id: string | undefined) => void
}

export const LocationInput = ({ field, value, error, onChange }: LocationInputProps) => (
  <FieldInput
    field={field}
    name="locationId"
    values={{ locationId: value }}
    onChange={(_, id) => onChange(typeof id === 'string' ? id : undefined)}
    error={error}
  />
)
