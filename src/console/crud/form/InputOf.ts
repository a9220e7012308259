/** The properties of the input of a field of this kind. */
import type { Field } from '#model/field.ts'
import type { Words } from '#console/kit/language.tsx'

type Shared = {
  label: Words
  hideLabel?: boolean
  error?: Words
  hint?: Words
  required?: boolean
  disabled?: boolean
  onBlur: () => void
}
export type InputOf<K extends Field['kind']> = Shared & {
  field: Extract<Field, { kind: K }>
  name: string
  onChange: (value: unknown) => void
}
