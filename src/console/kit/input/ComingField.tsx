/** A field whose control is still being fetched: its frame and an empty box, so that nothing moves when the control comes. */
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'

export const ComingField = ({ disabled: _disabled, ...frame }: FieldProps) => (
  <Field {...frame} group>
    {() => <div className="box" data-disabled aria-busy="true" />}
  </Field>
)
