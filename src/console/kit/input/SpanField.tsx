/** A range from one day, instant or time of day to another. */
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { TimeField } from '#console/kit/input/TimeField.tsx'
import './SpanField.css'

const DateField = lazy(async () => (await import('#console/kit/input/DateField.tsx')).DateField)
const DateTimeField = lazy(async () => (await import('#console/kit/input/DateTimeField.tsx')).DateTimeField)

export type Span = { from?: string | undefined; to?: string | undefined }
export type SpanFieldProps = FieldProps & {
  of: 'day' | 'instant' | 'clock'
  value: Span | null | undefined
  /** Called with null when both ends are empty. */
  onChange: (value: Span | null) => void
  onBlur?: () => void
}

const ends = [
  ['from', ['开始', 'From']],
  ['to', ['结束', 'To']],
] as const

export const SpanField = ({ of, value, onChange, onBlur, disabled, ...field }: SpanFieldProps) => {
  const translate = useTranslate()
  const change = (end: 'from' | 'to', next: string | undefined): void => {
    const both = { ...value, [end]: next || undefined }
    onChange(both.from === undefined && both.to === undefined ? null : both)
  }
  return (
    <Field {...field} group>
      {({ labelId, describedBy }) => (
        <div className="span-field" role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
          {ends.map(([end, label]) => {
            const shared = {
              label: `${translate(field.label)} ${translate(label)}`,
              hideLabel: true,
              ...(disabled ? { disabled } : {}),
              ...(onBlur ? { onBlur } : {}),
            }
            return of === 'clock' ? (
              <TimeField key={end} {...shared} value={value?.[end] ?? ''} onChange={next => change(end, next)} />
            ) : of === 'day' ? (
              <DateField key={end} {...shared} value={value?.[end]} onChange={next => change(end, next)} />
            ) : (
              <DateTimeField key={end} {...shared} value={value?.[end]} onChange={next => change(end, next)} />
            )
          })}
        </div>
      )}
    </Field>
  )
}
