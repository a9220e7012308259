/** A colour as six hexadecimal digits: typed, chosen from suggestions, or picked in the browser's colour dialog. */
import { isLight, PATTERNS, wholeColour } from '#base/rules.ts'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import './ColourField.css'

export type ColourFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
}

const proposals = ['#3fa1ff', '#1470d8', '#0e9066', '#c47a00', '#cf2f35', '#7a5af8', '#2e323f', '#ffffff'] as const

export const ColourField = ({ value, onChange, onBlur, name, disabled, ...field }: ColourFieldProps) => {
  const translate = useTranslate()
  const known = PATTERNS.colour[0].test(value) ? wholeColour(value) : undefined
  return (
    <Field {...field}>
      {({ id, describedBy }) => (
        <div className="box colour-field" data-disabled={disabled || undefined}>
          <label
            className="colour-field-well"
            style={{ background: known ?? 'transparent' }}
            data-none={!known || undefined}
          >
            <input
              type="color"
              tabIndex={-1}
              aria-label={translate(['调色', 'Pick a colour'])}
              value={known ?? '#3fa1ff'}
              disabled={disabled}
              onChange={event => onChange(event.target.value)}
            />
          </label>
          <input
            id={id}
            name={name}
            className="mono"
            value={value}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            required={field.required}
            aria-invalid={field.error ? true : undefined}
            aria-describedby={describedBy}
            placeholder={translate(placeholderOf('choose', field))}
            onChange={event => onChange(event.target.value)}
            onBlur={() => {
              if (known && known !== value) onChange(known)
              onBlur?.()
            }}
          />
          {!disabled && (
            <span className="colour-field-proposals">
              {proposals.map(one => (
                <button
                  key={one}
                  type="button"
                  tabIndex={-1}
                  aria-label={one}
                  aria-pressed={one === known}
                  data-light={isLight(one) || undefined}
                  style={{ background: one }}
                  onClick={() => onChange(one)}
                />
              ))}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
