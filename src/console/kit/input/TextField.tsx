/** One line of text. */
import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref } from 'react'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'

export type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  onEnter?: () => void
  /** Default 请输入 and the label. */
  placeholder?: Words
  name?: string
  type?: 'text' | 'email' | 'tel' | 'url' | 'password'
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url'
  autoComplete?: HTMLInputAutoCompleteAttribute
  autoFocus?: boolean
  readOnly?: boolean
  maxLength?: number
  size?: 'medium' | 'large'
  icon?: IconShape
  mono?: boolean
  /** Shown inside the box after the text, such as a unit or a button. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export const TextField = ({
  value,
  onChange,
  onBlur,
  onEnter,
  placeholder,
  name,
  type = 'text',
  inputMode,
  autoComplete = 'off',
  autoFocus,
  readOnly,
  maxLength,
  size = 'medium',
  icon,
  mono,
  end,
  ref,
  disabled,
  ...field
}: TextFieldProps) => {
  const translate = useTranslate()
  return (
    <Field {...field}>
      {({ id, describedBy }) => (
        <div className="box" data-size={size} data-disabled={disabled || undefined}>
          {icon && <Icon of={icon} />}
          <input
            ref={ref}
            id={id}
            className={mono ? 'mono' : undefined}
            value={value}
            name={name}
            type={type}
            inputMode={inputMode}
            autoComplete={autoComplete}
            autoFocus={autoFocus}
            readOnly={readOnly}
            maxLength={maxLength}
            disabled={disabled}
            required={field.required}
            aria-invalid={field.error ? true : undefined}
            aria-describedby={describedBy}
            placeholder={translate(placeholder ?? placeholderOf('enter', field))}
            onChange={event => onChange(event.target.value)}
            onBlur={event => {
              const trimmed = event.target.value.trim()
              if (type !== 'password' && trimmed !== event.target.value) onChange(trimmed)
              onBlur?.()
            }}
            onKeyDown={event => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.()
            }}
          />
          {end}
        </div>
      )}
    </Field>
  )
}
