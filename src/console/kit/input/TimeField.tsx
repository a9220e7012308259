/** A time of day: 830, 8:30 and 08:30 are accepted as the same time; the arrow keys step by a quarter of an hour. */
import { Clock } from 'lucide-react'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'

export type TimeFieldProps = FieldProps & {
  /** `08:30`; the end of a day may be `24:00`. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
}

const stepMinutes = 15
const two = (part: number): string => String(part).padStart(2, '0')

/** The time that was typed, or the text unchanged if it is no time. */
export const readTime = (words: string): string => {
  const found = /^\s*(\d{1,2})(?:[:：.时点\s]?(\d{2})分?)?\s*$/.exec(words)
  if (!found) return words.trim()
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)]
  return hour > 24 || minute > 59 || (hour === 24 && minute > 0) ? words.trim() : `${two(hour)}:${two(minute)}`
}

const stepped = (value: string, by: number): string => {
  const [hour = 0, minute = 0] = /^\d{2}:\d{2}$/.test(value) ? value.split(':').map(Number) : [8, 0]
  const next = Math.max(0, Math.min(24 * 60, (Math.floor((hour * 60 + minute) / stepMinutes) + by) * stepMinutes))
  return `${two(Math.floor(next / 60))}:${two(next % 60)}`
}

export const TimeField = ({ value, onChange, onBlur, name, disabled, ...field }: TimeFieldProps) => {
  const translate = useTranslate()
  return (
    <Field {...field}>
      {({ id, describedBy }) => (
        <div className="box" data-disabled={disabled || undefined}>
          <input
            id={id}
            name={name}
            className="mono"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            value={value}
            disabled={disabled}
            required={field.required}
            aria-invalid={field.error ? true : undefined}
            aria-describedby={describedBy}
            placeholder={translate(placeholderOf('choose', field))}
            onChange={event => onChange(event.target.value)}
            onBlur={() => {
              const meant = readTime(value)
              if (meant !== value) onChange(meant)
              onBlur?.()
            }}
            onKeyDown={event => {
              const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
              if (by === 0) return
              event.preventDefault()
              onChange(stepped(readTime(value), by))
            }}
          />
          <Icon of={Clock} size={14} />
        </div>
      )}
    </Field>
  )
}
