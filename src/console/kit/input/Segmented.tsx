/** A few choices side by side, one of them selected; each may show a count. */
import { useId } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Segmented.css'

export type Segment<Id extends string> = { id: Id; label: Words; count?: number; disabled?: boolean }
export type SegmentedProps<Id extends string> = {
  label: Words
  items: readonly Segment<Id>[]
  value: Id | undefined
  onChange: (id: Id) => void
  disabled?: boolean
}

export const Segmented = <Id extends string>({ label, items, value, onChange, disabled }: SegmentedProps<Id>) => {
  const translate = useTranslate()
  const name = useId()
  return (
    <div className="segmented" role="radiogroup" aria-label={translate(label)}>
      {items.map(item => (
        <label key={item.id} className="segmented-item" data-disabled={disabled || item.disabled || undefined}>
          <input
            type="radio"
            name={name}
            checked={item.id === value}
            disabled={disabled || item.disabled}
            onChange={() => onChange(item.id)}
          />
          <span>{translate(item.label)}</span>
          {item.count !== undefined && <em>{item.count.toLocaleString('en-US')}</em>}
        </label>
      ))}
    </div>
  )
}
