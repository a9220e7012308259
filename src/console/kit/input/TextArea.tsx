/** Several lines of text; the box grows with its content. */
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import './TextArea.css'

export type TextAreaProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: Words
  name?: string
  rows?: number
  /** The limit; the box shows how much of it is used. */
  maxLength?: number
  readOnly?: boolean
  mono?: boolean
}

export const TextArea = ({
  value,
  onChange,
  onBlur,
  placeholder,
  name,
  rows = 3,
  maxLength,
  readOnly,
  mono,
  disabled,
  ...field
}: TextAreaProps) => {
  const translate = useTranslate()
  return (
    <Field {...field}>
      {({ id, describedBy }) => (
        <div className="box text-area" data-disabled={disabled || undefined}>
          <textarea
            id={id}
            className={mono ? 'mono' : undefined}
            value={value}
            name={name}
            rows={rows}
            maxLength={maxLength}
            readOnly={readOnly}
            disabled={disabled}
            required={field.required}
            aria-invalid={field.error ? true : undefined}
            aria-describedby={describedBy}
            placeholder={translate(placeholder ?? placeholderOf('enter', field))}
            onChange={event => onChange(event.target.value)}
            onBlur={onBlur}
          />
          {maxLength !== undefined && (
            <span className="text-area-count">
              {value.length} / {maxLength}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
