/** The placeholder of a field whose code is loading: its frame and an empty box, so that the layout does not shift. */
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'

export const ComingField = ({ disabled: _disabled, ...frame }: FieldProps) => (
  <Field {...frame} group>
    {() => <div className="box" data-disabled aria-busy="true" />}
  </Field>
)
