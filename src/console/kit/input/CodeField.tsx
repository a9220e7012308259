/** An editor of code: numbered lines, a monospaced font, Tab indents, JSON can be formatted. */
import { useRef, type KeyboardEvent } from 'react'
import { Button } from '#console/kit/Button.tsx'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import './CodeField.css'

export type CodeFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  language?: 'json' | 'javascript' | 'sql' | 'text'
  name?: string
  rows?: number
}

const indent = '  '

export const CodeField = ({
  value,
  onChange,
  onBlur,
  language = 'text',
  name,
  rows = 8,
  disabled,
  ...field
}: CodeFieldProps) => {
  const translate = useTranslate()
  const numbers = useRef<HTMLPreElement>(null)
  const escaped = useRef(false)
  const lines = value.split('\n').length
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // After Escape, Tab leaves the editor, because keyboard users must be able to leave it.
    if (event.key === 'Tab' && !event.shiftKey && !escaped.current) {
      event.preventDefault()
      const box = event.currentTarget
      box.setRangeText(indent, box.selectionStart, box.selectionEnd, 'end')
      onChange(box.value)
    }
    escaped.current = event.key === 'Escape'
    if (event.key === 'Escape') event.stopPropagation()
  }
  const straighten = (): void => {
    try {
      onChange(JSON.stringify(JSON.parse(value), null, 2))
    } catch {
      /* Errors are shown when the form is validated. */
    }
  }
  return (
    <Field
      {...field}
      aside={
        language === 'json' && !disabled ? (
          <Button variant="quiet" size="small" onPress={straighten}>
            {translate(['格式化', 'Format'])}
          </Button>
        ) : (
          language !== 'text' && language
        )
      }
    >
      {({ id, describedBy }) => (
        <div className="box code-field" data-disabled={disabled || undefined}>
          <pre className="code-field-numbers" aria-hidden="true" ref={numbers}>
            {Array.from({ length: lines }, (_, at) => at + 1).join('\n')}
          </pre>
          <textarea
            id={id}
            name={name}
            className="mono"
            value={value}
            rows={Math.max(rows, Math.min(24, lines))}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            disabled={disabled}
            required={field.required}
            aria-invalid={field.error ? true : undefined}
            aria-describedby={describedBy}
            placeholder={translate(placeholderOf('enter', field))}
            onChange={event => onChange(event.target.value)}
            onBlur={onBlur}
            onKeyDown={onKey}
            onScroll={event => {
              if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop
            }}
          />
        </div>
      )}
    </Field>
  )
}
